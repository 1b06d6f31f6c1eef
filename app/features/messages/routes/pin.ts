import { messageAction, toMessage } from '#app/features/messages/message-action.server.ts'
import { pinMessage } from '#app/features/messages/pin-message.server.ts'
import { yesOrNo } from '#app/platform/posted-values.ts'

export const loader = toMessage

export const action = messageAction((ctx, messageId, form) =>
  pinMessage(ctx, { messageId, pinned: yesOrNo(form, 'pinned') }),
)
