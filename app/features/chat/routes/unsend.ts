import { messageAction, toMessage } from '#app/features/chat/message-action.server.ts'
import { unsendMessage } from '#app/features/chat/unsend-message.server.ts'

export const loader = toMessage

export const action = messageAction((ctx, messageId) => unsendMessage(ctx, { messageId }))
