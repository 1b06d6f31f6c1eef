import { and, eq, gt, inArray, ne, or } from 'drizzle-orm'
import type { BidEvent } from '#app/event-payloads.ts'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { requireProjectRole } from '#app/features/projects/members/role-on-project.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { bids } from '#db/schema/bids.ts'
import { projectAddenda, projects } from '#db/schema/projects.ts'
import { liveBidStatuses } from '#db/vocabulary/bids.ts'
import { type BidAction, type BidRole, bidMachine, canSeeBid, isConfirmed } from './bid.ts'
import type { BidRow } from './bid-document.server.ts'
import { boundUntil } from './validity/validity.server.ts'

type ProjectRow = typeof projects.$inferSelect
export type LoadedBid = { bid: BidRow; project: ProjectRow; role: 'bidder' | 'owner' }

/**
 * Loads a bid with its project for a verb, if visible to the caller: their own bid always, one on their project once opened.
 * @throws AppError not found; forbidden by the role on the project (PROJ-26)
 */
export function loadBid(tx: Transaction, ctx: CompanyContext, bidId: string): LoadedBid {
  const row = tx
    .select({ bid: bids, project: projects })
    .from(bids)
    .innerJoin(projects, eq(projects.id, bids.projectId))
    .where(eq(bids.id, bidId))
    .get()
  if (!row) throw notFound()
  const role = roleOf(ctx, row)
  if (role === null || !canSeeBid({ ...row.bid, bidsOpenedAt: row.project.bidsOpenedAt }, role)) throw notFound()
  if (role === 'owner') requireProjectRole(tx, ctx, row.project.id, 'bids')
  return { ...row, role }
}

function roleOf(
  ctx: CompanyContext,
  { bid, project }: { bid: BidRow; project: ProjectRow },
): 'bidder' | 'owner' | null {
  if (bid.companyId === ctx.company.id) return 'bidder'
  return project.companyId === ctx.company.id ? 'owner' : null
}

/** The payload of a bid's events. */
export function bidEvent({ bid, project }: LoadedBid): BidEvent {
  return {
    bidId: bid.id,
    projectId: project.id,
    companyId: bid.companyId,
    ownerCompanyId: project.companyId,
    title: project.title,
  }
}

/** A company's live bid on a project. */
export function findLiveBid(
  tx: Database | Transaction,
  { projectId, companyId }: Pick<BidRow, 'projectId' | 'companyId'>,
): BidRow | undefined {
  return tx
    .select()
    .from(bids)
    .where(
      and(eq(bids.projectId, projectId), eq(bids.companyId, companyId), inArray(bids.status, [...liveBidStatuses])),
    )
    .get()
}

/** Whether the company has another live bid on the project. */
export function hasOtherLiveBid(
  tx: Database | Transaction,
  bid: Pick<BidRow, 'id' | 'projectId' | 'companyId'>,
): boolean {
  const other = tx
    .select({ id: bids.id })
    .from(bids)
    .where(
      and(
        eq(bids.projectId, bid.projectId),
        eq(bids.companyId, bid.companyId),
        inArray(bids.status, [...liveBidStatuses]),
        ne(bids.id, bid.id),
      ),
    )
    .get()
  return other !== undefined
}

/** Whether an addendum has changed the project's lines or VAT treatment since the bid was last made or confirmed. */
export function hasRequestChanged(
  db: Database | Transaction,
  bid: Pick<BidRow, 'projectId' | 'projectVersion'>,
): boolean {
  const { projectId, version, changesLines, changesVat } = projectAddenda
  const changesPrices = or(eq(changesLines, true), eq(changesVat, true))
  const later = and(eq(projectId, bid.projectId), gt(version, bid.projectVersion), changesPrices)
  return db.select({ version }).from(projectAddenda).where(later).get() !== undefined
}

/** Where an action leads a bid now, or why it is refused. */
export function nextBidState(
  db: Database | Transaction,
  { now }: { now: number },
  { bid, project }: Pick<LoadedBid, 'bid' | 'project'>,
  { action, role, reason }: { action: BidAction; role: BidRole; reason?: string },
) {
  return bidMachine.next(bid.status, action, role, {
    now,
    bidDeadline: project.bidDeadline,
    projectStatus: project.status,
    ownProject: project.companyId === bid.companyId,
    hasOtherLiveBid: action === 'submit' && hasOtherLiveBid(db, bid),
    isConfirmed: isConfirmed(bid, project),
    requestChanged: !isConfirmed(bid, project) && hasRequestChanged(db, bid),
    boundUntil: boundUntil(db, bid),
    timeZone: project.timeZone,
    reason: reason ?? null,
  })
}

/**
 * Applies an action to a bid if the state machine allows it and no concurrent change came first. Returns the updated row.
 * @throws AppError conflict or forbidden
 */
export function changeBid(
  tx: Transaction,
  ctx: Pick<Context, 'now'>,
  { bid, project }: Pick<LoadedBid, 'bid' | 'project'>,
  change: { action: BidAction; role: BidRole; set?: Partial<BidRow>; reason?: string },
): BidRow {
  const status = stateAfter(nextBidState(tx, ctx, { bid, project }, change))
  const changed = tx
    .update(bids)
    .set({ ...change.set, status, updatedAt: ctx.now })
    .where(and(eq(bids.id, bid.id), eq(bids.status, bid.status), eq(bids.revision, bid.revision)))
    .returning()
    .get()
  if (!changed) throw conflict('errors:concurrentChange')
  return changed
}
