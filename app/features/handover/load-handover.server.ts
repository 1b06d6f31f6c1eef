import { and, asc, count, desc, eq, ne, sql } from 'drizzle-orm'
import type { HandoverEvent } from '#app/event-payloads.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { type ContractRow, loadContract } from '#app/features/contracts/transition-contract.server.ts'
import type { Stake } from '#app/features/team/mandate.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { sumCents } from '#app/platform/money.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { milestones } from '#db/schema/escrow.ts'
import { handoverDefects, handoverSignatures, handovers } from '#db/schema/handover.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import { type HandoverAction, handoverMachine, handoverName } from './handover.ts'
import { partsByHandover, partsOf } from './handover-scope.server.ts'
import type { HandoverRow } from './handover-text.server.ts'

export type LoadedHandover = { handover: HandoverRow; contract: ContractRow; party: ContractParty }

/** The latest handover of a contract. Checks no right: the caller has. */
export const latestHandover = (db: Database | Transaction, contractId: string): HandoverRow | null =>
  db
    .select()
    .from(handovers)
    .where(eq(handovers.contractId, contractId))
    .orderBy(desc(handovers.number))
    .limit(1)
    .get() ?? null

/** The handover of a contract with a number. Checks no right: the caller has. */
export const findHandover = (db: Database | Transaction, contractId: string, number: number): HandoverRow | null =>
  db
    .select()
    .from(handovers)
    .where(and(eq(handovers.contractId, contractId), eq(handovers.number, number)))
    .get() ?? null

/** The handovers of a contract in their order, with how many defects of a signed one are not settled. Checks no right: the caller has. */
export function listHandovers(db: Database | Transaction, contractId: string) {
  const { id, number, status, result, heldOn } = handovers
  const partsOfOne = partsByHandover(db, contractId)
  // Those of a returned protocol went on in the next one.
  const ofSigned = and(eq(handoverDefects.handoverId, id), eq(status, 'signed'))
  const unsettled = and(ofSigned, ne(handoverDefects.status, 'accepted'))
  return db
    .select({ id, number, status, result, heldOn, openDefects: count(handoverDefects.id) })
    .from(handovers)
    .leftJoin(handoverDefects, unsettled)
    .where(eq(handovers.contractId, contractId))
    .groupBy(id)
    .orderBy(asc(number))
    .all()
    .map(({ id: of, ...row }) => ({ ...row, name: handoverName(row.number), parts: partsOfOne(of) }))
}

/** What a signature under a handover binds a company to, VAT included: the sum of the contract to date, or that of the part. */
export function stakeOfHandover(
  db: Database | Transaction,
  { id, currency }: ContractRow,
  handover: HandoverRow,
): Stake {
  if (handover.isPart)
    return { amountCents: sumCents(partsOf(db, handover.id).map((part) => part.amountCents)), currency }
  const row = db
    .select({ cents: sql<number>`coalesce(sum(${milestones.amountCents}), 0)` })
    .from(milestones)
    .where(eq(milestones.contractId, id))
    .get()
  return { amountCents: row?.cents ?? 0, currency }
}

/**
 * Loads a handover of a contract, the latest unless a number is given, with the actor's side of it.
 * @throws AppError not_found, for strangers too, and where there is none
 */
export function loadHandover(
  tx: Transaction,
  ctx: CompanyContext,
  contractId: string,
  number?: number,
): LoadedHandover {
  const { contract, party } = loadContract(tx, ctx, contractId)
  const handover = number === undefined ? latestHandover(tx, contractId) : findHandover(tx, contractId, number)
  if (!handover) throw notFound()
  return { handover, contract, party }
}

/** The facts of the state machine for a party. */
export function handoverFacts(db: Database | Transaction, handover: HandoverRow, party: ContractParty) {
  const signed = db
    .select({ id: handoverSignatures.id })
    .from(handoverSignatures)
    .where(and(eq(handoverSignatures.handoverId, handover.id), eq(handoverSignatures.party, party)))
    .get()
  return { isWritten: handover.heldOn !== null && handover.result !== null, hasSigned: signed !== undefined }
}

/**
 * Applies a step of the state machine, by the given facts where the step itself has changed them. Part of a verb, inside its transaction.
 * Returns the updated row.
 * @throws AppError when the machine refuses, or a concurrent change came first
 */
export function moveHandover(
  tx: Transaction,
  ctx: CompanyContext,
  { handover, party }: LoadedHandover,
  step: {
    action: HandoverAction
    reason?: string
    set?: Partial<HandoverRow>
    facts?: ReturnType<typeof handoverFacts>
  },
): HandoverRow {
  const { action, reason, set } = step
  const facts = { ...(step.facts ?? handoverFacts(tx, handover, party)), reason }
  const outcome = handoverMachine.next(handover.status, action, party, facts)
  if (!outcome.ok) {
    if (outcome.reason === 'handover:refused.reasonNeeded') throw invalid(outcome.reason, { field: 'reason' })
    throw conflict(outcome.reason)
  }
  const updated = tx
    .update(handovers)
    .set({ ...set, status: outcome.to, updatedAt: ctx.now })
    .where(and(eq(handovers.id, handover.id), eq(handovers.status, handover.status)))
    .returning()
    .get()
  if (!updated) throw conflict('errors:concurrentChange')
  return updated
}

/** Audits a step under the contract, and tells the other party. Part of a verb. */
export function recordHandoverStep(
  tx: Transaction,
  ctx: CompanyContext,
  { contract, handover }: LoadedHandover,
  after: HandoverRow,
  { step, defect, more = {} }: Pick<HandoverEvent, 'step' | 'defect'> & { more?: Record<string, unknown> },
): void {
  appendAudit(tx, ctx, {
    action: `contract.${step}_handover`,
    subject: { type: 'contract', id: contract.id },
    before: { handover },
    after: { handover: after, ...more },
    detail: { handover: after.id, number: after.number, status: after.status, documentHash: after.documentHash },
  })
  recordEvent(tx, ctx, 'contract.handover', { ...contractEvent(ctx, contract), step, ...(defect && { defect }) })
}
