import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import type { AddressField } from '#app/features/team/company-address.ts'
import { completeCompanyAddress } from '#app/features/team/complete-company-address.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { milestones } from '#db/schema/escrow.ts'
import { contractEvent } from './contract-events.server.ts'
import { contractText } from './contract-text.server.ts'
import { signingDays } from './limits.ts'
import { isPastDue } from './milestone-plan.ts'
import { loadContract, transitionContract } from './transition-contract.server.ts'

const day = 86_400_000

/**
 * Sends a draft to the other party: freezes its text, with both parties as they are now, and stores its SHA-256. Fills in missing
 * fields of the sender's address first.
 * @throws AppError not found; invalid while the sender's address is incomplete; conflict unless it is the sender's draft of the `expectedVersion` that the page showed, or if a milestone is due in the past by now
 */
export function sendContract(
  ctx: CompanyContext,
  input: { contractId: string; expectedVersion?: number | undefined } & Partial<
    Record<AddressField, string | undefined>
  >,
): { documentHash: string } {
  requireRight(ctx, 'contracts.send')
  const hash = transact(ctx.db, (tx) => {
    const { contract, party } = loadContract(tx, ctx, input.contractId)
    if (contract.status === 'draft') requireSeen(contract.updatedAt, input.expectedVersion)
    const plan = tx.select().from(milestones).where(eq(milestones.contractId, contract.id)).all()
    if (plan.some((milestone) => isPastDue(milestone, ctx.now))) throw conflict('contracts:refused.dueInPast')
    completeCompanyAddress(tx, ctx, input)
    const { text, hash } = contractText(tx, contract)
    const set = {
      documentText: text,
      documentHash: hash,
      sentAt: ctx.now,
      sentBy: ctx.actor.id,
      expiresAt: ctx.now + signingDays * day,
    }
    transitionContract(tx, ctx, contract, { action: 'send', role: party, set })
    appendAudit(tx, ctx, {
      action: 'contract.send',
      subject: { type: 'contract', id: contract.id },
      before: { status: contract.status },
      after: set,
      detail: { documentHash: hash },
    })
    recordEvent(tx, ctx, 'contract.sent', contractEvent(ctx, contract))
    return hash
  })
  return { documentHash: hash }
}
