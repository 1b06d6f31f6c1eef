import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { clauseComments } from '#db/schema/negotiations.ts'
import { replaceClause } from './clauses.ts'
import { type LoadedNegotiation, loadNegotiation } from './load-negotiation.server.ts'
import { type ProposalAction, proposalMachine } from './proposal.ts'
import { tellOtherParty } from './tell-other-party.server.ts'

type Input = { contractId: string; commentId: string; action: Exclude<ProposalAction, 'counter'> }

const told = { accept: 'accepted', reject: 'rejected', withdraw: 'withdrawn' } as const

/**
 * Accepts, rejects or withdraws a proposed wording of a clause (CON-19). Accepting puts it into the draft, which stays the client's to edit and send.
 * @throws AppError not_found for strangers; what the state machine refuses: once the contract is sent, or when the clause has changed since
 */
export function answerWording(ctx: CompanyContext, { contractId, commentId, action }: Input): void {
  requireRight(ctx, 'contracts.negotiate')
  transact(ctx.db, (tx) => {
    const loaded = loadNegotiation(tx, ctx, contractId)
    const { contract, party } = loaded
    const proposal = tx
      .select()
      .from(clauseComments)
      .where(and(eq(clauseComments.id, commentId), eq(clauseComments.contractId, contractId)))
      .get()
    const { status, wording } = proposal ?? {}
    if (!proposal || !status || typeof wording !== 'string') throw notFound()
    const terms = replaceClause(contract.terms, proposal.clause, wording)
    const facts = { isDraft: contract.status === 'draft', clauseStands: terms !== null }
    const outcome = proposalMachine.next(status, action, party === proposal.party ? 'proposer' : 'respondent', facts)
    if (!outcome.ok) throw conflict(outcome.reason)
    const set = { status: outcome.to, decidedBy: ctx.actor.id, decidedAt: ctx.now }
    tx.update(clauseComments).set(set).where(eq(clauseComments.id, commentId)).run()
    if (action === 'accept' && terms !== null) changeTerms(tx, ctx, loaded, terms)
    appendAudit(tx, ctx, {
      action: `contract.${action}_wording`,
      subject: { type: 'contract', id: contractId },
      before: { comment: proposal, terms: contract.terms },
      after: { comment: { ...proposal, ...set }, terms: action === 'accept' ? terms : contract.terms },
    })
    tellOtherParty(tx, ctx, contract, told[action])
  })
}

/** Both sides of an open draft can change its terms so, by accepting what the other proposed; only the client edits it. */
function changeTerms(tx: Transaction, ctx: CompanyContext, { contract }: LoadedNegotiation, terms: string): void {
  const draft = and(eq(contracts.id, contract.id), eq(contracts.status, 'draft'))
  const changed = tx.update(contracts).set({ terms, updatedAt: ctx.now }).where(draft).run()
  if (changed.changes !== 1) throw conflict('errors:concurrentChange')
}
