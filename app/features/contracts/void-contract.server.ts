import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
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

/**
 * Voids the contract of a project whose award its client takes back: a draft, which its provider never sees, or one that not both have
 * signed. Does nothing without one. Part of a verb that has checked its own right, inside its transaction.
 * @throws AppError forbidden without the right to void a contract that was sent
 */
export function voidUnsignedContract(tx: Transaction, ctx: CompanyContext, projectId: string, reason: string): void {
  const unsigned = inArray(contracts.status, ['draft', 'sent', 'partially_signed'])
  const contract = tx
    .select()
    .from(contracts)
    .where(and(eq(contracts.projectId, projectId), unsigned))
    .get()
  if (!contract) return
  const isDraft = contract.status === 'draft'
  if (!isDraft) requireRight(ctx, 'contracts.void')
  const role = isDraft ? 'system' : 'client'
  transitionContract(tx, ctx, contract, { action: 'void', role, reason, set: { closedAt: ctx.now } })
  appendAudit(tx, ctx, {
    action: 'contract.void',
    subject: { type: 'contract', id: contract.id },
    before: { status: contract.status },
    after: { status: 'voided', reason },
  })
  if (!isDraft) recordEvent(tx, ctx, 'contract.voided', contractEvent(ctx, contract, reason))
}
