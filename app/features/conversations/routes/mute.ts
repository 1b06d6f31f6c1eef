import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { muteConversation } from '#app/features/conversations/mute-conversation.server.ts'
import { yesOrNo } from '#app/platform/posted-values.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  const conversationId = params.conversationId ?? ''
  return answerChat(request, `/messages/${conversationId}/details`, (ctx, form) => {
    const muted = yesOrNo(form, 'muted')
    muteConversation(ctx, { conversationId, muted })
    return { flash: { key: muted ? 'groups:details.muted' : 'groups:details.unmuted' }, data: { muted } }
  })
}
