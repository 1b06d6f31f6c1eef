import type { MessageView, ReplyReference } from '#app/features/conversations/message-view.ts'
import type { AttachmentView } from '#app/features/files/attachment-view.ts'
import { truncate } from '#app/platform/text/truncate.ts'
import type { MessageKind, MessageState } from '#db/vocabulary/chat.ts'
import { replyTextLength } from './limits.ts'

type Answered = {
  id: string
  seq: number
  kind: MessageKind
  state: MessageState
  text: string
  authorId: string | null
  authorName: string
  attachments: readonly Pick<AttachmentView, 'kind'>[]
}

/** What an answer shows of the message it answers; nothing of one that is gone. */
export function referenceTo(message: Answered): ReplyReference {
  const gone = message.state !== 'live'
  return {
    messageId: message.id,
    seq: message.seq,
    text: gone ? '' : truncate(message.text, replyTextLength),
    senderId: message.authorId,
    senderName: message.authorName,
    attachmentPreview: gone ? null : (message.attachments[0]?.kind ?? null),
    gone,
  }
}

/**
 * A log with a message that is new or has changed, in its place: known by id, decided by rev, and with it all answers to it,
 * whose own rev stays. Applied twice or in any order it gives the same.
 */
export function withMessage<Shown extends MessageView>(log: readonly Shown[], message: Shown): Shown[] {
  const known = log.find(({ id }) => id === message.id)
  if (known && known.rev >= message.rev) return [...log]
  const reference = referenceTo(message)
  const answered = (other: Shown): Shown =>
    other.replyTo?.messageId === message.id ? { ...other, replyTo: reference } : other
  const others = log.filter(({ id }) => id !== message.id).map(answered)
  const after = others.findIndex(({ seq }) => seq > message.seq)
  return after < 0 ? [...others, message] : [...others.slice(0, after), message, ...others.slice(after)]
}
