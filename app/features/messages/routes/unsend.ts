import { messageAction, toMessage } from '#app/features/messages/message-action.server.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'

export const loader = toMessage

export const action = messageAction((ctx, messageId) => unsendMessage(ctx, { messageId }))
