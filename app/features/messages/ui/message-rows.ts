import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { dayOf } from '#app/features/conversations/ui/chat-time.ts'

/** Messages of one author are grouped if they are at most this far apart (ms). */
const maxGroupGap = 5 * 60_000

/** A row of the thread: the heading of a day, the "new messages" line, or a message. */
export type ThreadRow =
  | { type: 'day'; key: string; at: number }
  | { type: 'unread'; key: 'unread' }
  | { type: 'message'; key: string; message: ShownMessage; begins: boolean; ends: boolean }

/** The rows of the thread for messages (oldest first). `begins` and `ends` mark a group of one author's messages. */
export function threadRows(
  messages: readonly ShownMessage[],
  { firstUnreadSeq, timeZone }: { firstUnreadSeq: number | null; timeZone: string },
): ThreadRow[] {
  const rows: ThreadRow[] = []
  let lineDrawn = firstUnreadSeq === null
  let previous: ShownMessage | null = null
  let day = ''
  let run: Extract<ThreadRow, { type: 'message' }> | null = null
  // Formatting a time is slow, and no zone changes its day within a quarter of an hour.
  const days = new Map<number, string>()
  for (const message of messages) {
    const quarter = Math.floor(message.createdAt / 900_000)
    const itsDay = days.get(quarter) ?? dayOf(message.createdAt, timeZone)
    days.set(quarter, itsDay)
    let apart = !previous || !isSameGroup(previous, message)
    if (itsDay !== day) {
      day = itsDay
      apart = true
      rows.push({ type: 'day', key: `day-${day}-${message.id}`, at: message.createdAt })
    }
    if (!lineDrawn && firstUnreadSeq !== null && message.seq >= firstUnreadSeq) {
      lineDrawn = true
      apart = true
      rows.push({ type: 'unread', key: 'unread' })
    }
    if (run && apart) run.ends = true
    run = { type: 'message', key: message.clientId ?? message.id, message, begins: apart, ends: false }
    rows.push(run)
    previous = message
  }
  if (run) run.ends = true
  return rows
}

/** How many messages are one piece of a long thread, which renders only when one of them changes. */
const pieceLength = 25

/**
 * The rows in pieces by the messages' `seq`, so that a piece keeps its rows when others come before or after it. What is not sent yet
 * belongs to the last piece.
 */
export function piecesOf(rows: readonly ThreadRow[]): Array<{ key: string; rows: ThreadRow[] }> {
  const pieces: Array<{ key: string; rows: ThreadRow[] }> = []
  let kept: ThreadRow[] = []
  for (const row of rows) {
    kept.push(row)
    // A heading belongs to the message under it.
    if (row.type !== 'message') continue
    const { seq } = row.message
    const last = pieces.at(-1)
    const key = Number.isFinite(seq) ? String(Math.floor(seq / pieceLength)) : (last?.key ?? 'unsent')
    if (last?.key === key) last.rows.push(...kept)
    else pieces.push({ key, rows: kept })
    kept = []
  }
  return pieces
}

/** Whether two pieces show the same. */
export function sameRows(one: readonly ThreadRow[], other: readonly ThreadRow[]): boolean {
  return one.length === other.length && one.every((row, at) => sameRow(row, other[at]))
}

function sameRow(one: ThreadRow, other: ThreadRow | undefined): boolean {
  if (one.key !== other?.key || one.type !== 'message' || other.type !== 'message') return one.key === other?.key
  return one.message === other.message && one.begins === other.begins && one.ends === other.ends
}

function isSameGroup(earlier: ShownMessage, later: ShownMessage): boolean {
  if (earlier.kind === 'system' || later.kind === 'system') return false
  return earlier.authorId === later.authorId && Math.abs(later.createdAt - earlier.createdAt) < maxGroupGap
}
