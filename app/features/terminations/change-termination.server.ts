import { and, desc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { addContractStep, contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contractTerminations } from '#db/schema/contracts.ts'
import type { TerminationStatus } from '#db/vocabulary/contracts.ts'
import { endContract } from './end-contract.server.ts'
import { hasEnded, type TerminationAction, terminationMachine } from './termination.ts'

type TerminationRow = typeof contractTerminations.$inferSelect

/** The latest notice for a contract. Checks no right: the caller has. */
export function findTermination(tx: Transaction, contractId: string): TerminationRow | null {
  const { contractId: of, id } = contractTerminations
  return tx.select().from(contractTerminations).where(eq(of, contractId)).orderBy(desc(id)).get() ?? null
}

const events = {
  accept: 'contract.termination_accepted',
  contest: 'contract.termination_contested',
  remedy: 'contract.termination_remedied',
  withdraw: 'contract.termination_withdrawn',
} as const

/**
 * Answers the latest notice of termination of a contract, or confirms or withdraws it. Ends the contract where the step
 * does so (`terminationMachine`).
 * @throws AppError not_found for strangers and without a notice; whatever the state machine refuses
 */
export function changeTermination(
  ctx: CompanyContext,
  input: { contractId: string; action: TerminationAction; reason?: string; submissionId?: string },
): { status: TerminationStatus } {
  requireRight(ctx, 'contracts.terminate')
  const { contractId, action } = input
  const reason = input.reason?.trim() || undefined
  return transact(ctx.db, (tx) => {
    const { contract, party } = loadContract(tx, ctx, contractId)
    return withIdempotencyKey(tx, ctx, { verb: `termination.${action}`, input, otherContent: 'refuse' }, () => {
      const before = findTermination(tx, contractId)
      if (!before) throw notFound()
      const role = before.claimant === party ? 'claimant' : 'respondent'
      const contractIsActive = contract.status === 'active'
      const facts = { ...before, now: ctx.now, contractIsActive, reason }
      const outcome = terminationMachine.next(before.status, action, role, facts)
      if (!outcome.ok) throw refusal(outcome.reason)
      const status = outcome.to
      const isAnswer = role === 'respondent'
      const after = { status, updatedAt: ctx.now, ...(isAnswer ? { answer: reason ?? null } : {}) }
      const changed = tx
        .update(contractTerminations)
        .set(after)
        .where(and(eq(contractTerminations.id, before.id), eq(contractTerminations.status, before.status)))
        .run()
      if (changed.changes !== 1) throw conflict('errors:concurrentChange')
      addContractStep(tx, ctx, contract, { action: `${action}_termination`, reason })
      appendAudit(tx, ctx, {
        action: `contract.${action}_termination`,
        subject: { type: 'contract', id: contractId },
        before: { status: before.status },
        after,
        detail: { ground: before.ground, from: before.status, to: status },
      })
      if (contractIsActive && hasEnded(status)) endContract(tx, ctx, contract, { party, reason: before.facts })
      else if (action !== 'confirm') recordEvent(tx, ctx, events[action], contractEvent(ctx, contract, reason))
      return { status }
    })
  })
}

function refusal(reason: string) {
  return reason === 'terminations:refused.reasonNeeded' ? invalid(reason, { field: 'reason' }) : conflict(reason)
}
