import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { findFee, noteFee } from '#app/features/escrow/platform-fee/platform-fee.server.ts'
import { netOfShare } from '#app/features/escrow/platform-fee/platform-fee.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { splitByWeights, sumCents } from '#app/platform/money.ts'
import type { Transaction } from '#db/client.server.ts'
import { milestones } from '#db/schema/escrow.ts'
import type { RetentionStatus } from '#db/vocabulary/escrow.ts'
import { changeRetention, type RetentionChange } from './change-retention.server.ts'
import { type DisputeEnd, recordDecision } from './dispute/record-decision.server.ts'
import { retentionResolutionPosting } from './ledger.ts'
import type { DisputeSplit } from './milestone.ts'
import { getRetention } from './queries.server.ts'
import { requirePasswordFor } from './release-milestone.server.ts'
import { retainedByMilestone } from './settlements.server.ts'
import { writePosting } from './write-posting.server.ts'

/**
 * Resolves a dispute about a retention by splitting it, for an admin who is not a party. The parts must add up to it. A large one requires the
 * admin's password (ESC-6).
 */
export async function resolveRetention(
  ctx: UserContext,
  input: {
    contractId: string
    split: DisputeSplit
    reason: string
    password?: string | undefined
    submissionId?: string
  },
): Promise<{ status: RetentionStatus }> {
  requireRight(ctx, 'escrow.resolve')
  const { password, ...decision } = input
  const retention = getRetention(ctx, input.contractId)
  await requirePasswordFor(ctx, retention?.actions.includes('resolve') ? retention.retentionCents : 0, password)
  const end = { split: input.split, reasons: input.reason, offerId: null }
  const change = { onTransition: divisionOf(ctx, end), event: 'contract.retention_resolved' } as const
  return changeRetention(ctx, { ...decision, ...change, action: 'resolve' })
}

/** An accepted offer of settlement as a change of the retention, for an actor whose mandate covers it (ESC-22). */
export const retentionSettlementOf = (ctx: UserContext, contractId: string, end: DisputeEnd): RetentionChange => ({
  ...{ contractId, split: end.split, onTransition: divisionOf(ctx, end) },
  action: 'settle',
  event: 'contract.retention_settled',
})

const divisionOf =
  (ctx: UserContext, end: DisputeEnd): NonNullable<RetentionChange['onTransition']> =>
  (tx, contract) => {
    divide(tx, ctx, contract, end.split)
    recordDecision(tx, ctx, { contract, milestone: null }, end)
  }

/** One posting per milestone, in proportion to what was retained of it: its invoice follows its share. */
function divide(tx: Transaction, ctx: UserContext, contract: ContractRow, { clientCents }: DisputeSplit): void {
  const retained = retainedByMilestone(tx, contract.id)
  const toClient = splitByWeights(
    clientCents,
    retained.map(({ cents }) => cents),
  )
  for (const [index, { milestoneId, cents }] of retained.entries()) {
    const part = toClient[index] ?? 0
    const split = { clientCents: part, providerCents: sumCents([cents, -part]) }
    const milestone = tx.select().from(milestones).where(eq(milestones.id, milestoneId)).get()
    if (!milestone) throw notFound()
    const netCents = netOfShare(split.providerCents, milestone)
    const { feeCents, due } = findFee(tx, ctx.now, contract, { grossCents: split.providerCents, netCents })
    const { id, posted } = writePosting(tx, ctx, {
      ...retentionResolutionPosting({ ...contract, contractId: contract.id }, cents, split, feeCents),
      idempotencyKey: `retention_resolution:${milestoneId}`,
      contractId: contract.id,
      milestoneId,
      currency: contract.currency,
    })
    if (!posted) throw conflict('errors:concurrentChange')
    noteFee(tx, ctx.now, contract, id, due)
  }
}
