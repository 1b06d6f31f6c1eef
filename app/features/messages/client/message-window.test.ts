import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import {
  hasGap,
  type MessageWindow,
  mergeReloaded,
  windowOf,
  withChanges,
  withLatest,
  withNew,
  withPage,
  withUpdated,
} from './message-window.ts'

/** The n-th message at revision `rev`. */
function message(seq: number, rev: number): MessageView {
  return {
    id: `m${seq}`,
    conversationId: 'c',
    seq,
    rev,
    clientId: null,
    kind: 'text',
    state: 'live',
    text: `${seq} as of ${rev}`,
    params: null,
    authorId: 'a',
    authorName: 'Anna',
    createdAt: seq,
    editedAt: null,
    pinnedAt: null,
    replyTo: null,
    replies: [],
    forwarded: null,
    poll: null,
    attachments: [],
    mentions: [],
    reactions: [],
    preview: null,
  }
}
const page = (...messages: MessageView[]) => ({ messages, hasOlder: false, hasNewer: false })
const seqs = ({ messages }: MessageWindow) => messages.map(({ seq }) => seq)

describe('a window of messages', () => {
  it('has no gap if changes arrive in order', () => {
    const window = withUpdated(withNew(windowOf(page(), 0), message(1, 1)), message(1, 2))
    expect(window.messages).toEqual([message(1, 2)])
    expect(window).toMatchObject({ rev: 2, ahead: [] })
    expect(hasGap(window)).toBe(false)
  })

  it('has each message once, and never an earlier state of it', () => {
    const twice = withNew(withNew(windowOf(page(), 0), message(1, 1)), message(1, 1))
    expect(seqs(twice)).toEqual([1])
    const late = withUpdated(withUpdated(twice, message(1, 3)), message(1, 2))
    expect(late.messages).toEqual([message(1, 3)])
    expect(late.rev).toBe(3)
  })

  it('detects a gap, and closes it by sync or by late events', () => {
    const gap = withNew(windowOf(page(message(1, 1)), 1), message(3, 3))
    expect(seqs(gap)).toEqual([1, 3])
    expect(hasGap(gap)).toBe(true)
    expect(gap.rev).toBe(1)
    for (const closed of [withNew(gap, message(2, 2)), withChanges(gap, [message(2, 2), message(3, 3)], 3)]) {
      expect(seqs(closed)).toEqual([1, 2, 3])
      expect(hasGap(closed)).toBe(false)
      expect(closed.rev).toBe(3)
    }
  })

  it('does not count a change as applied if it does not have the message', () => {
    const early = withUpdated(windowOf(page(), 0), message(1, 2))
    const window = withNew(early, message(1, 1))
    expect(window.rev).toBe(1)
    expect(hasGap(window)).toBe(true)
    expect(withChanges(window, [message(1, 2)], 2).messages).toEqual([message(1, 2)])
  })

  it('does not add changed messages that are hidden or outside', () => {
    const window = withUpdated(windowOf(page(message(1, 1), message(3, 3)), 3), message(2, 4))
    expect(seqs(window)).toEqual([1, 3])
    expect(window.rev).toBe(4)
  })

  it('omits messages beyond an end that has not been loaded', () => {
    const middle = windowOf({ messages: [message(5, 5)], hasOlder: true, hasNewer: true }, 9)
    const after = withNew(withChanges(middle, [message(2, 10)], 10), message(10, 11))
    expect(seqs(after)).toEqual([5])
    expect(after.rev).toBe(11)
  })

  it('is extended by pages, and syncs again if a page is older than itself', () => {
    const window = withNew(windowOf({ messages: [message(3, 3)], hasOlder: true, hasNewer: false }, 3), message(4, 4))
    const older = withPage(window, { ...page(message(1, 1), message(2, 2)), rev: 3 }, 'older')
    expect(seqs(older)).toEqual([1, 2, 3, 4])
    expect(older.hasOlder).toBe(false)
    expect(hasGap(older)).toBe(true)
    expect(hasGap(withChanges(older, [message(1, 4)], 4))).toBe(false)
  })

  it('drops messages at its other end', () => {
    const many = Array.from({ length: 380 }, (_, index) => message(index + 101, index + 101))
    const window = windowOf({ messages: many, hasOlder: true, hasNewer: false }, 480)
    const older = Array.from({ length: 50 }, (_, index) => message(index + 51, index + 51))
    const extended = withPage(window, { messages: older, hasOlder: true, hasNewer: true, rev: 480 }, 'older')
    expect(extended.messages).toHaveLength(400)
    expect(extended.messages[0]?.seq).toBe(51)
    expect(extended.hasNewer).toBe(true)
    expect(seqs(withNew(extended, message(481, 481)))).not.toContain(481)
  })

  it('keeps older messages when it is reloaded, and drops those hidden since', () => {
    const window = windowOf(page(message(1, 1), message(2, 2), message(3, 3), message(4, 6)), 6)
    const fresh = windowOf({ messages: [message(2, 2), message(5, 5)], hasOlder: true, hasNewer: false }, 5)
    expect(seqs(mergeReloaded(window, fresh))).toEqual([1, 2, 4, 5])
    const apart = windowOf({ messages: [message(50, 50)], hasOlder: true, hasNewer: false }, 50)
    expect(seqs(mergeReloaded(window, apart))).toEqual([50])
  })

  it('keeps a message that arrived while a page without it was loading, also the first of a conversation', () => {
    const empty = windowOf(page(), 0)
    const first = mergeReloaded(withNew(empty, message(1, 1)), empty)
    expect(seqs(first)).toEqual([1])
    expect(hasGap(first)).toBe(true)
    const one = windowOf(page(message(1, 1)), 1)
    expect(seqs(mergeReloaded(withNew(one, message(2, 2)), one))).toEqual([1, 2])
    expect(hasGap(mergeReloaded(withLatest(one, 2), one))).toBe(true)
  })

  it('equals the state of the server, in whatever order events arrive, once sync has closed the gaps', () => {
    // A log of events: a new message, or a change of an existing one.
    const story = fc.array(fc.option(fc.nat(20), { nil: undefined }), { minLength: 1, maxLength: 40 }).map((steps) => {
      const log: MessageView[] = []
      let last = 0
      for (const [index, target] of steps.entries()) {
        const seq = target === undefined || last === 0 ? ++last : 1 + (target % last)
        log.push(message(seq, index + 1))
      }
      return log
    })
    const told = story.chain((log) =>
      fc.record({
        log: fc.constant(log),
        // Some events are lost and some come twice, in any order.
        order: fc.shuffledSubarray([...log, ...log]),
      }),
    )
    fc.assert(
      fc.property(told, fc.nat(40), ({ log, order }, began) => {
        const stateAt = (rev: number) => {
          const state = new Map<string, MessageView>()
          for (const each of log.slice(0, rev)) state.set(each.id, each)
          return [...state.values()].sort((one, other) => one.seq - other.seq)
        }
        const start = Math.min(began, log.length)
        let window = windowOf(page(...stateAt(start)), start)
        for (const event of order) {
          const first = log.find(({ id }) => id === event.id) === event
          window = first ? withNew(window, event) : withUpdated(window, event)
          const held = window.messages.map(({ id }) => id)
          expect(new Set(held).size).toBe(held.length)
        }
        // The next notice has the latest revision, and missing changes are synced.
        window = withLatest(window, log.length)
        if (hasGap(window)) {
          const since = window.rev
          window = withChanges(
            window,
            stateAt(log.length).filter(({ rev }) => rev > since),
            log.length,
          )
        }
        expect(window.messages).toEqual(stateAt(log.length))
        expect(window.rev).toBe(log.length)
      }),
      { numRuns: 300 },
    )
  })
})
