import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { requirePart } from '#app/features/chat/access.server.ts'
import { answerChat } from '#app/features/chat/answer-chat.server.ts'
import { pinMessage } from '#app/features/chat/pin-message.server.ts'
import { yesOrNo } from '#app/features/chat/posted-values.ts'
import { addressOfMessage } from '#app/features/chat/thread-page.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/messages/${params.conversationId}/messages/${params.messageId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', messageId = '' } = params
  return answerChat(request, `/messages/${conversationId}`, (ctx, form) => {
    requirePart(ctx, 'message', { conversationId, id: messageId })
    const place = pinMessage(ctx, { messageId, pinned: yesOrNo(form, 'pinned') })
    return { to: addressOfMessage(ctx, place), data: place }
  })
}
