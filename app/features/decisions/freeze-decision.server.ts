import { createHash } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import type { AwardLetter } from '#app/event-payloads.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { isConfirmed } from '#app/features/bids/bid.ts'
import { nextBidState } from '#app/features/bids/bid-access.server.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { listBidLines } from '#app/features/bids/bid-document.server.ts'
import { calculateBidTotals, dayWorkCents, lineNetCents, optionCents } from '#app/features/bids/bid-totals.ts'
import { gapsOf } from '#app/features/bids/levelling/levelling.ts'
import { getOpening } from '#app/features/bids/opening/opening.server.ts'
import { requireOptions, withOptions } from '#app/features/bids/options/options.server.ts'
import { getComparison, linesByBid, sealsByBid } from '#app/features/bids/queries.server.ts'
import { isExpired } from '#app/features/bids/validity/validity.ts'
import { listEvaluators, listScores } from '#app/features/evaluation/evaluation.server.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import type { ProjectRow } from '#app/features/projects/project-access.server.ts'
import { currentTenderSet } from '#app/features/projects/tender-set.server.ts'
import { rankedCents, rankingOf } from '#app/features/projects/vat-treatment.ts'
import { qualificationOf } from '#app/features/qualifications/bid-qualification.server.ts'
import { isInOrder } from '#app/features/qualifications/check-qualification.ts'
import { standstillEnd } from '#app/features/standstill/standstill.ts'
import { getMandates } from '#app/features/team/mandates.server.ts'
import { businessTimeZone } from '#app/platform/business-day.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { awards, bidSeals, bids } from '#db/schema/bids.ts'
import { awardDecisions, awardLetters, awardRevocations } from '#db/schema/decisions.ts'
import { sql } from '#db/sql.server.ts'
import {
  type AwardTerms,
  canonicalDecision,
  canonicalLetter,
  type DecidedBid,
  type DecidedEvaluation,
  type DecisionContent,
  isWrittenTo,
  outcomeOf,
} from './decision.ts'
import type { ChosenOptions } from './decision-options.ts'
import { namedFallback } from './fallback.server.ts'
import { groundOf, isLeading, placesOf } from './ranks.ts'

/** Who asked for the approval of an award, and when (UTC ms). */
export type Asker = { userId: string; askedAt: number }

/**
 * What an award is decided on, as the bids stand before it.
 * @throws AppError invalid without a reason for a bid that nothing speaks for by itself, and for what is no priced option of the bid; conflict if the fallback cannot be awarded
 */
export function decide(
  tx: Transaction,
  ctx: CompanyContext,
  { awardId, bidId, project }: { awardId: string; bidId: string; project: ProjectRow },
  terms: AwardTerms,
  asker: Asker | null,
): DecisionContent {
  const shown = getComparison(ctx, project.id)
  const opening = getOpening(ctx, project.id)
  const client = tx.select().from(companies).where(eq(companies.id, project.companyId)).get()
  if (!shown || !opening || !client) throw notFound()
  const { fallbackBidId = null } = terms
  if (fallbackBidId !== null && !canFallBackOn(tx, ctx, { bid: { id: bidId }, project }, fallbackBidId))
    throw conflict('decisions:refused.fallback')
  const chosen = tx.select().from(bids).where(eq(bids.id, bidId)).get()
  const decided = decidedBids(tx, ctx, shown, { bidId, fallbackBidId })
  const reason = terms.reason?.trim() || null
  const [places, awardable] = [placesOf(shown), awardableIds(shown, ctx.now)]
  const isOpen = completableBids(shown, ctx.now).length > 0
  const ground = isOpen ? null : groundOf(places, awardable, bidId, namedFallback(tx, project.id))
  const others = awardable.filter((id) => id !== bidId)
  if (reason === null && isOpen) throw invalid('decisions:refused.reasonWhileOpen', { field: 'reason' })
  if (reason === null && fallbackBidId !== null && !isLeading(places, others, fallbackBidId))
    throw invalid('decisions:refused.fallbackReason', { field: 'reason' })
  if (reason === null && ground === null) throw invalid('decisions:refused.reasonNeeded', { field: 'reason' })
  const timeZone = project.timeZone ?? businessTimeZone
  const days = project.standstillDays
  const deciderOf = (userId: string, name: string) => ({
    name,
    limitCents: getMandates(tx, ctx.company.id, userId)?.award ?? null,
  })
  return {
    ...{ awardId, projectId: project.id, projectVersion: project.version, title: project.title },
    client: { companyId: client.id, name: client.name, businessId: client.businessId },
    tenderSetDigest: currentTenderSet(tx, project.id),
    ...{ currency: project.currency, basis: shown.comparison.basis, timeZone: project.timeZone },
    byCriteria: shown.scores !== 'none',
    evaluation: decidedEvaluation(tx, project.id, shown.scores),
    ...{ openedAt: opening.openedAt, openedBy: opening.openedBy },
    ...{ decidedAt: ctx.now, decidedBy: deciderOf(ctx.actor.id, ctx.actor.name) },
    askedBy: asker && {
      ...deciderOf(asker.userId, person.first(tx, { user: asker.userId })?.name ?? ''),
      askedAt: asker.askedAt,
    },
    ...{
      ground,
      reason,
      contact: terms.contact?.trim() || contactOf(ctx.actor),
      appeals: terms.appeals?.trim() || null,
    },
    standstill: days > 0 ? { days, endsAt: standstillEnd(ctx.now, days, timeZone), timeZone } : null,
    revocationBefore: lastRevocation.first(tx, { project: project.id })?.digest ?? null,
    options: chosenWith(tx, bidId, terms.optionIds ?? []),
    bids: decided,
    qualification: chosen ? qualificationOf(tx, chosen, project, ctx.now).items : [],
    gaps: gapsOf(shown.comparison, bidId, shown.plugs).map(({ description: line, cell, plug }) => ({
      line,
      answer: cell.state === 'priced' ? 'differs' : cell.state,
      plugCents: plug?.netCents ?? null,
      why: plug?.reason ?? null,
    })),
  }
}

