import { listMandateHolders } from '#app/features/team/mandate-holders.server.ts'
import { conflict } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import type { NewAwardTerms } from './award-terms.server.ts'
import { peopleWhoDoNotScore } from './members/role-on-project.server.ts'

/** Fewer evaluators give no result. */
export const minEvaluators = 2

/**
 * The people of a company who may see its bids, and so score them; on a project to which it has put people, those whose role there
 * includes it (PROJ-26).
 */
export function listPossibleEvaluators(
  db: Database | Transaction,
  companyId: string,
  projectId: string | null,
): { id: string; name: string }[] {
  const not = projectId === null ? new Set<string>() : peopleWhoDoNotScore(db, companyId, projectId)
  const holders = listMandateHolders(db, companyId, 'award', 'bids.read').filter(({ id }) => !not.has(id))
  return holders.map(({ id, name }) => ({ id, name }))
}

/** Whether a company has the people whom the award by these terms needs. */
export const hasEvaluators = (
  db: Database | Transaction,
  companyId: string,
  { ratio }: Pick<NewAwardTerms, 'ratio'>,
): boolean => ratio === null || listPossibleEvaluators(db, companyId, null).length >= minEvaluators

/**
 * Refuses to announce award criteria that nobody could score by (BID-11): once bids are in, they can no longer be changed.
 * @throws AppError conflict
 */
export function requireEvaluators(tx: Transaction, companyId: string, terms: Pick<NewAwardTerms, 'ratio'>): void {
  if (!hasEvaluators(tx, companyId, terms)) throw conflict('evaluation:refused.colleagueNeeded')
}
