import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contractEvent } from './contract-events.server.ts'
import { loadContract, transitionContract } from './transition-contract.server.ts'

/** Withdraws a contract before both parties have signed, for its sender, with a reason. The project is evaluated again. */
export function voidContract(ctx: CompanyContext, input: { contractId: string; reason: string }): void {
  requireRight(ctx, 'contracts.void')
  transact(ctx.db, (tx) => {
    const { contract, party } = loadContract(tx, ctx, input.contractId)
    const { reason } = input
    transitionContract(tx, ctx, contract, { action: 'void', role: party, reason, set: { closedAt: ctx.now } })
    revokeAward(tx, ctx, contract.projectId, reason)
    appendAudit(tx, ctx, {
      action: 'contract.void',
      subject: { type: 'contract', id: contract.id },
      before: { status: contract.status },
      after: { status: 'voided', reason },
    })
    recordEvent(tx, ctx, 'contract.voided', contractEvent(ctx, contract, reason))
  })
}
