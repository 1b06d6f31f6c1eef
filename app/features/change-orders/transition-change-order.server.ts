import { and, eq } from 'drizzle-orm'
import type { ChangeOrderEvent } from '#app/event-payloads.ts'
import type { Context } from '#app/features/accounts/context.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { changeOrders } from '#db/schema/escrow.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import { type ChangeOrderAction, type ChangeOrderRole, changeOrderMachine } from './change-order.ts'
import type { ChangeOrderRow } from './change-order-text.server.ts'
import { deductionFit, extensionFits, type LoadedChangeOrder } from './load-change-order.server.ts'
import { mailChange } from './mail-change.server.ts'

type Step = {
  action: ChangeOrderAction
  reason?: string | undefined
  /** Other columns to update with the state. */
  set?: Partial<ChangeOrderRow>
}

/**
 * Applies a transition of the state machine. Part of a verb, inside its transaction. Returns the updated row.
 * @throws AppError when the machine refuses, or a concurrent change came first
 */
export function transitionChangeOrder(
  tx: Transaction,
  { now }: Pick<Context, 'now'>,
  { change, contract, role }: Pick<LoadedChangeOrder, 'change' | 'contract'> & { role: ChangeOrderRole },
  { action, reason, set }: Step,
): ChangeOrderRow {
  const contractIsActive = contract.status === 'active'
  const fits = { deduction: deductionFit(tx, change), extensionFits: extensionFits(tx, change) }
  const facts = { contractIsActive, ...fits, reason }
  const outcome = changeOrderMachine.next(change.status, action, role, facts)
  if (!outcome.ok) {
    if (outcome.reason === 'changeorders:refused.reasonNeeded') throw invalid(outcome.reason, { field: 'reason' })
    throw conflict(outcome.reason)
  }
  const updated = tx
    .update(changeOrders)
    .set({ ...set, status: outcome.to, updatedAt: now })
    .where(and(eq(changeOrders.id, change.id), eq(changeOrders.status, change.status)))
    .returning()
    .get()
  if (!updated) throw conflict('errors:concurrentChange')
  return updated
}

const told = {
  propose: 'proposed',
  accept: 'accepted',
  reject: 'rejected',
  withdraw: 'withdrawn',
  lapse: 'lapsed',
} as const

/**
 * Audits a step of a proposed change under its contract, and tells the other party, or both of a step that nobody took (`party` is null).
 * Part of a verb.
 */
export function recordChangeStep(
  tx: Transaction,
  ctx: Pick<Context, 'actor' | 'company' | 'now' | 'requestId' | 'ip' | 'via'>,
  { change, contract, party }: Pick<LoadedChangeOrder, 'change' | 'contract'> & { party: ContractParty | null },
  after: ChangeOrderRow,
  { action, more = {} }: { action: keyof typeof told; more?: Record<string, unknown> },
): void {
  const name = changeOrderName(after.number)
  appendAudit(tx, ctx, {
    action: `contract.${action}_change`,
    subject: { type: 'contract', id: contract.id },
    before: { changeOrder: change },
    after: { changeOrder: after, ...more },
    detail: { changeOrder: change.id, name, status: after.status, documentHash: after.documentHash },
  })
  const { title: changeTitle, grossCents: changeCents, decisionReason } = after
  const event: ChangeOrderEvent = {
    ...contractEvent(ctx, contract, decisionReason ?? undefined),
    ...{ changeOrderId: change.id, changeName: name, changeTitle, changeCents },
  }
  recordEvent(tx, ctx, `change_order.${told[action]}`, event)
  mailChange(tx, ctx, contract, party, { action, name, title: changeTitle, changeOrderId: change.id })
}
