import type { ActionFunctionArgs } from '@remix-run/node'
import { requirePart } from '#app/features/conversations/access.server.ts'
import { answerChat } from '#app/features/conversations/answer-chat.server.ts'
import { hideMessage } from '#app/features/messages/hide-message.server.ts'
import { toMessage } from '#app/features/messages/message-action.server.ts'

export const loader = toMessage

export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', messageId = '' } = params
  return answerChat(request, `/messages/${conversationId}`, (ctx) => {
    requirePart(ctx, 'message', { conversationId, id: messageId })
    const place = hideMessage(ctx, { messageId })
    return { flash: { key: 'chat:menu.hidden' }, data: place }
  })
}
