import type { ActionFunctionArgs } from '@remix-run/node'
import { requirePart } from '#app/features/chat/access.server.ts'
import { answerChat } from '#app/features/chat/answer-chat.server.ts'
import { hideMessage } from '#app/features/chat/hide-message.server.ts'
import { toMessage } from '#app/features/chat/message-action.server.ts'

export const loader = toMessage

export async function action({ request, params }: ActionFunctionArgs) {
  const { conversationId = '', messageId = '' } = params
  return answerChat(request, `/messages/${conversationId}`, (ctx) => {
    requirePart(ctx, 'message', { conversationId, id: messageId })
    const place = hideMessage(ctx, { messageId })
    return { flash: { key: 'chat:menu.hidden' }, data: place }
  })
}
