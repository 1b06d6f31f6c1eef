import { messageAction, toMessage } from '#app/features/chat/message-action.server.ts'
import { reactToMessage } from '#app/features/chat/react-to-message.server.ts'

export const loader = toMessage

export const action = messageAction((ctx, messageId, form) =>
  reactToMessage(ctx, { messageId, emoji: String(form.get('emoji') ?? '') }),
)
