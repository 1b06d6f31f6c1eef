import { messageAction, toMessage } from '#app/features/messages/message-action.server.ts'
import { removeMessage } from '#app/features/messages/remove-message.server.ts'

export const loader = toMessage

export const action = messageAction((ctx, messageId) => removeMessage(ctx, { messageId }))
