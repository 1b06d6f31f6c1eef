import { editMessage } from '#app/features/messages/edit-message.server.ts'
import { messageAction, toMessage } from '#app/features/messages/message-action.server.ts'

export const loader = toMessage

export const action = messageAction((ctx, messageId, form) =>
  editMessage(ctx, { messageId, text: String(form.get('text') ?? '') }),
)
