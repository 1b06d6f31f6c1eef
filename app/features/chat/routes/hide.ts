import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect } from '@remix-run/node'
import { requirePart } from '#app/features/chat/access.server.ts'
import { answerChat } from '#app/features/chat/answer-chat.server.ts'
import { hideMessage } from '#app/features/chat/hide-message.server.ts'

export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/messages/${params.conversationId}/messages/${params.messageId}`)

export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', messageId = '' } = params
  return answerChat(request, `/messages/${conversationId}`, (ctx) => {
    requirePart(ctx, 'message', { conversationId, id: messageId })
    const place = hideMessage(ctx, { messageId })
    return { flash: { key: 'chat:menu.hidden' }, data: place }
  })
}
