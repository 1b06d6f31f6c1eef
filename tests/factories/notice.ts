import { type Notice, notify } from '#app/features/notifications/notify.server.ts'
import { type Database, transact } from '#db/client.server.ts'

/** Gives people a notice of the system's, in a transaction of its own. Gives how many. */
export function createNotice(db: Database, now: number, userIds: readonly string[], notice: Notice): number {
  return transact(db, (tx) => notify(tx, { actor: null, now, requestId: 'a test' }, userIds, notice))
}
