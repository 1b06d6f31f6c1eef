import { describe, expect, it } from 'vitest'
import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { piecesOf, sameRows, threadRows } from './message-rows.ts'

const minute = 60_000
const noon = Date.UTC(2026, 5, 1, 12)
let seq = 0

const message = (authorId: string | null, createdAt: number, more: Partial<ShownMessage> = {}) => {
  seq += 1
  const kind = authorId === null ? 'system' : 'text'
  return { id: `id${seq}`, clientId: null, seq, authorId, createdAt, kind, ...more } as ShownMessage
}

/** The rows of the thread in short: `+` where a group begins, `.` where it ends. */
function layout(messages: ShownMessage[], firstUnreadSeq: number | null = null) {
  return threadRows(messages, { firstUnreadSeq, timeZone: 'UTC' }).map((row) =>
    row.type === 'message' ? `${row.begins ? '+' : ''}${row.message.authorId}${row.ends ? '.' : ''}` : row.type,
  )
}

describe('the thread', () => {
  it('is empty without messages', () => {
    expect(layout([])).toEqual([])
  })

  it('groups messages of one author within five minutes of each other', () => {
    const messages = [
      message('anna', noon),
      message('anna', noon + 4 * minute),
      message('anna', noon + 8 * minute),
      message('anna', noon + 13 * minute),
      message('bo', noon + 13 * minute),
    ]
    expect(layout(messages)).toEqual(['day', '+anna', 'anna', 'anna.', '+anna.', '+bo.'])
  })

  it('does not group system messages', () => {
    const messages = [message(null, noon), message(null, noon), message('anna', noon)]
    expect(layout(messages)).toEqual(['day', '+null.', '+null.', '+anna.'])
  })

  it('begins each day with its heading', () => {
    const midnight = Date.UTC(2026, 5, 2)
    const messages = [message('anna', midnight - minute), message('anna', midnight)]
    expect(layout(messages)).toEqual(['day', '+anna.', 'day', '+anna.'])
  })

  it('draws one line above the first unread message that is shown', () => {
    const messages = [message('anna', noon), message('anna', noon), message('anna', noon)]
    const second = messages[1]?.seq ?? 0
    expect(layout(messages, second)).toEqual(['day', '+anna.', 'unread', '+anna', 'anna.'])
    expect(layout(messages.slice(2), second)).toEqual(['day', 'unread', '+anna.'])
    expect(layout(messages, second + 100)).toEqual(['day', '+anna', 'anna', 'anna.'])
  })

  it('keeps the key of a message while it is being sent', () => {
    const pending = message('anna', noon, { id: 'c1', clientId: 'c1', seq: Number.POSITIVE_INFINITY })
    const sent = { ...pending, id: 'stored', seq: 7 }
    const keyOf = (shown: ShownMessage) => threadRows([shown], { firstUnreadSeq: null, timeZone: 'UTC' }).at(-1)?.key
    expect(keyOf(sent)).toBe(keyOf(pending))
  })
})

describe('the pieces of a long thread', () => {
  const at = (seq: number) => message('anna', noon + Math.min(seq, 99), { id: `m${seq}`, seq })
  const piecesFor = (messages: ShownMessage[]) =>
    piecesOf(threadRows(messages, { firstUnreadSeq: null, timeZone: 'UTC' }))
  const loaded = Array.from({ length: 60 }, (_, index) => at(index + 20))

  it('stay the same but for the last when a message is sent, and but for the first when older ones load', () => {
    const before = piecesFor(loaded)
    expect(before.map(({ key, rows }) => [key, rows.length])).toEqual([
      ['0', 6],
      ['1', 25],
      ['2', 25],
      ['3', 5],
    ])
    const unsent = at(Number.POSITIVE_INFINITY)
    const sent = piecesFor([...loaded, unsent])
    expect(sent.map(({ key, rows }, index) => [key, sameRows(rows, before[index]?.rows ?? [])])).toEqual([
      ['0', true],
      ['1', true],
      ['2', true],
      ['3', false],
    ])
    const older = piecesFor([at(19), ...loaded])
    expect(older.map(({ rows }, index) => sameRows(rows, before[index]?.rows ?? []))).toEqual([false, true, true, true])
  })

  it('show what was changed, and what was sent into an empty thread', () => {
    const [first] = piecesFor(loaded)
    const [edited] = piecesFor(loaded.with(2, { ...at(22), text: 'Edited' }))
    expect(sameRows(first?.rows ?? [], edited?.rows ?? [])).toBe(false)
    expect(piecesFor([at(Number.POSITIVE_INFINITY)]).map(({ rows }) => rows.length)).toEqual([2])
  })
})
