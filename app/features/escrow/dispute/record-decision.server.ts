// verb-rule: a part of the verbs that end a dispute, which check the right and append the audit row
import type { UserContext } from '#app/features/accounts/context.ts'
import type { DisputeSplit } from '#app/features/escrow/milestone.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { disputeDecisions } from '#db/schema/disputes.ts'
import { mailDispute } from './mail-dispute.server.ts'

/** How a dispute ends: by an admin's decision, or by the offer of settlement (`offerId`) that was accepted. */
export type DisputeEnd = { split: DisputeSplit; reasons: string; offerId: string | null }

/** Records how a dispute about a milestone, or without one about a contract's retention, ended and why, and mails it to both parties (ESC-22). */
export function recordDecision(
  tx: Transaction,
  ctx: UserContext,
  { contract, milestone }: Parameters<typeof mailDispute>[2],
  { split, reasons, offerId }: DisputeEnd,
): void {
  tx.insert(disputeDecisions)
    .values({
      id: newId(),
      ...{ contractId: contract.id, milestoneId: milestone?.id ?? null },
      kind: offerId === null ? 'decided' : 'agreed',
      ...split,
      reasons: reasons.trim(),
      offerId,
      decidedBy: ctx.actor.id,
      decidedByName: ctx.actor.name,
      at: ctx.now,
    })
    .run()
  const told = ['client', 'provider'] as const
  if (offerId === null) mailDispute(tx, ctx, { contract, milestone }, { template: 'disputeDecided', told })
  else mailDispute(tx, ctx, { contract, milestone }, { template: 'disputeSettled', told })
}
