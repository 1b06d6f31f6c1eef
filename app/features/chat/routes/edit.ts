import { editMessage } from '#app/features/chat/edit-message.server.ts'
import { messageAction, toMessage } from '#app/features/chat/message-action.server.ts'

export const loader = toMessage

export const action = messageAction((ctx, messageId, form) =>
  editMessage(ctx, { messageId, text: String(form.get('text') ?? '') }),
)
