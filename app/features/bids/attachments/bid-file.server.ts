import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { canSeeBid } from '#app/features/bids/bid.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import { bidAttachments, bids } from '#db/schema/bids.ts'
import { files } from '#db/schema/files.ts'
import { projects } from '#db/schema/projects.ts'

/**
 * A file of a bid: for its bidder, of every version, and once the bids are opened for the client, of the version that was opened
 * (BID-22). Null for everybody else, as for an unknown file.
 */
export function findBidFile(ctx: UserContext, fileId: string): ServedFile | null {
  const company = companyInScope(ctx, 'bids.read')
  if (company === '') return null
  const row = ctx.db
    .select({ file: files, untilRevision: bidAttachments.untilRevision, bid: bids, project: projects })
    .from(bidAttachments)
    .innerJoin(files, eq(files.id, bidAttachments.fileId))
    .innerJoin(bids, eq(bids.id, bidAttachments.bidId))
    .innerJoin(projects, eq(projects.id, bids.projectId))
    .where(eq(bidAttachments.fileId, fileId))
    .get()
  if (!row) return null
  const { file, untilRevision, bid, project } = row
  const isClient =
    project.companyId === company &&
    untilRevision === null &&
    canSeeBid({ ...bid, bidsOpenedAt: project.bidsOpenedAt }, 'owner')
  if (bid.companyId !== company && !isClient) return null
  const { name, mime, sha256, storedAs } = file
  return { name, mime, etag: sha256, storedAs }
}