/** The options that are chosen with a bid, and what it comes to with them; null for none. */
function chosenWith(tx: Transaction, bidId: string, optionIds: readonly string[]): ChosenOptions | null {
  const all = listBidLines(tx, bidId)
  const lines = requireOptions(all, optionIds).map((line) => ({ ...line, netCents: lineNetCents(line) }))
  const { netCents, grossCents } = calculateBidTotals(withOptions(all, optionIds))
  return lines.length === 0 ? null : { lines, netCents, grossCents }
}

function decidedEvaluation(tx: Transaction, projectId: string, scores: Shown['scores']): DecidedEvaluation | null {
  const { ratio } = findAwardTerms(tx, projectId)
  if (!ratio || typeof scores === 'string') return null
  const evaluators = listEvaluators(tx, projectId)
  const ids = evaluators.map(({ id }) => id)
  return { ratio, scores, evaluators, points: listScores(tx, ids) }
}

/** Whom bidders ask unless the client names somebody else: who decides. */
export const contactOf = ({ name, email }: { name: string; email: string }): string => `${name}, ${email}`

/** Freezes a decision and its letters. Part of the verb that awards, in its transaction. */
export function freezeDecision(
  tx: Transaction,
  decision: DecisionContent,
): { digest: string; fallbackBidId: string | null; letters: AwardLetter[] } {
  const { awardId, standstill } = decision
  const text = canonicalDecision(decision)
  const digest = sha256(text)
  const fallbackBidId = decision.bids.find(({ outcome }) => outcome === 'fallback')?.bidId ?? null
  tx.insert(awardDecisions)
    .values({
      ...{ id: newId(), awardId, fallbackBidId, text, digest },
      standstillDays: standstill?.days,
      standstillEndsAt: standstill?.endsAt,
      standstillZone: standstill?.timeZone,
    })
    .run()
  const letters = decision.bids.filter(isWrittenTo).map((bid) => {
    const { bidId, companyId } = bid
    const letter = canonicalLetter(decision, bid)
    tx.insert(awardLetters)
      .values({ id: newId(), awardId, bidId, companyId, text: letter, digest: sha256(letter) })
      .run()
    return { bidId, companyId, userId: submitter.first(tx, { bid: bidId })?.sealedBy ?? null }
  })
  return { digest, fallbackBidId, letters }
}

/** Whether a bid can be named as the fallback for another one: it could be awarded itself, and is qualified today. */
export function canFallBackOn(
  db: Database | Transaction,
  clock: { now: number },
  { bid, project }: { bid: { id: string }; project: ProjectRow },
  fallbackBidId: string,
): boolean {
  const other = db.select().from(bids).where(eq(bids.id, fallbackBidId)).get()
  if (other?.projectId !== project.id || other.id === bid.id) return false
  return (
    nextBidState(db, clock, { bid: other, project }, { action: 'award', role: 'owner' }).ok &&
    qualificationOf(db, other, project, clock.now).items.every(isInOrder)
  )
}

