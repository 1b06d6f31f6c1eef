import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { requirePart } from '#app/features/chat/access.server.ts'
import { answerChat } from '#app/features/chat/answer-chat.server.ts'
import { addressOfMessage } from '#app/features/chat/thread-page.server.ts'
import { unsendMessage } from '#app/features/chat/unsend-message.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/messages/${params.conversationId}/messages/${params.messageId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', messageId = '' } = params
  return answerChat(request, `/messages/${conversationId}`, (ctx) => {
    requirePart(ctx, 'message', { conversationId, id: messageId })
    const place = unsendMessage(ctx, { messageId })
    return { to: addressOfMessage(ctx, place), data: place }
  })
}
