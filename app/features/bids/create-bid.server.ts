import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { mayTakePart } from '#app/features/projects/taking-part.server.ts'
import { hasAddress } from '#app/features/team/company-address.ts'
import { completeCompanyAddress } from '#app/features/team/complete-company-address.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { hasOtherLiveBid } from './bid-access.server.ts'
import { requireKnownAddenda, saveBidLines, shownVersion, statedTerms, toBidLines } from './bid-document.server.ts'
import { calculateBidTotals } from './bid-totals.ts'
import type { BidInput } from './schemas.server.ts'
import { submitInTransaction } from './submit-bid.server.ts'
import { dropTypedBid } from './typing/typed-bid.server.ts'

type ProjectRow = typeof projects.$inferSelect
type Input = BidInput & { projectId: string; submit?: boolean; submissionId?: string | undefined }

/**
 * Creates a draft bid on an open project, visible only to its company; with `submit`, submits it at once.
 * @throws AppError not found; conflict after the deadline, on the company's own project, beside another live bid, or when
 * a bid is submitted to another version of the project than its form showed
 */
export function createBid(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'bids.create')
  if (input.submit) requireRight(ctx, 'bids.submit')
  return transactNow(ctx, (tx, ctx) =>
    withIdempotencyKey(tx, ctx, { verb: 'createBid', input }, () =>
      createInTransaction(tx, ctx, requireBiddable(tx, ctx, input.projectId), input),
    ),
  )
}

/**
 * The project that a company may bid on now.
 * @throws AppError not found; conflict after the deadline, or on the company's own project
 */
export function requireBiddable(tx: Transaction, ctx: CompanyContext, projectId: string): ProjectRow {
  const project = tx.select().from(projects).where(eq(projects.id, projectId)).get()
  // What was never published belongs to its company, what is by invitation to the invited (PROJ-13). Whatever else was published
  // is no secret, even once only its bidders can open it.
  const isOwn = project?.companyId === ctx.company.id
  if (!project || (!isOwn && !mayTakePart(tx, project.id, ctx.company.id))) throw notFound()
  if (isOwn) throw conflict('bids:refused.ownProject')
  if (!isBeforeDeadline(ctx.now, project.bidDeadline)) throw conflict('bids:refused.deadlinePassed')
  if (project.status !== 'open') throw conflict('bids:refused.projectNotOpen')
  return project
}

/** `createBid` inside a transaction, on a project that `requireBiddable` gave; the caller has checked the rights. */
export function createInTransaction(
  tx: Transaction,
  ctx: CompanyContext,
  project: ProjectRow,
  input: BidInput & { submit?: boolean },
): { id: string } {
  if (input.submit) requireKnownAddenda(project, input)
  const id = newId()
  if (hasOtherLiveBid(tx, { id, projectId: project.id, companyId: ctx.company.id })) {
    throw conflict('bids:refused.oneBidPerCompany')
  }
  const lines = toBidLines(tx, project, input, ctx.now)
  const { netCents, vatCents, grossCents } = calculateBidTotals(lines)
  const bid = tx
    .insert(bids)
    .values({
      id,
      projectId: project.id,
      companyId: ctx.company.id,
      createdBy: ctx.actor.id,
      status: 'draft',
      currency: project.currency,
      netCents,
      vatCents,
      grossCents,
      approach: input.approach,
      timelineWeeks: input.timelineWeeks,
      ...statedTerms(project, input),
      projectVersion: shownVersion(project, input),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
    .get()
  saveBidLines(tx, id, lines)
  dropTypedBid(tx, bid)
  appendAudit(tx, ctx, { action: 'bid.create', subject: { type: 'bid', id }, after: { ...bid, lines } })
  if (input.submit) submitInTransaction(tx, ctx, { bid, project, role: 'bidder' }, input)
  else if (hasAddress(input)) completeCompanyAddress(tx, ctx, input)
  return { id }
}
