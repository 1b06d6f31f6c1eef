// verb-rule: a part of the verbs that end a dispute, which check the right and append the audit row
import type { UserContext } from '#app/features/accounts/context.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import type { DisputeSplit } from '#app/features/escrow/milestone.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { disputeDecisions } from '#db/schema/disputes.ts'
import { decisionText } from './decision-text.server.ts'
import { mailDispute } from './mail-dispute.server.ts'

/** How a dispute ends: by an admin's decision, or by the offer of settlement (`offerId`) that was accepted. */
export type DisputeEnd = { split: DisputeSplit; reasons: string; offerId: string | null }

/**
 * Records how a dispute about a milestone, or without one about a contract's retention, ended and why, frozen with its SHA-256, and mails it to
 * both parties (ESC-22).
 */
export function recordDecision(
  tx: Transaction,
  ctx: UserContext,
  { contract, milestone }: { contract: ContractRow; milestone: { id: string; title: string } | null },
  { split, reasons, offerId }: DisputeEnd,
): void {
  const decision = {
    id: newId(),
    ...{ contractId: contract.id, milestoneId: milestone?.id ?? null },
    kind: offerId === null ? ('decided' as const) : ('agreed' as const),
    ...split,
    reasons: reasons.trim(),
    offerId,
    decidedBy: ctx.actor.id,
    decidedByName: ctx.actor.name,
    at: ctx.now,
  }
  const documentText = decisionText(tx, contract, decision)
  tx.insert(disputeDecisions)
    .values({ ...decision, documentText, documentHash: sha256(documentText) })
    .run()
  const told = ['client', 'provider'] as const
  if (offerId === null) mailDispute(tx, ctx, { contract, milestone }, { template: 'disputeDecided', told })
  else mailDispute(tx, ctx, { contract, milestone }, { template: 'disputeSettled', told })
}
