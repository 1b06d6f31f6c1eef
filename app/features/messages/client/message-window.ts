import type { MessagePage, MessageView } from '#app/features/conversations/message-view.ts'
import { withMessage } from '#app/features/messages/reply-reference.ts'

/**
 * The part of a conversation that a browser holds, oldest first. Every change up to `rev` is in it, and those of `ahead`, which
 * came before some between; `latest` is the highest revision that is known of. What lies between is a gap, for `sync` to close.
 */
export type MessageWindow = MessagePage & { rev: number; ahead: readonly number[]; latest: number }

/** How many messages a window grows to by scrolling before it lets go of those at its far end. */
const mostScrolled = 400
/** The same by what arrives: whoever reads old messages is not robbed of them by the next few. */
const mostArrived = 800

export function windowOf({ messages, hasOlder, hasNewer }: MessagePage, rev: number): MessageWindow {
  return { messages: [...messages], hasOlder, hasNewer, rev, ahead: [], latest: rev }
}

export const hasGap = ({ rev, latest }: MessageWindow) => latest > rev

/** Something has happened up to this revision. */
export function withLatest(window: MessageWindow, rev: number): MessageWindow {
  return rev > window.latest ? { ...window, latest: rev } : window
}

/** A message that is new in the conversation; one that belongs outside the window stays outside. */
export function withNew(window: MessageWindow, message: MessageView): MessageWindow {
  // Known already: if it is not here, it was hidden.
  if (message.rev <= window.rev) return window
  return followed(trimmed(placed(window, [message]), mostArrived, 'newest'), message.rev)
}

/** A message that has changed. Of one that is not here nothing is shown: it is outside, hidden, or comes by sync. */
export function withUpdated(window: MessageWindow, message: MessageView): MessageWindow {
  const here = window.messages.some(({ id }) => id === message.id)
  if (here) return followed(placed(window, [message]), message.rev)
  return message.rev === window.rev + 1 ? followed(window, message.rev) : withLatest(window, message.rev)
}

/** What `sync` tells: all changes up to `rev`. */
export function withChanges(window: MessageWindow, messages: readonly MessageView[], rev: number): MessageWindow {
  const next = trimmed(placed(window, messages), mostArrived, 'newest')
  return followed({ ...next, rev: Math.max(next.rev, rev) }, rev)
}

/** A page that adjoins the window. It may be of an earlier moment than the window: then what came between is asked again. */
export function withPage(
  window: MessageWindow,
  page: MessagePage & { rev: number },
  side: 'older' | 'newer',
): MessageWindow {
  const open =
    side === 'older' ? { ...window, hasOlder: false, hasNewer: window.hasNewer } : { ...window, hasNewer: false }
  const whole = placed(open, page.messages)
  const edges = side === 'older' ? { hasOlder: page.hasOlder } : { hasNewer: page.hasNewer }
  const known = Math.min(window.rev, page.rev)
  return trimmed({ ...whole, ...edges, rev: known }, mostScrolled, side === 'older' ? 'oldest' : 'newest')
}

/**
 * A page loaded anew over what is here. What the reader has scrolled to stays where the two meet; what is newer than the page
 * stays too, and what the page no longer shows of its own stretch is gone.
 */
export function renewed(window: MessageWindow | undefined, page: MessageWindow): MessageWindow {
  const [first] = page.messages
  const last = page.messages.at(-1)
  if (!window || !first || !last) return page
  const before = window.messages.filter(({ seq }) => seq < first.seq)
  const meets = window.messages.some(({ seq }) => seq >= first.seq && seq <= last.seq)
  const joined =
    meets && before.length > 0 ? { ...page, messages: [...before, ...page.messages], hasOlder: window.hasOlder } : page
  return placed(
    joined,
    window.messages.filter(({ rev }) => rev > page.rev),
  )
}

export function without(window: MessageWindow, messageId: string): MessageWindow {
  return { ...window, messages: window.messages.filter(({ id }) => id !== messageId) }
}

/** Each message once, in its latest revision, in the order of `seq`. */
function placed(window: MessageWindow, incoming: readonly MessageView[]): MessageWindow {
  const here = new Set(window.messages.map(({ id }) => id))
  const wanted = incoming.filter(({ id, seq }) => here.has(id) || belongs(window, seq))
  return wanted.length > 0 ? { ...window, messages: wanted.reduce(withMessage<MessageView>, window.messages) } : window
}

function belongs({ messages, hasOlder, hasNewer }: MessageWindow, seq: number): boolean {
  const first = messages[0]?.seq
  const last = messages.at(-1)?.seq
  if (first === undefined || last === undefined) return !hasOlder && !hasNewer
  return (seq > first || !hasOlder) && (seq < last || !hasNewer)
}

/** With `rev` in it, and every later one that follows without a gap. */
function followed(window: MessageWindow, rev: number): MessageWindow {
  const ahead = window.ahead.includes(rev) ? window.ahead : [...window.ahead, rev]
  let reached = window.rev
  while (ahead.includes(reached + 1)) reached += 1
  return {
    ...window,
    rev: reached,
    ahead: ahead.filter((each) => each > reached),
    latest: Math.max(window.latest, rev, reached),
  }
}

/** At most so many messages, without those at the end that the reader is farther from. */
function trimmed(window: MessageWindow, most: number, keep: 'newest' | 'oldest'): MessageWindow {
  const { messages } = window
  if (messages.length <= most) return window
  return keep === 'newest'
    ? { ...window, messages: messages.slice(-most), hasOlder: true }
    : { ...window, messages: messages.slice(0, most), hasNewer: true }
}
