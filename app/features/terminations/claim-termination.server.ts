import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { addContractStep, contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contractTerminations } from '#db/schema/contracts.ts'
import type { TerminationGround } from '#db/vocabulary/contracts.ts'
import { findTermination } from './change-termination.server.ts'
import { mailNotice } from './mail-notice.server.ts'
import { grounds, groundsOf, isOpen, remedyDays } from './termination.ts'

const day = 86_400_000

type Input = {
  contractId: string
  ground: TerminationGround
  /** What happened, for the other party. */
  facts: string
  /** Days that the other party has to remedy it; ignored for grounds without. */
  days?: number | undefined
  submissionId?: string | undefined
}

/**
 * Gives notice that a party wants to end an active contract, with the ground and the facts. The other party answers; the contract
 * goes on until both agree, or the party that gave notice confirms it after the time to remedy.
 * @throws AppError not_found for strangers; invalid for a ground that is not the party's, without facts, or with fewer days than the
 * terms promise; conflict unless the contract is active and no other notice stands
 */
export function claimTermination(ctx: CompanyContext, input: Input): { terminationId: string } {
  requireRight(ctx, 'contracts.terminate')
  const { ground } = input
  const facts = input.facts.trim()
  const days = grounds[ground].isRemediable ? (input.days ?? remedyDays.least) : 0
  return transact(ctx.db, (tx) => {
    const { contract, party } = loadContract(tx, ctx, input.contractId)
    return withIdempotencyKey(tx, ctx, { verb: 'claimTermination', input, otherContent: 'refuse' }, () => {
      if (contract.status !== 'active') throw conflict('terminations:refused.contractNotActive')
      const earlier = findTermination(tx, contract.id)
      if (earlier && isOpen(earlier.status)) throw conflict('terminations:refused.alreadyClaimed')
      if (!groundsOf(party).includes(ground)) throw invalid('validation:choice', { field: 'ground' })
      if (!facts) throw invalid('terminations:refused.reasonNeeded', { field: 'reason' })
      if (grounds[ground].isRemediable && (days < remedyDays.least || days > remedyDays.most))
        throw invalid('terminations:refused.days', { field: 'days', params: remedyDays })
      const row = {
        ...{ id: newId(), contractId: contract.id, claimant: party, ground, facts },
        ...{ remedyUntil: ctx.now + days * day, status: 'claimed' as const },
        ...{ claimedBy: ctx.actor.id, claimedAt: ctx.now, updatedAt: ctx.now },
      }
      tx.insert(contractTerminations).values(row).run()
      addContractStep(tx, ctx, contract, { action: 'claim_termination', reason: facts })
      appendAudit(tx, ctx, {
        action: 'contract.claim_termination',
        subject: { type: 'contract', id: contract.id },
        after: row,
        detail: { ground, days },
      })
      recordEvent(tx, ctx, 'contract.termination_claimed', contractEvent(ctx, contract, facts))
      mailNotice(tx, ctx, contract, party)
      return { terminationId: row.id }
    })
  })
}
