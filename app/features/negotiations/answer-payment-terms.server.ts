import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { paymentTermsProposals } from '#db/schema/negotiations.ts'
import { loadNegotiation } from './load-negotiation.server.ts'
import { type ProposalAction, proposalMachine } from './proposal.ts'
import { tellOtherParty } from './tell-other-party.server.ts'

type Input = { contractId: string; proposalId: string; action: Exclude<ProposalAction, 'counter'> }

const told = { accept: 'accepted', reject: 'rejected', withdraw: 'withdrawn' } as const

/**
 * Accepts, rejects or withdraws proposed payment terms (CON-20). The newest accepted ones are part of the text that is sent and signed.
 * @throws AppError not_found for strangers; what the state machine refuses
 */
export function answerPaymentTerms(ctx: CompanyContext, { contractId, proposalId, action }: Input): void {
  requireRight(ctx, 'contracts.negotiate')
  transact(ctx.db, (tx) => {
    const { contract, party } = loadNegotiation(tx, ctx, contractId)
    const proposal = tx
      .select()
      .from(paymentTermsProposals)
      .where(and(eq(paymentTermsProposals.id, proposalId), eq(paymentTermsProposals.contractId, contractId)))
      .get()
    if (!proposal) throw notFound()
    const facts = { isDraft: contract.status === 'draft', clauseStands: true }
    const role = party === proposal.party ? 'proposer' : 'respondent'
    const outcome = proposalMachine.next(proposal.status, action, role, facts)
    if (!outcome.ok) throw conflict(outcome.reason)
    const set = { status: outcome.to, decidedBy: ctx.actor.id, decidedAt: ctx.now }
    tx.update(paymentTermsProposals).set(set).where(eq(paymentTermsProposals.id, proposalId)).run()
    // The draft is another one with them: whoever has its page open is asked to look again before sending it.
    if (action === 'accept') tx.update(contracts).set({ updatedAt: ctx.now }).where(eq(contracts.id, contractId)).run()
    appendAudit(tx, ctx, {
      action: `contract.${action}_payment_terms`,
      subject: { type: 'contract', id: contractId },
      before: { proposal },
      after: { proposal: { ...proposal, ...set } },
    })
    tellOtherParty(tx, ctx, contract, told[action])
  })
}
