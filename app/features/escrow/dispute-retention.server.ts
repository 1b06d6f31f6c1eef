import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { RetentionStatus } from '#db/vocabulary/escrow.ts'
import { changeRetention } from './change-retention.server.ts'
import { mailDispute, otherParty } from './dispute/mail-dispute.server.ts'
import { findRole } from './transition-milestone.server.ts'

/** Disputes the retention of a contract that has ended, for either party: an admin then divides it. */
export function disputeRetention(
  ctx: CompanyContext,
  input: { contractId: string; reason: string; submissionId?: string },
): { status: RetentionStatus } {
  return changeRetention(ctx, {
    ...input,
    action: 'dispute',
    event: 'contract.retention_disputed',
    onTransition: (tx, contract) => {
      const told = otherParty(findRole(ctx, contract) ?? '')
      mailDispute(tx, ctx, { contract, milestone: null }, { template: 'disputeOpened', told })
    },
  })
}
