import type { Context } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import type { Ratio } from '#app/features/projects/award-terms.ts'
import { getOwnProject, type ProjectDetail } from '#app/features/projects/queries.server.ts'
import { unqualifiedIds } from '#app/features/qualifications/bid-qualification.server.ts'
import { findRanking, isComplete, listEvaluators, listScores, type Score, scoredBids } from './evaluation.server.ts'
import type { BidScore } from './scoring.ts'

export type Evaluation = {
  project: ProjectDetail
  ratio: Ratio
  bids: { id: string; companyName: string }[]
  /** Who they are, and why they were reopened; nothing of how far they are. */
  evaluators: { id: string; userId: string; name: string; reopenedAt: number | null; reopenReason: string | null }[]
  /** The caller's own part; null for everybody else. */
  own: { declaredAt: number | null; submittedAt: number | null; scores: Score[] } | null
  /** Null until all have submitted. */
  result: { ranked: BidScore[]; scores: Score[] } | null
}

/**
 * The evaluation of the opened bids on the caller's project by its criteria; null for everybody else, and without either. Until all have
 * submitted, it holds nothing of anybody else's points (BID-11).
 */
export function getEvaluation(ctx: Context, projectId: string): Evaluation | null {
  const project = can(ctx, 'bids.read') ? getOwnProject(ctx, projectId) : null
  if (!project || project.bidsOpenedAt === null) return null
  const { ratio } = findAwardTerms(ctx.db, projectId)
  if (!ratio) return null
  const all = listEvaluators(ctx.db, projectId)
  const mine = all.find(({ userId }) => userId === ctx.actor?.id)
  const bids = scoredBids(ctx.db, project)
  const ranked = isComplete(all)
    ? findRanking(ctx.db, project, unqualifiedIds(ctx.db, project, bids, ctx.now))
    : 'pending'
  const ids = all.map(({ id }) => id)
  return {
    project,
    ratio,
    bids: bids.map(({ id, companyName }) => ({ id, companyName })),
    evaluators: all.map(({ id, userId, name, reopenedAt, reopenReason }) => ({
      ...{ id, userId, name, reopenedAt, reopenReason },
    })),
    own: mine
      ? { declaredAt: mine.declaredAt, submittedAt: mine.submittedAt, scores: listScores(ctx.db, [mine.id]) }
      : null,
    result: typeof ranked === 'string' ? null : { ranked, scores: listScores(ctx.db, ids) },
  }
}
