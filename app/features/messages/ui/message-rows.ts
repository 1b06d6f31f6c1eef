import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { dayOf } from '#app/features/conversations/ui/chat-time.ts'

/** Messages of one author within this time stand together (ms). */
const together = 5 * 60_000

/** A line of the thread: a day's heading, the line above what is unread, or a message. */
type ThreadRow =
  | { type: 'day'; key: string; at: number }
  | { type: 'unread'; key: 'unread' }
  | { type: 'message'; key: string; message: ShownMessage; begins: boolean; ends: boolean }

/** Lays messages (oldest first) out as the thread shows them. `begins` and `ends` are of a run of one author's messages. */
export function threadRows(
  messages: readonly ShownMessage[],
  { firstUnreadSeq, timeZone }: { firstUnreadSeq: number | null; timeZone: string },
): ThreadRow[] {
  const rows: ThreadRow[] = []
  let lineDrawn = firstUnreadSeq === null
  let previous: ShownMessage | null = null
  let day = ''
  let run: Extract<ThreadRow, { type: 'message' }> | null = null
  for (const message of messages) {
    const itsDay = dayOf(message.createdAt, timeZone)
    let apart = !previous || !standTogether(previous, message)
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

function standTogether(earlier: ShownMessage, later: ShownMessage): boolean {
  if (earlier.kind === 'system' || later.kind === 'system') return false
  return earlier.authorId === later.authorId && Math.abs(later.createdAt - earlier.createdAt) < together
}
