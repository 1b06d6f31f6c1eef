import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { declareNoConflict } from '#app/features/evaluation/declare-no-conflict.server.ts'
import { nameEvaluators } from '#app/features/evaluation/name-evaluators.server.ts'
import { getEvaluation } from '#app/features/evaluation/queries.server.ts'
import { scoreBid } from '#app/features/evaluation/score-bid.server.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { submitEvaluation } from '#app/features/evaluation/submit-evaluation.server.ts'
import { findAwardTerms, type NewAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { createSubmittedBid } from './bid.ts'
import { createDraft, day } from './project.ts'

/** Terms of the best price-quality ratio: 60 % price, 30 % plan, 10 % references, on a scale of 10. */
export function ratioTerms(change: Partial<NonNullable<NewAwardTerms['ratio']>> = {}): NewAwardTerms {
  return {
    ratio: {
      ...{ priceWeightBp: 6000, maxPoints: 10, priceFormula: 'lowest', ceilingCents: null },
      criteria: [
        { name: 'Plan', description: 'A plan that keeps the school open.', weightBp: 3000 },
        { name: 'References', description: 'Kitchens of the same size.', weightBp: 1000 },
      ],
      ...change,
    },
    requirements: ['Insured for two million euros.', 'Speaks Finnish on site.'],
  }
}

/** Gives a bid the same points for each criterion. */
export function score(by: CompanyContext, projectId: string, bidId: string, note: string): void {
  const criteria = findAwardTerms(by.db, projectId).ratio?.criteria ?? []
  scoreBid(by, { projectId, bidId, scores: criteria.map(({ id }) => ({ criterionId: id, pointsCenti: 500, note })) })
}

/** Names these people as evaluators, who give each bid these points, one for each criterion, and submit them. */
export function evaluate(
  people: readonly [CompanyContext, ...CompanyContext[]],
  projectId: string,
  points: Record<string, readonly number[]>,
  note: string,
): void {
  const criteria = findAwardTerms(people[0].db, projectId).ratio?.criteria ?? []
  nameEvaluators(people[0], { projectId, userIds: people.map(({ actor }) => actor.id) })
  for (const by of people) {
    declareNoConflict(by, { projectId })
    for (const [bidId, given] of Object.entries(points)) {
      const scores = criteria.map(({ id }, index) => ({ criterionId: id, pointsCenti: given[index] ?? 0, note }))
      scoreBid(by, { projectId, bidId, scores })
    }
    submitEvaluation(by, { projectId })
  }
}

/**
 * A project of `client` with an opened bid of `bidder`. The colleague has scored it, with `note`, and submitted; the client has declared
 * and, with `all`, submitted as well.
 */
export function scoredProject(
  { client, colleague, bidder }: Record<'client' | 'colleague' | 'bidder', CompanyContext>,
  { note, all = false, declared = all }: { note: string; all?: boolean; declared?: boolean },
): { projectId: string; bidId: string; evaluatorId: string } {
  const { id: projectId } = createDraft(client, { bidDeadline: client.now + 10 * day })
  setAwardTerms(client, { projectId, terms: ratioTerms() })
  publishProject(client, { projectId })
  const { id: bidId } = createSubmittedBid(bidder, projectId)
  closeBidding(client, { projectId })
  nameEvaluators(client, { projectId, userIds: [client.actor.id, colleague.actor.id] })
  if (declared) declareNoConflict(client, { projectId })
  for (const by of all ? [colleague, client] : [colleague]) {
    declareNoConflict(by, { projectId })
    score(by, projectId, bidId, note)
    submitEvaluation(by, { projectId })
  }
  return { projectId, bidId, evaluatorId: getEvaluation(client, projectId)?.evaluators[0]?.id ?? '' }
}
