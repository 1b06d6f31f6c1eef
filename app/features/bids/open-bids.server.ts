import { and, eq, max } from 'drizzle-orm'
import { changeProject, type ProjectRow } from '#app/features/projects/project-access.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bids } from '#db/schema/bids.ts'
import { changeBid } from './bid-access.server.ts'
import { bidParts, isSealIntact, listSeals } from './bid-document.server.ts'
import { isCompleteBid } from './comparison.ts'
import { dropTypedBids } from './typing/typed-bid.server.ts'

/**
 * Closes a project's bidding and opens all submitted bids at once, verifying each against its seal. Runs inside the transaction
 * of the caller, which has checked the right.
 * @throws AppError conflict unless the project is open
 */
export function openBids(
  tx: Transaction,
  source: AuditSource,
  before: ProjectRow,
  role: 'owner' | 'system',
  facts: { isAnswered?: boolean } = {},
): void {
  const withdrawn = tx
    .select({ at: max(bids.withdrawnAt) })
    .from(bids)
    .where(eq(bids.projectId, before.id))
    .get()
  // The opening must not precede any sealed withdrawal, so that those bids stay hidden.
  const set = { bidsOpenedAt: Math.max(source.now, withdrawn?.at ?? 0) }
  const project = changeProject(tx, source, before, { action: 'close_bidding', role, set, facts })
  const submitted = tx
    .select()
    .from(bids)
    .where(and(eq(bids.projectId, project.id), eq(bids.status, 'submitted')))
    .all()
  dropTypedBids(tx, project.id)
  const requested = listProjectLines(tx, project.id)
  for (const bid of submitted) {
    const parts = bidParts(tx, bid.id)
    const intact = isSealIntact(bid, parts, listSeals(tx, bid.id))
    if (!intact) logger.error({ bid: bid.id, project: project.id }, 'an opened bid is not what was sealed')
    const after = changeBid(
      tx,
      source,
      { bid, project },
      { action: 'open', role: 'system', set: { isComplete: isCompleteBid(requested, parts.lines) } },
    )
    appendAudit(tx, source, {
      action: 'bid.open',
      subject: { type: 'bid', id: bid.id },
      before: bid,
      after,
      detail: { sealIntact: intact },
    })
  }
  appendAudit(tx, source, {
    action: 'project.close_bidding',
    subject: { type: 'project', id: project.id },
    before,
    after: project,
    detail: { bids: submitted.length },
  })
  const { id, companyId, title } = project
  const bidderCompanyIds = submitted.map((bid) => bid.companyId)
  recordEvent(tx, source, 'bids.opened', { projectId: id, companyId, title, bidderCompanyIds })
}
