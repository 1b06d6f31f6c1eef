import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import type { Ratio } from '#app/features/projects/award-terms.ts'
import { minEvaluators } from '#app/features/projects/possible-evaluators.server.ts'
import { loadOwnProject, type ProjectRow } from '#app/features/projects/project-access.server.ts'
import { rankedCents, rankingOf } from '#app/features/projects/vat-treatment.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { awards, bids } from '#db/schema/bids.ts'
import { evaluationScores, evaluators } from '#db/schema/evaluation.ts'
import type { BidStatus } from '#db/vocabulary/bids.ts'
import { type BidScore, rankBids } from './scoring.ts'

const standing: BidStatus[] = ['opened', 'shortlisted', 'awarded', 'won', 'terminated', 'not_selected']

/** Bids that are scored: opened ones that price all that is asked, for the current version of the project, in the order of their ids. */
export function scoredBids(db: Database | Transaction, project: Pick<ProjectRow, 'id' | 'version'>) {
  const { id, netCents, vatCents, qualification } = bids
  return db
    .select({ id, netCents, vatCents, qualification, companyName: companies.name })
    .from(bids)
    .innerJoin(companies, eq(companies.id, bids.companyId))
    .where(
      and(
        eq(bids.projectId, project.id),
        inArray(bids.status, standing),
        eq(bids.isComplete, true),
        eq(bids.projectVersion, project.version),
      ),
    )
    .orderBy(asc(id))
    .all()
}

/** Who scores the bids of a project, by name; whoever was replaced is not among them. */
export function listEvaluators(db: Database | Transaction, projectId: string) {
  const { id, userId, declaredAt, submittedAt, reopenedAt, reopenReason } = evaluators
  return db
    .select({ id, userId, declaredAt, submittedAt, reopenedAt, reopenReason, name: users.name })
    .from(evaluators)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(evaluators.projectId, projectId), isNull(evaluators.dismissedAt)))
    .orderBy(asc(users.name), asc(id))
    .all()
}
export type Evaluator = ReturnType<typeof listEvaluators>[number]

/** The points of these evaluators. */
export function listScores(db: Database | Transaction, evaluatorIds: readonly string[]) {
  const { evaluatorId, bidId, criterionId, pointsCenti, note } = evaluationScores
  return db
    .select({ evaluatorId, bidId, criterionId, pointsCenti, note })
    .from(evaluationScores)
    .where(inArray(evaluatorId, [...evaluatorIds]))
    .orderBy(asc(evaluatorId))
    .all()
}
export type Score = ReturnType<typeof listScores>[number]

/** Whether all have submitted, so that everybody who may see the bids sees the points. */
export const isComplete = (of: readonly Evaluator[]): boolean =>
  of.length >= minEvaluators && of.every(({ submittedAt }) => submittedAt !== null)

/**
 * How the criteria of a project rank its bids: `none` where the price alone decides, `pending` until all evaluators have submitted their
 * points. Checks no right: the caller has.
 * @param unqualified the bids that have no rank and no part in the price formula (`unqualifiedIds`)
 */
export function findRanking(
  db: Database | Transaction,
  project: Pick<ProjectRow, 'id' | 'version' | 'vatTreatment' | 'vatGround' | 'buyerDeductsVat' | 'bidDeadline'>,
  unqualified: ReadonlySet<string>,
): 'none' | 'pending' | BidScore[] {
  const { ratio } = findAwardTerms(db, project.id)
  if (!ratio) return 'none'
  const of = listEvaluators(db, project.id)
  if (!isComplete(of)) return 'pending'
  const scores = listScores(
    db,
    of.map(({ id }) => id),
  )
  const ranking = rankingOf(project)
  return rankBids(
    ratio,
    scoredBids(db, project)
      .filter(({ id }) => !unqualified.has(id))
      .map((bid) => ({
        bidId: bid.id,
        priceCents: rankedCents(bid, ranking),
        points: new Map(ratio.criteria.map(({ id }) => [id, pointsFor(scores, bid.id, id)])),
      })),
  )
}

/** Whether a project has award criteria, and not all evaluators have submitted their points. */
const isPending = (db: Database | Transaction, projectId: string): boolean =>
  findAwardTerms(db, projectId).ratio !== null && !isComplete(listEvaluators(db, projectId))

/** Whether the award of a project waits for the points of its evaluators. Checks no right: the caller has. */
export const awaitsScores = (db: Database, project: Pick<ProjectRow, 'id' | 'status'>): boolean =>
  project.status === 'evaluating' && isPending(db, project.id)

/**
 * Refuses an award before the bids are scored, on a project that chooses by criteria.
 * @throws AppError conflict
 */
export function requireEvaluated(tx: Transaction, project: Pick<ProjectRow, 'id'>): void {
  if (isPending(tx, project.id)) throw conflict('evaluation:refused.notEvaluated')
}

const pointsFor = (scores: readonly Score[], bidId: string, criterionId: string): number[] =>
  scores.flatMap((score) => (score.bidId === bidId && score.criterionId === criterionId ? [score.pointsCenti] : []))

/**
 * A project of the caller's company whose bids are being evaluated by criteria.
 * @throws AppError not found; conflict in any other status, without criteria, or once an award was made
 */
export function loadEvaluated(
  tx: Transaction,
  ctx: CompanyContext,
  projectId: string,
  module: 'bids' | null = 'bids',
): { project: ProjectRow; ratio: Ratio; evaluators: Evaluator[] } {
  const project = loadOwnProject(tx, ctx, projectId, module)
  const { ratio } = findAwardTerms(tx, projectId)
  if (!ratio || project.status !== 'evaluating') throw conflict('evaluation:refused.notEvaluating')
  if (isFrozen(tx, projectId)) throw conflict('evaluation:refused.frozen')
  return { project, ratio, evaluators: listEvaluators(tx, projectId) }
}

/** Whether an award was made on the points, which then stay. Awards from before there were evaluators were made on none. */
const isFrozen = (tx: Transaction, projectId: string): boolean =>
  tx
    .select({ id: awards.id })
    .from(awards)
    .innerJoin(evaluators, and(eq(evaluators.projectId, awards.projectId), lte(evaluators.namedAt, awards.awardedAt)))
    .where(eq(awards.projectId, projectId))
    .get() !== undefined

/**
 * The same for somebody who scores them.
 * @throws AppError forbidden unless the caller is one of the evaluators; conflict once they have submitted their points
 */
export function loadOwnEvaluation(tx: Transaction, ctx: CompanyContext, projectId: string) {
  // Whoever was named scores, whatever else their role on the project is.
  const loaded = loadEvaluated(tx, ctx, projectId, null)
  const own = loaded.evaluators.find(({ userId }) => userId === ctx.actor.id)
  if (!own) throw forbidden('evaluation:refused.notEvaluator')
  if (own.submittedAt !== null) throw conflict('evaluation:refused.submitted')
  return { ...loaded, own }
}
