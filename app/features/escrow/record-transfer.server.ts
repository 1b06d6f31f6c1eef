import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { compactReference } from '#app/platform/reference-number.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { bankTransfers, milestones } from '#db/schema/escrow.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { depositPosting, fundPosting } from './ledger.ts'
import { milestoneEvent } from './milestone-events.server.ts'
import { type LoadedMilestone, transitionAudit, transitionMilestone } from './transition-milestone.server.ts'
import { writePosting } from './write-posting.server.ts'

export type Transfer = {
  reference: string
  amountCents: number
  currency: Currency
  payerName: string
  /** `YYYY-MM-DD` */
  paidOn: string
  /** The bank's archive id; a transfer counts once, however often it is recorded. */
  archiveId: string
}

export type RecordedTransfer = { transferId: string; milestoneId: string; repeated: boolean }

/**
 * Records money that arrived in the bank, for admins. Its reference number identifies the milestone, which it funds. Deposit,
 * funding and the milestone's transition are one transaction.
 * @throws AppError when no milestone has the reference, amount or currency are not what is due, or the payment day is in the
 * future or before the contract was active, when nobody knew the reference
 */
export function recordTransfer(ctx: UserContext, transfer: Transfer): RecordedTransfer {
  requireRight(ctx, 'escrow.recordTransfer')
  return transact(ctx.db, (tx) => {
    const earlier = tx.select().from(bankTransfers).where(eq(bankTransfers.archiveId, transfer.archiveId)).get()
    if (earlier) return requireSameTransfer(earlier, transfer)
    const loaded = findPaidMilestone(tx, transfer)
    const { milestone, contract } = loaded
    requireValidPaymentDay(transfer.paidOn, ctx.now, contract.activatedAt)
    const funded = transitionMilestone(tx, ctx, loaded, {
      action: 'fund',
      role: 'system',
      moneyConfirmed: true,
      set: { fundedAt: ctx.now },
    })
    const order = { contractId: contract.id, milestoneId: milestone.id, currency: contract.currency }
    const parties = { ...contract, contractId: contract.id }
    writePosting(tx, ctx, {
      ...depositPosting(contract.clientCompanyId, milestone.amountCents),
      ...order,
      idempotencyKey: `deposit:${transfer.archiveId}`,
    })
    const { posted } = writePosting(tx, ctx, {
      ...fundPosting(parties, milestone.amountCents),
      ...order,
      idempotencyKey: `fund:${milestone.id}`,
    })
    if (!posted) throw conflict('errors:concurrentChange')
    const id = newId()
    const reference = normalizeReference(transfer.reference)
    const subject = { subjectType: 'milestone' as const, subjectId: milestone.id }
    tx.insert(bankTransfers)
      .values({ ...transfer, reference, ...subject, id, recordedBy: ctx.actor.id, recordedAt: ctx.now })
      .run()
    appendAudit(tx, ctx, {
      action: 'escrow.record_transfer',
      subject: { type: 'bank_transfer', id },
      after: { ...transfer, ...subject },
    })
    appendAudit(tx, ctx, transitionAudit(loaded, funded, 'fund'))
    recordEvent(tx, ctx, 'milestone.funded', milestoneEvent(ctx, funded))
    return { transferId: id, milestoneId: milestone.id, repeated: false }
  })
}

/** A repeated archive id means the same transfer; if its content differs, somebody made a mistake that must be resolved. */
function requireSameTransfer(earlier: typeof bankTransfers.$inferSelect, transfer: Transfer): RecordedTransfer {
  const same =
    earlier.amountCents === transfer.amountCents &&
    earlier.currency === transfer.currency &&
    earlier.reference === normalizeReference(transfer.reference)
  if (!same) throw invalid('escrow:transfer.archiveIdTaken', { field: 'archiveId' })
  return { transferId: earlier.id, milestoneId: earlier.subjectId, repeated: true }
}

/** The milestone that a transfer pays for. */
function findPaidMilestone(tx: Transaction, transfer: Transfer): LoadedMilestone {
  const row = tx
    .select({ milestone: milestones, contract: contracts })
    .from(milestones)
    .innerJoin(contracts, eq(contracts.id, milestones.contractId))
    .where(eq(milestones.fundingReference, normalizeReference(transfer.reference)))
    .get()
  if (!row) throw invalid('escrow:transfer.unknownReference', { field: 'reference' })
  const { milestone, contract } = row
  if (milestone.status !== 'planned') throw invalid('escrow:transfer.alreadyFunded', { field: 'reference' })
  if (contract.currency !== transfer.currency) {
    throw invalid('escrow:transfer.wrongCurrency', { field: 'currency', params: { currency: contract.currency } })
  }
  if (milestone.amountCents !== transfer.amountCents) {
    const params = { expectedCents: milestone.amountCents, currency: contract.currency }
    throw invalid('escrow:transfer.wrongAmount', { field: 'amount', params })
  }
  return { milestone, contract, role: 'system', adminIsParty: false }
}

/** A reference in the form that milestones store; an RF reference contains it after its own check digits. */
function normalizeReference(reference: string): string {
  return compactReference(reference).replace(/^RF\d\d0*/, '')
}

function requireValidPaymentDay(paidOn: string, now: number, activatedAt: number | null): void {
  if (paidOn > businessDay(now)) throw invalid('escrow:transfer.paidInFuture', { field: 'paidOn' })
  // The payer's bank may be in a time zone behind ours and date the transfer a day earlier.
  const earliest = activatedAt === null ? null : businessDay(activatedAt - 86_400_000)
  if (earliest !== null && paidOn < earliest) {
    throw invalid('escrow:transfer.paidTooEarly', { field: 'paidOn' })
  }
}
