import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { list } from '#db/fields.server.ts'
import { bidAttachments, bids } from '#db/schema/bids.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'

const shown = {
  id: bidAttachments.id,
  bidId: bidAttachments.bidId,
  sinceRevision: bidAttachments.sinceRevision,
  untilRevision: bidAttachments.untilRevision,
  fileId: files.id,
  name: files.name,
  size: files.size,
  sha256: files.sha256,
}

/** A file of a bid; `size` is in bytes. */
export type Attachment = Pick<
  typeof bidAttachments.$inferSelect,
  'id' | 'bidId' | 'sinceRevision' | 'untilRevision' | 'fileId'
> &
  Pick<typeof files.$inferSelect, 'name' | 'size' | 'sha256'>

const read = (db: Database | Transaction) =>
  db.select(shown).from(bidAttachments).innerJoin(files, eq(files.id, bidAttachments.fileId)).$dynamic()

/** The files of a bid as it stands, in the order in which they were added. Checks no right: the caller has. */
export const listAttachments = (db: Database | Transaction, bidId: string): Attachment[] =>
  read(db)
    .where(and(eq(bidAttachments.bidId, bidId), isNull(bidAttachments.untilRevision)))
    .orderBy(asc(bidAttachments.id))
    .all()

const ofBids = sql(
  { params: { ids: list(bids.id) }, row: shown },
  `SELECT a.id, a.bid_id AS bidId, a.since_revision AS sinceRevision, a.until_revision AS untilRevision, f.id AS fileId,
          f.name, f.size, f.sha256
   FROM bid_attachments a JOIN files f ON f.id = a.file_id
   WHERE a.bid_id IN (SELECT value FROM json_each(:ids)) AND a.until_revision IS NULL ORDER BY a.id`,
)

/** The same of several bids. Checks no right: the caller has. */
export function attachmentsByBid(db: Database | Transaction, bidIds: string[]): Map<string, Attachment[]> {
  const found = new Map<string, Attachment[]>()
  for (const row of ofBids.all(db, { ids: bidIds })) found.set(row.bidId, [...(found.get(row.bidId) ?? []), row])
  return found
}

/** Every file that a version of a bid has had, in the order in which they were added. Checks no right: the caller has. */
export const listEveryAttachment = (db: Database | Transaction, bidId: string): Attachment[] =>
  read(db).where(eq(bidAttachments.bidId, bidId)).orderBy(asc(bidAttachments.id)).all()

/** The files that this version of a bid had, of all that its versions have had. */
export const attachmentsOf = (every: readonly Attachment[], revision: number): Attachment[] =>
  every.filter(
    ({ sinceRevision, untilRevision }) =>
      sinceRevision <= revision && (untilRevision === null || revision < untilRevision),
  )
