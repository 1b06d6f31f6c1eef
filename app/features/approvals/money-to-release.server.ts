import { and, eq } from 'drizzle-orm'
import { awaitsHandover } from '#app/features/contracts/closing-days.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { heldBalanceCents, openStatuses } from '#app/features/escrow/close-contract.server.ts'
import { restOf } from '#app/features/escrow/milestone.ts'
import { allowedActions } from '#app/features/escrow/milestone-actions.ts'
import { retentionOfRest, totalOf } from '#app/features/escrow/release-milestone.server.ts'
import { retentionMachine } from '#app/features/escrow/retention.ts'
import { countMilestones, type MilestoneRow } from '#app/features/escrow/transition-milestone.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import type { LoadSubject } from './subject.ts'

/** An approved milestone of the company as the client, with the retention that its release pays now. */
export const milestoneToRelease: LoadSubject = (db, { companyId, subjectId, details }, now) => {
  const found = db
    .select({ milestone: milestones, contract: contracts })
    .from(milestones)
    .innerJoin(contracts, eq(contracts.id, milestones.contractId))
    .where(and(eq(milestones.id, subjectId), eq(contracts.clientCompanyId, companyId)))
    .get()
  if (!found) return null
  const { milestone, contract } = found
  const { paymentMethod, number, currency } = contract
  const shown = { ...milestone, paymentMethod, contractIsActive: contract.status === 'active' }
  if (!allowedActions(shown, 'client', { now, adminIsParty: true }).includes('release')) return null
  const retentionCents = retentionPaid(db, contract, milestone)
  if (details.expectedRetentionCents !== retentionCents) return null
  const rest = restOf(milestone)
  const amountCents = totalOf(rest, contract, retentionCents)
  return {
    title: `${number} ${milestone.title}`,
    path: `/escrow/${contract.id}`,
    ...{ amountCents, currency, endsAt: null },
    fields: [
      ['contract', contract.id],
      ['status', milestone.status],
      ['submitted', milestone.submittedAt],
      ['milestone', rest.amountCents],
      ['retention', retentionCents],
      ['amount', amountCents],
      ['currency', currency],
    ],
  }
}

/** The retention, in cents, that the release of a milestone pays with it: all of it with the last one (`retentionOfRelease`). */
function retentionPaid(db: Database | Transaction, contract: ContractRow, milestone: MilestoneRow): number {
  if (contract.status !== 'active' || countMilestones(db, contract.id, openStatuses) > 1) return 0
  if (awaitsHandover(db, contract.id)) return 0
  const own = retentionOfRest(restOf(milestone), contract)
  return heldBalanceCents(db, 'retention_held', contract.id) + own
}

/** The retention of a contract of the company as the client that has ended. */
export const retentionToRelease: LoadSubject = (db, { companyId, subjectId, details }) => {
  const mine = and(eq(contracts.id, subjectId), eq(contracts.clientCompanyId, companyId))
  const contract = db.select().from(contracts).where(mine).get()
  if (!contract?.retentionStatus) return null
  const { id, number, title, currency, retentionStatus } = contract
  const heldCents = heldBalanceCents(db, 'retention_held', id)
  const milestonesHeldCents = heldBalanceCents(db, 'escrow_held', id)
  const { reason } = details
  const facts = { heldCents, milestonesHeldCents, adminIsParty: true, reason, awaitsHandover: awaitsHandover(db, id) }
  if (!retentionMachine.next(retentionStatus, 'release', 'client', facts).ok) return null
  return {
    title: `${number} ${title}`,
    path: `/escrow/${id}`,
    ...{ amountCents: heldCents, currency, endsAt: null },
    fields: [
      ['status', retentionStatus],
      ['amount', heldCents],
      ['currency', currency],
    ],
  }
}
