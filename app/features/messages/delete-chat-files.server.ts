// verb-rule: the server deletes files that nobody can read any more
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
const batchSize = 500

/** Files that were never sent, or whose message was unsent, removed or denied. */
const unreadable = `
  CASE WHEN sent.message_id IS NULL THEN f.created_at <= :before
  ELSE m.state <> 'live' OR (m.id IS NULL AND coalesce(p.status, 'denied') IN ('denied', 'withdrawn')) END`

const from = `
  LEFT JOIN message_files sent ON sent.file_id = f.id
  LEFT JOIN messages m ON m.id = sent.message_id
  LEFT JOIN pending_messages p ON p.id = sent.message_id`

/** Ordered by id, and so by time, which is the order of the index. */
const page = sql(
  {
    params: { after: files.id, before: files.createdAt },
    row: { ...columns(files, 'id', 'storedAs'), gone: nullable(boolean) },
  },
  `SELECT f.id, f.stored_as AS storedAs, ${unreadable} AS gone FROM files f ${from}
   WHERE f.id > :after AND f.subject_type = 'conversation' AND f.created_at <= :before
   ORDER BY f.id LIMIT ${batchSize}`,
)

const goneWith = sql(
  { params: columns(messageFiles, 'messageId'), row: columns(files, 'id', 'storedAs') },
  `SELECT f.id, f.stored_as AS storedAs FROM message_files sent JOIN files f ON f.id = sent.file_id
   LEFT JOIN messages m ON m.id = sent.message_id
   LEFT JOIN pending_messages p ON p.id = sent.message_id
   WHERE sent.message_id = :messageId AND coalesce(m.state <> 'live', p.status = 'withdrawn')`,
)

/**
 * Deletes uploads that were not sent within a day, and files of messages that are gone. Works in batches, between which the
 * server handles other work. `now` is UTC epoch ms. Returns how many it deleted.
 */
export async function deleteUnreadableFiles(db: Database, now: number): Promise<number> {
  await removeRest(db)
  let removed = 0
  for (let after = ''; ; ) {
    const rows = page.all(db, { after, before: now - day })
    const gone = rows.filter((row) => row.gone)
    await removeFiles(db, gone)
    removed += gone.length
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return removed
    after = last.id
    await turn()
  }
}

/**
 * Deletes the files of unsent and removed messages at once. It need not be a durable listener, because the job deletes what a
 * crash leaves behind. Returns functions that stop it.
 */
export function deleteFilesOfGoneMessages(): Array<() => void> {
  return [
    subscribe('chat.message.changed', (event) => {
      if (messageOfEvent(event)?.state !== 'live') removeOf(event.messageId)
    }),
    subscribe('chat.pending.unsent', ({ pendingMessageId }) => removeOf(pendingMessageId)),
  ]
}

/** If this fails, the job deletes the files later. */
function removeOf(messageId: string): void {
  const gone = goneWith.all(database(), { messageId })
  removeFiles(database(), gone).catch((error: unknown) => logger.error({ err: error }, 'files could not be removed'))
}
