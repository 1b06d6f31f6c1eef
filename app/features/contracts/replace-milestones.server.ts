import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { milestones } from '#db/schema/escrow.ts'
import type { TaxedMilestone } from './milestone-plan.ts'

/** Replaces the milestones of a draft. Part of a verb, inside its transaction. */
export function replaceMilestones(
  tx: Transaction,
  contractId: string,
  plan: readonly TaxedMilestone[],
  now: number,
): void {
  tx.delete(milestones).where(eq(milestones.contractId, contractId)).run()
  tx.insert(milestones)
    .values(
      plan.map((milestone, index) => ({
        ...milestone,
        id: newId(),
        contractId,
        position: index + 1,
        status: 'planned' as const,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .run()
}
