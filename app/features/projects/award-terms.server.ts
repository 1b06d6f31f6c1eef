import { asc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { awardCriteria, awardTerms, minimumRequirements } from '#db/schema/evaluation.ts'
import type { AwardTerms, Criterion, Ratio } from './award-terms.ts'
import { listDemanded, saveDemanded } from './demanded-certificates.server.ts'

/** What a project's bids are chosen by. Checks no right: whoever sees the project may read it. */
export function findAwardTerms(db: Database | Transaction, projectId: string): AwardTerms {
  const { priceWeightBp, maxPoints, priceFormula, ceilingCents } = awardTerms
  const { id, name, description, weightBp, position } = awardCriteria
  const ratio = db
    .select({ priceWeightBp, maxPoints, priceFormula, ceilingCents })
    .from(awardTerms)
    .where(eq(awardTerms.projectId, projectId))
    .get()
  const criteria = db
    .select({ id, name, description, weightBp })
    .from(awardCriteria)
    .where(eq(awardCriteria.projectId, projectId))
    .orderBy(asc(position))
    .all()
  const requirements = db
    .select({ id: minimumRequirements.id, text: minimumRequirements.text })
    .from(minimumRequirements)
    .where(eq(minimumRequirements.projectId, projectId))
    .orderBy(asc(minimumRequirements.position))
    .all()
  return { ratio: ratio ? { ...ratio, criteria } : null, requirements }
}

export type NewAwardTerms = {
  ratio: (Omit<Ratio, 'criteria'> & { criteria: readonly Omit<Criterion, 'id'>[] }) | null
  requirements: readonly string[]
}

/** Replaces what a project's bids are chosen by. */
export function saveAwardTerms(tx: Transaction, projectId: string, { ratio, requirements }: NewAwardTerms): void {
  deleteAwardTerms(tx, projectId)
  if (ratio) {
    const { criteria, ...terms } = ratio
    tx.insert(awardTerms)
      .values({ id: newId(), projectId, ...terms })
      .run()
    for (const [position, { name, description, weightBp }] of criteria.entries())
      tx.insert(awardCriteria).values({ id: newId(), projectId, position, name, description, weightBp }).run()
  }
  for (const [position, text] of requirements.entries())
    tx.insert(minimumRequirements).values({ id: newId(), projectId, position, text }).run()
}

/** Deletes them, as for a draft that is deleted. */
export function deleteAwardTerms(tx: Transaction, projectId: string): void {
  for (const table of [awardTerms, awardCriteria, minimumRequirements])
    tx.delete(table).where(eq(table.projectId, projectId)).run()
}

/** Gives a new draft what the bids of another project were chosen by, and what their bidders had to show. */
export function copyAwardTerms(tx: Transaction, from: string, to: string): void {
  const { ratio, requirements } = findAwardTerms(tx, from)
  saveAwardTerms(tx, to, { ratio, requirements: requirements.map(({ text }) => text) })
  saveDemanded(tx, to, listDemanded(tx, from))
}
