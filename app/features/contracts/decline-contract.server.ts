import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contractEvent } from './contract-events.server.ts'
import { loadContract, transitionContract } from './transition-contract.server.ts'

/** Declines a contract that the caller's company has not signed. The award is revoked and the project is evaluated again. */
export function declineContract(ctx: CompanyContext, input: { contractId: string; reason?: string }): void {
  requireRight(ctx, 'contracts.decline')
  const reason = input.reason?.trim() ?? ''
  transact(ctx.db, (tx) => {
    const { contract, party } = loadContract(tx, ctx, input.contractId)
    transitionContract(tx, ctx, contract, { action: 'decline', role: party, reason, set: { closedAt: ctx.now } })
    revokeAward(tx, ctx, contract.projectId, reason)
    appendAudit(tx, ctx, {
      action: 'contract.decline',
      subject: { type: 'contract', id: contract.id },
      before: { status: contract.status },
      after: { status: 'declined', reason },
    })
    recordEvent(tx, ctx, 'contract.declined', contractEvent(ctx, contract, reason))
  })
}
