import { and, count, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { paymentTermsProposals } from '#db/schema/negotiations.ts'
import { maxProposals } from './limits.ts'
import { loadNegotiation, requireDraft } from './load-negotiation.server.ts'
import { proposalMachine } from './proposal.ts'
import { tellOtherParty } from './tell-other-party.server.ts'

export type PaymentTerms = {
  /** Days between an invoice and its due date. */
  paymentDays: number
  /** A year, in basis points; null: as the law says. */
  lateInterestBp: number | null
  conditions: string
}

/**
 * Proposes payment terms for an open draft, for either party (CON-20). What the other party has proposed and nobody has answered is
 * countered by it.
 * @throws AppError not_found for strangers; conflict once the contract is sent, while the party's own proposal is open, or after too many
 */
export function proposePaymentTerms(
  ctx: CompanyContext,
  input: PaymentTerms & { contractId: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'contracts.negotiate')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'proposePaymentTerms', input }, () => {
      const loaded = loadNegotiation(tx, ctx, input.contractId)
      requireDraft(loaded)
      const { contract, party } = loaded
      const { contractId, status } = paymentTermsProposals
      const made = tx.select({ n: count() }).from(paymentTermsProposals).where(eq(contractId, contract.id)).get()
      if ((made?.n ?? 0) >= maxProposals) throw conflict('negotiation:refused.tooMany')
      const open = tx
        .select()
        .from(paymentTermsProposals)
        .where(and(eq(contractId, contract.id), eq(status, 'open')))
        .get()
      if (open?.party === party) throw conflict('negotiation:refused.alreadyProposed')
      if (open) {
        const outcome = proposalMachine.next(open.status, 'counter', 'respondent', {
          isDraft: true,
          clauseStands: true,
        })
        if (!outcome.ok) throw conflict(outcome.reason)
        const set = { status: outcome.to, decidedBy: ctx.actor.id, decidedAt: ctx.now }
        tx.update(paymentTermsProposals).set(set).where(eq(paymentTermsProposals.id, open.id)).run()
      }
      const row = {
        id: newId(),
        contractId: contract.id,
        party,
        authorId: ctx.actor.id,
        createdAt: ctx.now,
        status: 'open' as const,
        paymentDays: input.paymentDays,
        lateInterestBp: input.lateInterestBp,
        conditions: input.conditions,
      }
      tx.insert(paymentTermsProposals).values(row).run()
      appendAudit(tx, ctx, {
        action: 'contract.propose_payment_terms',
        subject: { type: 'contract', id: contract.id },
        before: { countered: open ?? null },
        after: { proposal: row },
      })
      tellOtherParty(tx, ctx, contract, 'proposed')
      return { id: row.id }
    }),
  )
}
