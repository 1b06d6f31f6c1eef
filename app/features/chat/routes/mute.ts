import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { answerChat } from '#app/features/chat/answer-chat.server.ts'
import { muteConversation } from '#app/features/chat/mute-conversation.server.ts'
import { yesOrNo } from '#app/features/chat/posted-values.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/messages/${params.conversationId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  const conversationId = params.conversationId ?? ''
  return answerChat(request, `/messages/${conversationId}/details`, (ctx, form) => {
    const muted = yesOrNo(form, 'muted')
    muteConversation(ctx, { conversationId, muted })
    return { flash: { key: muted ? 'groups:details.muted' : 'groups:details.unmuted' }, data: { muted } }
  })
}