/** The bids of a comparison that can be awarded now (UTC ms). */
export const awardableIds = (shown: Shown, now: number): string[] =>
  consideredBids(shown, now).flatMap(({ id, qualification }) =>
    qualification === 'none' || qualification === 'complete' ? id : [],
  )

/** The bids that could be awarded once their bidders complete them, which can still change the order. */
export const completableBids = (shown: Shown, now: number) =>
  consideredBids(shown, now).filter(({ mayComplete }) => mayComplete)

const consideredBids = ({ bidders, project }: Shown, now: number) =>
  bidders.filter((bid) =>
    availableBidActions({ ...bid, role: 'owner', requestChanged: false, project }, now).includes('award'),
  )

type Shown = NonNullable<ReturnType<typeof getComparison>>

/** The opened bids of a project, in the order of the comparison, as they are with this award. */
function decidedBids(
  tx: Transaction,
  { now }: { now: number },
  shown: Shown,
  award: { bidId: string; fallbackBidId: string | null },
): DecidedBid[] {
  const { project, bidders, comparison, levelling, scores } = shown
  const ranking = rankingOf(project)
  const ids = bidders.map(({ id }) => id)
  const seals = sealsByBid(tx, ids)
  const lines = linesByBid(tx, ids)
  const rows = tx
    .select({ bid: bids, company: companies.name, businessId: companies.businessId })
    .from(bids)
    .innerJoin(companies, eq(companies.id, bids.companyId))
    .where(inArray(bids.id, ids))
    .all()
  const { totals } = comparison
  const ranks = placesOf(shown)
  return bidders.flatMap(({ id: bidId, boundUntil }) => {
    const row = rows.find(({ bid }) => bid.id === bidId)
    if (!row) return []
    const isOver = isExpired({ boundUntil, timeZone: project.timeZone, now })
    const isStanding = row.bid.status === 'opened' || row.bid.status === 'shortlisted'
    const items = isStanding ? qualificationOf(tx, row.bid, project, now).items : []
    const notInOrder = items.filter((item) => !isInOrder(item))
    const facts = {
      isConfirmed: isConfirmed(row.bid, project),
      isExpired: isOver,
      isQualified: notInOrder.length === 0,
    }
    const outcome = outcomeOf({ ...row.bid, ...facts }, award)
    if (!outcome) return []
    const { bid, company, businessId } = row
    const { netCents, vatCents, grossCents, companyId, revision, submittedAt, reason } = bid
    // Rejected and withdrawn bids are in no total.
    const index = totals.findIndex((total) => total.bidId === bidId)
    return {
      ...{ bidId, companyId, company, businessId, revision, submittedAt, boundUntil, outcome },
      seal: seals.get(bidId)?.[0]?.digest ?? null,
      ...{ netCents, vatCents, grossCents, rankedCents: rankedCents(bid, ranking), notInOrder },
      dayWorkCents: dayWorkCents(lines.get(bidId) ?? []),
      optionsCents: optionCents(lines.get(bidId) ?? []),
      rank: ranks[index]?.rank ?? null,
      pointsCenti: typeof scores === 'string' ? null : (scores.find((one) => one.bidId === bidId)?.totalCenti ?? null),
      gaps: levelling[index]?.gaps ?? 0,
      levelledCents: levelling[index]?.netCents ?? null,
      levelledRank: levelling[index]?.rank ?? null,
      reason,
    }
  })
}

const submitter = sql(
  { params: { bid: bids.id }, row: columns(bidSeals, 'sealedBy') },
  'SELECT sealed_by AS sealedBy FROM bid_seals WHERE bid_id = :bid ORDER BY revision DESC LIMIT 1',
)

const lastRevocation = sql(
  { params: { project: awards.projectId }, row: columns(awardRevocations, 'digest') },
  `SELECT r.digest FROM bids b JOIN awards a INDEXED BY awards_bid ON a.bid_id = b.id
   JOIN award_revocations r ON r.award_id = a.id WHERE b.project_id = :project ORDER BY r.id DESC LIMIT 1`,
)

const person = sql(
  { params: { user: users.id }, row: columns(users, 'name') },
  'SELECT name FROM users WHERE id = :user',
)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
