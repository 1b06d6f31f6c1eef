import type { MessagePage, MessageView } from '#app/features/conversations/message-view.ts'
import { withMessage } from '#app/features/messages/reply-reference.ts'

/**
 * The part of a conversation that the browser has, oldest message first. It includes every change up to `rev`, and those in
 * `ahead`, which arrived out of order. `latest` is the highest known revision; what is missing up to it is a gap, which `sync`
 * closes.
 */
export type MessageWindow = MessagePage & { rev: number; ahead: readonly number[]; latest: number }

/** How many messages a window has at most after scrolling; those at the other end are dropped. */
const maxAfterScrolling = 400
/** The same after new messages, and higher, so that a few of them do not remove the old messages being read. */
const maxAfterArrivals = 800

export function windowOf({ messages, hasOlder, hasNewer }: MessagePage, rev: number): MessageWindow {
  return { messages: [...messages], hasOlder, hasNewer, rev, ahead: [], latest: rev }
}

/** Whether changes are missing. */
export const hasGap = ({ rev, latest }: MessageWindow) => latest > rev

/** Notes that the conversation has reached this revision. */
export function withLatest(window: MessageWindow, rev: number): MessageWindow {
  return rev > window.latest ? { ...window, latest: rev } : window
}

/** Adds a new message, if it belongs into the window. */
export function withNew(window: MessageWindow, message: MessageView): MessageWindow {
  // It is known already: if it is not in the window, it was hidden.
  if (message.rev <= window.rev) return window
  return withRevision(trimmed(merged(window, [message]), maxAfterArrivals, 'newest'), message.rev)
}

/** Updates a changed message. One that is not in the window is outside it, hidden, or will come by sync. */
export function withUpdated(window: MessageWindow, message: MessageView): MessageWindow {
  const here = window.messages.some(({ id }) => id === message.id)
  if (here) return withRevision(merged(window, [message]), message.rev)
  return message.rev === window.rev + 1 ? withRevision(window, message.rev) : withLatest(window, message.rev)
}

/** Merges the result of `sync`: all changes up to `rev`. */
export function withChanges(window: MessageWindow, messages: readonly MessageView[], rev: number): MessageWindow {
  const next = trimmed(merged(window, messages), maxAfterArrivals, 'newest')
  return withRevision({ ...next, rev: Math.max(next.rev, rev) }, rev)
}

/** Adds an adjoining page. If the page is older than the window, the changes in between are synced again. */
export function withPage(
  window: MessageWindow,
  page: MessagePage & { rev: number },
  side: 'older' | 'newer',
): MessageWindow {
  const open =
    side === 'older' ? { ...window, hasOlder: false, hasNewer: window.hasNewer } : { ...window, hasNewer: false }
  const whole = merged(open, page.messages)
  const edges = side === 'older' ? { hasOlder: page.hasOlder } : { hasNewer: page.hasNewer }
  const known = Math.min(window.rev, page.rev)
  return trimmed({ ...whole, ...edges, rev: known }, maxAfterScrolling, side === 'older' ? 'oldest' : 'newest')
}

/**
 * Merges a reloaded page into the window. Older messages stay if the page adjoins them, and so do messages changed after the
 * page was loaded, which the page of a new conversation may be too old to have at all. Messages in the page's range that the
 * page does not have are removed.
 */
export function mergeReloaded(window: MessageWindow | undefined, page: MessageWindow): MessageWindow {
  if (!window) return page
  const { messages } = page
  const [first, last] = [messages[0], messages.at(-1)]
  const before = first ? window.messages.filter(({ seq }) => seq < first.seq) : []
  const meets = first && last && window.messages.some(({ seq }) => seq >= first.seq && seq <= last.seq)
  const joined =
    meets && before.length > 0 ? { ...page, messages: [...before, ...messages], hasOlder: window.hasOlder } : page
  const later = window.messages.filter(({ rev }) => rev > page.rev)
  return merged(withLatest(joined, window.latest), later)
}

export function without(window: MessageWindow, messageId: string): MessageWindow {
  return { ...window, messages: window.messages.filter(({ id }) => id !== messageId) }
}

/** Merges messages into the window, each once and in its latest revision, ordered by `seq`. */
function merged(window: MessageWindow, incoming: readonly MessageView[]): MessageWindow {
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

/** Marks `rev` as applied, and advances over all later ones that follow without a gap. */
function withRevision(window: MessageWindow, rev: number): MessageWindow {
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

/** Limits the number of messages by dropping those at the other end. */
function trimmed(window: MessageWindow, max: number, keep: 'newest' | 'oldest'): MessageWindow {
  const { messages } = window
  if (messages.length <= max) return window
  return keep === 'newest'
    ? { ...window, messages: messages.slice(-max), hasOlder: true }
    : { ...window, messages: messages.slice(0, max), hasNewer: true }
}
