// verb-rule: `attachFiles` and `detachFile` check the right
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { changeBid, type LoadedBid } from '#app/features/bids/bid-access.server.ts'
import { listBidLines, sealBid } from '#app/features/bids/bid-document.server.ts'
import { recordSubmission } from '#app/features/bids/submit-bid.server.ts'
import { requirePart } from '#app/features/projects/taking-part.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { listAttachments } from './attachments.server.ts'

/**
 * Changes the files of a bid by `write`, which gets the first revision that the change belongs to. A submitted bid gets a revision of its own,
 * sealed at once for the version of the project that it already answers (BID-22).
 * @throws AppError conflict after the deadline, or when the bid is not the version (`updatedAt`) that the form showed
 */
export function changeAttachments(
  tx: Transaction,
  ctx: CompanyContext,
  loaded: LoadedBid,
  expectedVersion: number | undefined,
  write: (revision: number) => void,
): void {
  const { bid: before, project, role } = loaded
  requireUnchanged(before.updatedAt, expectedVersion)
  requirePart(tx, project.id, ctx.company.id)
  const attachments = listAttachments(tx, before.id)
  const revises = before.status !== 'draft'
  const revision = before.revision + 1
  const after = changeBid(tx, ctx, loaded, {
    action: revises ? 'revise' : 'edit',
    role,
    ...(revises && { set: { revision, submittedAt: ctx.now } }),
  })
  write(revision)
  const digest = revises ? sealBid(tx, ctx, after, listBidLines(tx, before.id), 'revised') : null
  appendAudit(tx, ctx, {
    action: revises ? 'bid.revise' : 'bid.update',
    subject: { type: 'bid', id: before.id },
    before: { ...before, attachments },
    after: { ...after, attachments: listAttachments(tx, before.id) },
    detail: { revision: after.revision, digest },
  })
  if (revises) recordSubmission(tx, ctx, after, project.title)
}
