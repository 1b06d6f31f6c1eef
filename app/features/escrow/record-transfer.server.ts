import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { compactReference } from '#app/platform/reference-number.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { SuspenseReason } from '#db/vocabulary/escrow.ts'
import { findByReference, fundMilestone } from './fund-milestone.server.ts'
import { depositPosting, suspensePosting } from './ledger.ts'
import { milestoneEvent } from './milestone-events.server.ts'
import { managersOf } from './remind-approvers.server.ts'
import { suspenseReason } from './suspense.ts'
import type { LoadedMilestone } from './transition-milestone.server.ts'
import { writePosting } from './write-posting.server.ts'

export type Transfer = {
  /** '' where the payment has none. */
  reference: string
  amountCents: number
  currency: Currency
  payerName: string
  payerIban?: string | undefined
  message?: string | undefined
  /** `YYYY-MM-DD` */
  paidOn: string
  /** The bank's archive id; a transfer counts once, however often it is recorded. */
  archiveId: string
}

export type RecordedTransfer = {
  transferId: string
  /** Why it waits in suspense; null if it funded the milestone of its reference. */
  reason: SuspenseReason | null
  repeated: boolean
}

/**
 * Records money that arrived in the bank, for admins: every row, because the bank has it (ESC-11). If its reference, currency and amount
 * fit a milestone that waits for it exactly, it funds that milestone, all in one transaction. Anything else waits in suspense with
 * the reason, and if the reference names a milestone, its client is told.
 * @throws AppError only when the same archive id was recorded with other content, or the payment day is in the future
 */
export function recordTransfer(ctx: UserContext, transfer: Transfer): RecordedTransfer {
  requireRight(ctx, 'escrow.recordTransfer')
  return transact(ctx.db, (tx) => {
    const earlier = recordedAs.first(tx, { archiveId: transfer.archiveId })
    if (earlier) return requireSameTransfer(earlier, transfer)
    if (transfer.paidOn > businessDay(ctx.now)) throw invalid('escrow:transfer.paidInFuture', { field: 'paidOn' })
    const reference = normalizeReference(transfer.reference)
    const loaded = findByReference(tx, reference)
    const reason = suspenseReason({ transfer: { ...transfer, reference }, due: loaded && dueOfLoaded(loaded) })
    const id = newId()
    const subject =
      loaded && reason === null
        ? { subjectType: 'milestone' as const, subjectId: loaded.milestone.id }
        : { subjectType: 'suspense' as const, subjectId: id }
    const { payerName, payerIban = null, message = null, paidOn, archiveId } = transfer
    const origin = { id, reason, recordedBy: ctx.actor.id, recordedAt: ctx.now }
    const { amountCents, currency } = transfer
    const content = { archiveId, reference, payerName, payerIban, message, amountCents, currency, paidOn }
    insertTransfer.run(tx, { ...content, ...subject, ...origin })
    writePosting(tx, ctx, {
      ...(loaded && reason === null
        ? depositPosting(loaded.contract.clientCompanyId, amountCents)
        : suspensePosting(id, amountCents)),
      contractId: loaded?.contract.id ?? null,
      milestoneId: loaded?.milestone.id ?? null,
      transferId: id,
      currency,
      idempotencyKey: `deposit:${id}`,
    })
    appendAudit(tx, ctx, {
      action: 'escrow.record_transfer',
      subject: { type: 'bank_transfer', id },
      after: { ...transfer, ...subject, reason },
    })
    if (loaded && reason === null) fundMilestone(tx, ctx, loaded)
    else if (loaded) tellClient(tx, ctx, loaded, transfer)
    return { transferId: id, reason, repeated: false }
  })
}

const insertTransfer = sql(
  {
    params: {
      ...columns(bankTransfers, 'id', 'archiveId', 'reference', 'payerName', 'payerIban', 'message', 'amountCents'),
      ...columns(bankTransfers, 'currency', 'paidOn', 'subjectType', 'subjectId', 'reason', 'recordedBy', 'recordedAt'),
    },
  },
  `INSERT INTO bank_transfers (id, archive_id, reference, payer_name, payer_iban, message, amount_cents, currency, paid_on, subject_type, subject_id,
     reason, recorded_by, recorded_at)
   VALUES (:id, :archiveId, :reference, :payerName, :payerIban, :message, :amountCents, :currency, :paidOn, :subjectType, :subjectId,
     :reason, :recordedBy, :recordedAt)`,
)

/** What is recorded with an archive id and was not reversed. */
const recordedAs = sql(
  {
    params: columns(bankTransfers, 'archiveId'),
    row: columns(bankTransfers, 'id', 'amountCents', 'currency', 'reference', 'reason'),
  },
  `SELECT t.id, t.amount_cents AS amountCents, t.currency, t.reference, t.reason FROM bank_transfers t
   WHERE t.archive_id = :archiveId
     AND NOT EXISTS (SELECT 1 FROM transfer_reversals r WHERE r.transfer_id = t.id AND r.status = 'confirmed')`,
)

/** Its client is told that a sum arrived that does not fit, by notification and mail. */
function tellClient(tx: Transaction, ctx: UserContext, loaded: LoadedMilestone, transfer: Transfer): void {
  const { milestone, contract } = loaded
  const { amountCents, currency } = transfer
  recordEvent(tx, ctx, 'transfer.waiting', { ...milestoneEvent(ctx, loaded), amountCents, currency })
  for (const { name, email, locale } of managersOf(tx, contract.clientCompanyId)) {
    enqueueMail(tx, ctx.now, {
      to: email,
      locale: locale ?? 'en',
      template: 'transferWaiting',
      toStranger: 'never',
      params: {
        contract: contract.number,
        ...{ amountCents, currency },
        link: `${env.origin}/escrow/${contract.id}`,
      },
      names: { name, milestone: milestone.title },
    })
  }
}

/** A repeated archive id means the same transfer; if its content differs, somebody made a mistake that must be resolved. */
function requireSameTransfer(earlier: RowOf<typeof recordedAs>, transfer: Transfer): RecordedTransfer {
  const same =
    earlier.amountCents === transfer.amountCents &&
    earlier.currency === transfer.currency &&
    earlier.reference === normalizeReference(transfer.reference)
  if (!same) throw invalid('escrow:transfer.archiveIdTaken', { field: 'archiveId' })
  return { transferId: earlier.id, reason: earlier.reason, repeated: true }
}

/** What a milestone waits for. The payer's bank may be in a time zone behind ours and date the transfer a day earlier. */
export function dueOf({ activatedAt, ...due }: Omit<Due, 'from'> & { activatedAt: number | null }): Due {
  return { ...due, from: activatedAt === null ? null : businessDay(activatedAt - 86_400_000) }
}
type Due = NonNullable<Parameters<typeof suspenseReason>[0]['due']>

const dueOfLoaded = ({ milestone: { status, amountCents }, contract }: LoadedMilestone) =>
  dueOf({ ...contract, status, amountCents, contractStatus: contract.status })

/** A reference in the form that milestones store; an RF reference contains it after its own check digits. */
export function normalizeReference(reference: string): string {
  return compactReference(reference).replace(/^RF\d\d0*/, '')
}
