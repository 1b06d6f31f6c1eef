import type { MessageView, ReplyReference } from '#app/features/conversations/message-view.ts'
import type { AttachmentView } from '#app/features/files/attachment-view.ts'
import { truncate } from '#app/platform/text/truncate.ts'
import type { MessageKind, MessageState } from '#db/vocabulary/chat.ts'
import { maxCountedReplies, replyTextLength } from './limits.ts'

type QuotedMessage = {
  id: string
  seq: number
  kind: MessageKind
  state: MessageState
  text: string
  authorId: string | null
  authorName: string
  attachments: readonly Pick<AttachmentView, 'id' | 'name' | 'kind' | 'thumbnail'>[]
}

/** What a reply quotes of a message; nothing of its content if it is gone. */
export function referenceTo(message: QuotedMessage): ReplyReference {
  const gone = message.state !== 'live'
  const [file] = gone ? [] : message.attachments
  return {
    messageId: message.id,
    seq: message.seq,
    text: gone ? '' : truncate(message.text, replyTextLength),
    senderId: message.authorId,
    senderName: message.authorName,
    attachmentPreview: file?.kind ?? null,
    attachment: file ? { id: file.id, name: file.name, kind: file.kind, thumbnail: file.thumbnail } : null,
    gone,
  }
}

/** Whom a message mentions or answers, apart from its author. */
export function addressees({
  authorId,
  mentions,
  replyTo,
}: Pick<MessageView, 'authorId' | 'mentions' | 'replyTo'>): string[] {
  const people = [...mentions.map(({ userId }) => userId), ...(replyTo?.senderId ? [replyTo.senderId] : [])]
  return people.filter((id) => id !== authorId)
}

/**
 * A message log with a new or changed message, sorted by `seq`. A message replaces the one with its id if its `rev` is higher,
 * and is updated in all replies that quote it, whose own `rev` stays. A reply that is new counts with what it answers. The order and number of calls do not matter.
 */
export function withMessage<Shown extends MessageView>(log: readonly Shown[], message: Shown): Shown[] {
  const known = log.find(({ id }) => id === message.id)
  if (known && known.rev >= message.rev) return [...log]
  const reference = referenceTo(message)
  const requoted = (other: Shown): Shown =>
    other.replyTo?.messageId === message.id ? { ...other, replyTo: reference } : counted(other, message)
  const others = log.filter(({ id }) => id !== message.id).map(requoted)
  const after = others.findIndex(({ seq }) => seq > message.seq)
  return after < 0 ? [...others, message] : [...others.slice(0, after), message, ...others.slice(after)]
}

/** A message with the reply among the newest that answer it, if it does. */
function counted<Shown extends MessageView>(message: Shown, { replyTo, seq }: MessageView): Shown {
  const { id, replies } = message
  if (replyTo?.messageId !== id || replies.includes(seq) || !Number.isFinite(seq)) return message
  const sorted = [...replies, seq].toSorted((one, other) => one - other)
  return { ...message, replies: sorted.slice(-maxCountedReplies) }
}
