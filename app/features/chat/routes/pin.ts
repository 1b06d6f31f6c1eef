import { messageAction, toMessage } from '#app/features/chat/message-action.server.ts'
import { pinMessage } from '#app/features/chat/pin-message.server.ts'
import { yesOrNo } from '#app/features/chat/posted-values.ts'

export const loader = toMessage

export const action = messageAction((ctx, messageId, form) =>
  pinMessage(ctx, { messageId, pinned: yesOrNo(form, 'pinned') }),
)
