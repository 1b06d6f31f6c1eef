// verb-rule: `withdrawBid` deletes the draft, checks the right and appends the audit row
import { eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#db/client.server.ts'
import { bidAttachments } from '#db/schema/bids.ts'
import { files } from '#db/schema/files.ts'
import { listEveryAttachment } from './attachments.server.ts'

/** Deletes the files of a draft that will never be submitted. The daily job deletes them from the storage (`removeRest`). */
export function deleteAttachments(tx: Transaction, bidId: string): void {
  const ids = listEveryAttachment(tx, bidId).map(({ fileId }) => fileId)
  if (ids.length === 0) return
  tx.delete(bidAttachments).where(eq(bidAttachments.bidId, bidId)).run()
  tx.update(files).set({ subjectType: 'removed' }).where(inArray(files.id, ids)).run()
}
