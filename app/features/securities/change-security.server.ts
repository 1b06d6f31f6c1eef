import { and, eq, sql } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contractSecurities, contractSecurityEvents } from '#db/schema/contracts.ts'
import type { SecurityStatus } from '#db/vocabulary/contracts.ts'
import { loadSecurity } from './load-security.server.ts'
import { type SecurityAction, securityMachine } from './security.ts'

export type SecurityStep = {
  contractId: string
  securityId: string
  submissionId?: string | undefined
  action: SecurityAction
  /** When it was received, claimed or given back, `YYYY-MM-DD`. */
  day: string | null
  /** Who received it, or to whom it was given back. */
  person: string | null
  /** For `claim`. */
  amountCents: number | null
  /** For `claim`, why; what else there is to say. */
  note: string | null
}

const events = {
  receive: 'security.received',
  claim: 'security.claimed',
  return: 'security.returned',
} as const

/**
 * Records a step of a security: received, claimed from, given back, or withdrawn before the client has received it. Moves no money.
 * @throws AppError not_found for strangers; forbidden to give back without the mandate to release as much; invalid for claims of more than the security in all, and for one received or claimed after its last day; whatever the state machine refuses
 */
export function changeSecurity(ctx: CompanyContext, input: SecurityStep): { status: SecurityStatus } {
  requireRight(ctx, 'contracts.secure')
  const { action } = input
  return transact(ctx.db, (tx) => {
    const { security, contract, party } = loadSecurity(tx, ctx, input)
    return withIdempotencyKey(tx, ctx, { verb: `security.${action}`, input, otherContent: 'refuse' }, () => {
      const outcome = securityMachine.next(security.status, action, party)
      if (!outcome.ok) throw conflict(outcome.reason)
      const { amountCents: heldCents, currency } = security
      if (action === 'return') requireMandate(tx, ctx, 'release', { amountCents: heldCents, currency })
      const { validUntil } = security
      if ((action === 'receive' || action === 'claim') && input.day && validUntil && input.day > validUntil)
        throw invalid('securities:refused.afterLastDay', { field: 'day' })
      if (action === 'claim' && claimedCents(tx, security.id) + (input.amountCents ?? 0) > security.amountCents)
        throw invalid('securities:refused.claimTooLarge', { field: 'amount' })
      const { id, status } = contractSecurities
      const changed = tx
        .update(contractSecurities)
        .set({ status: outcome.to, updatedAt: ctx.now })
        .where(and(eq(id, security.id), eq(status, security.status)))
        .run()
      if (changed.changes !== 1) throw conflict('errors:concurrentChange')
      const { day, person, amountCents, note } = input
      const step = { action, day, person, amountCents, note, actorId: ctx.actor.id, at: ctx.now }
      tx.insert(contractSecurityEvents)
        .values({ id: newId(), securityId: security.id, ...step })
        .run()
      appendAudit(tx, ctx, {
        action: `contract.${action}_security`,
        subject: { type: 'contract', id: contract.id },
        before: security,
        after: { ...security, status: outcome.to, step },
      })
      if (action !== 'withdraw') recordEvent(tx, ctx, events[action], contractEvent(ctx, contract))
      return { status: outcome.to }
    })
  })
}

/** What was claimed from a security so far, in cents. */
function claimedCents(tx: Transaction, securityId: string): number {
  const { securityId: of, action, amountCents } = contractSecurityEvents
  const row = tx
    .select({ cents: sql<number>`coalesce(sum(${amountCents}), 0)` })
    .from(contractSecurityEvents)
    .where(and(eq(of, securityId), eq(action, 'claim')))
    .get()
  return row?.cents ?? 0
}
