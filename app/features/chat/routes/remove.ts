import { messageAction, toMessage } from '#app/features/chat/message-action.server.ts'
import { removeMessage } from '#app/features/chat/remove-message.server.ts'

export const loader = toMessage

export const action = messageAction((ctx, messageId) => removeMessage(ctx, { messageId }))
