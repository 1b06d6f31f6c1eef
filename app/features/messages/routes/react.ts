import { messageAction, toMessage } from '#app/features/messages/message-action.server.ts'
import { reactToMessage } from '#app/features/messages/react-to-message.server.ts'

export const loader = toMessage

export const action = messageAction((ctx, messageId, form) =>
  reactToMessage(ctx, { messageId, emoji: String(form.get('emoji') ?? '') }),
)
