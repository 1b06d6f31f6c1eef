import { type Notice, notify } from '#app/features/notifications/notify.server.ts'
import { publish } from '#app/platform/events.server.ts'
import type { Transaction } from '#db/client.server.ts'

/** A notice about a group, in the transaction of what happened; gives what to call once that is committed. */
export function notifyPeople(
  tx: Transaction,
  now: number,
  userIds: readonly string[],
  notice: Omit<Notice, 'category'>,
): () => void {
  const told = notify(tx, now, userIds, { ...notice, category: 'chat' })
  return () => {
    if (told > 0) publish('notification.created', { userIds: [...userIds] })
  }
}
