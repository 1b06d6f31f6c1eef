// verb-rule: the server tidies up what nobody can read any more
import { setImmediate as turn } from 'node:timers/promises'
import { messageOfEvent } from '#app/features/conversations/message-events.server.ts'
import { removeFiles, removeRest } from '#app/features/files/remove-files.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, nullable } from '#db/fields.server.ts'
import { database } from '#db/handle.server.ts'
import { messageFiles } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'

const day = 24 * 3_600_000
const atOnce = 500

/** A file that no message carries, or only one that was taken back, removed or turned down, before or after it was said. */
const forgotten = `
  CASE WHEN sent.message_id IS NULL THEN f.created_at <= :before
  ELSE m.state <> 'live' OR (m.id IS NULL AND coalesce(p.status, 'denied') IN ('denied', 'withdrawn')) END`

const from = `
  LEFT JOIN message_files sent ON sent.file_id = f.id
  LEFT JOIN messages m ON m.id = sent.message_id
  LEFT JOIN pending_messages p ON p.id = sent.message_id`

/** In the order of their ids, which is that of their times: the bounds are the index's. */
const page = sql(
  {
    params: { after: files.id, before: files.createdAt },
    row: { ...columns(files, 'id', 'storedAs'), gone: nullable(boolean) },
  },
  `SELECT f.id, f.stored_as AS storedAs, ${forgotten} AS gone FROM files f ${from}
   WHERE f.id > :after AND f.subject_type = 'conversation' AND f.created_at <= :before
   ORDER BY f.id LIMIT ${atOnce}`,
)

const goneWith = sql(
  { params: columns(messageFiles, 'messageId'), row: columns(files, 'id', 'storedAs') },
  `SELECT f.id, f.stored_as AS storedAs FROM message_files sent JOIN files f ON f.id = sent.file_id
   LEFT JOIN messages m ON m.id = sent.message_id
   LEFT JOIN pending_messages p ON p.id = sent.message_id
   WHERE sent.message_id = :messageId AND coalesce(m.state <> 'live', p.status = 'withdrawn')`,
)

/**
 * Removes uploads that were not sent within a day, and files of messages that are gone. It goes through all files in small
 * steps, between which the server does other things. Gives how many it removed.
 */
export async function forgetChatFiles(db: Database, now: number): Promise<number> {
  await removeRest(db)
  let removed = 0
  for (let after = ''; ; ) {
    const rows = page.all(db, { after, before: now - day })
    const gone = rows.filter((row) => row.gone)
    await removeFiles(db, gone)
    removed += gone.length
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return removed
    after = last.id
    await turn()
  }
}

/**
 * What is taken back goes at once, not at the next turn of the job, which removes what a crash in between leaves: hence no
 * durable listener.
 */
export function listenToGoneFiles(): Array<() => void> {
  return [
    subscribe('chat.message.changed', (event) => {
      if (messageOfEvent(event)?.state !== 'live') removeOf(event.messageId)
    }),
    subscribe('chat.pending.unsent', ({ pendingMessageId }) => removeOf(pendingMessageId)),
  ]
}

/** What fails here is done by the job. */
function removeOf(messageId: string): void {
  const gone = goneWith.all(database(), { messageId })
  removeFiles(database(), gone).catch((error: unknown) => logger.error({ err: error }, 'files could not be removed'))
}
