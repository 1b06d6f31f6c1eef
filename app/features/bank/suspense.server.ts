import type { UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { pageSize } from '#app/features/escrow/limits.ts'
import { normalizeReference } from '#app/features/escrow/record-transfer.server.ts'
import { coverFrom } from '#app/features/escrow/suspense.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, integer, nullable, required, text } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { sortArrivals, type WaitingPayment } from './arrivals.ts'

const row = {
  ...columns(bankTransfers, 'id', 'archiveId', 'reference', 'payerName', 'payerIban', 'message', 'amountCents'),
  ...columns(bankTransfers, 'currency', 'paidOn', 'recordedAt'),
  reason: required(bankTransfers.reason),
  openCents: integer,
  recordedBy: users.name,
  isReversing: boolean,
}
const selected = `SELECT t.id, t.archive_id AS archiveId, t.reference, t.payer_name AS payerName, t.payer_iban AS payerIban, t.message,
    t.amount_cents AS amountCents, t.currency, t.paid_on AS paidOn, t.recorded_at AS recordedAt, t.reason,
    -b.balance_cents AS openCents, u.name AS recordedBy,
    EXISTS (SELECT 1 FROM transfer_reversals r WHERE r.transfer_id = t.id AND r.status = 'proposed') AS isReversing
  FROM ledger_accounts a CROSS JOIN ledger_balances b ON b.account_id = a.id CROSS JOIN bank_transfers t ON t.id = a.owner_id
  CROSS JOIN users u ON u.id = t.recorded_by WHERE a.kind = 'suspense' AND b.balance_cents < 0`
const waiting = sql(
  { params: { after: text }, row },
  `${selected} AND a.owner_id > :after ORDER BY a.owner_id LIMIT ${pageSize + 1}`,
)
const waitingOne = sql({ params: { id: bankTransfers.id }, row }, `${selected} AND a.owner_id = :id`)

export type SuspenseItem = RowOf<typeof waiting>

/** Money that waits in suspense, the oldest first, after the payment with the id `after`, and one more if there is another page; empty for users who are not admins. */
export function listSuspense(ctx: UserContext, after = ''): SuspenseItem[] {
  if (!isAdmin(ctx.actor.role)) return []
  return waiting.all(ctx.db, { after })
}

const open = sql(
  {
    params: { reference: text, currency: bankTransfers.currency, first: bankTransfers.id },
    row: { ...columns(bankTransfers, 'id', 'paidOn'), openCents: integer },
  },
  `SELECT t.id, t.paid_on AS paidOn, -b.balance_cents AS openCents
   FROM bank_transfers t CROSS JOIN ledger_accounts a ON a.kind = 'suspense' AND a.owner_id = t.id AND a.currency = t.currency
   CROSS JOIN ledger_balances b ON b.account_id = a.id
   WHERE t.reference = :reference AND t.currency = :currency AND b.balance_cents < 0
     AND NOT EXISTS (SELECT 1 FROM transfer_reversals r WHERE r.transfer_id = t.id AND r.status <> 'declined')
   ORDER BY t.id <> :first, t.id LIMIT 50`,
)

/** What is open of the payments with one reference in one currency, `first` before the others, without those that may be reversed. Checks no right. */
export const openPayments = (
  db: Database | Transaction,
  of: { reference: string; currency: SuspenseItem['currency']; first: string },
) => open.all(db, of)

const named = sql(
  {
    params: { reference: text },
    row: {
      ...columns(milestones, 'title', 'status', 'amountCents'),
      ...columns(contracts, 'currency', 'number'),
      contractId: contracts.id,
      contractStatus: contracts.status,
      clientName: companies.name,
      businessId: companies.businessId,
    },
  },
  `SELECT m.title, m.status, m.amount_cents AS amountCents, c.currency, c.number, c.id AS contractId, c.status AS contractStatus,
          k.name AS clientName, k.business_id AS businessId
   FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id JOIN companies k ON k.id = c.client_company_id
   WHERE m.funding_reference = :reference`,
)

const alike = sql(
  {
    params: { amountCents: integer, currency: bankTransfers.currency, name: text, iban: text },
    row: {
      ...columns(milestones, 'title', 'amountCents'),
      milestoneId: milestones.id,
      ...columns(contracts, 'number'),
      contractId: contracts.id,
      clientName: companies.name,
      businessId: companies.businessId,
      isNamed: integer,
      hasAccount: integer,
    },
  },
  `SELECT m.title, m.amount_cents AS amountCents, m.id AS milestoneId, c.number, c.id AS contractId, k.name AS clientName, k.business_id AS businessId,
          lower(k.name) = lower(:name) AS isNamed, :iban <> '' AND k.iban IS :iban AS hasAccount
   FROM contract_milestones m INDEXED BY milestones_submitted JOIN contracts c ON c.id = m.contract_id
   JOIN companies k ON k.id = c.client_company_id
   WHERE m.status = 'planned' AND m.funding_reference IS NOT NULL AND m.amount_cents = :amountCents AND c.status = 'active'
     AND c.payment_method = 'secure_escrow' AND c.currency = :currency ORDER BY hasAccount DESC, isNamed DESC, m.id LIMIT 5`,
)

const byReference = sql(
  {
    params: { reference: text, currency: bankTransfers.currency },
    row: {
      ...columns(milestones, 'title', 'amountCents'),
      milestoneId: milestones.id,
      reference: required(milestones.fundingReference),
      ...columns(contracts, 'number'),
      contractId: contracts.id,
    },
  },
  `SELECT m.title, m.amount_cents AS amountCents, m.id AS milestoneId, m.funding_reference AS reference, c.number, c.id AS contractId
   FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id
   WHERE m.funding_reference = :reference AND m.status = 'planned' AND c.status = 'active' AND c.currency = :currency`,
)

/** A milestone that a payment seems to be for, and what says so: the payer's message names its reference, or the sum is exactly what it costs and its client's account or name paid it. */
export type Suggestion = {
  by: 'message' | 'account' | 'name'
  milestoneId: string
  contractId: string
  number: string
  title: string
  dueCents: number
  /** That the message names; '' otherwise. */
  reference: string
}

/** What looks like a reference number within a text: 4 to 20 digits, also in groups. */
const referencesIn = (message: string): string[] =>
  [...message.matchAll(/(?:RF ?\d{2} ?)?\d[\d ]{2,26}\d/gi)].map(([found]) => normalizeReference(found))

/**
 * The milestones that a payment whose reference names none can fund by one press (ESC-12); a sum or a name alone suggests nothing. Checks no right.
 * The verb asks again in its transaction.
 */
export function suggestionsFor(
  db: Database | Transaction,
  transfer: Pick<SuspenseItem, 'openCents' | 'currency' | 'payerName' | 'payerIban' | 'message'>,
): Suggestion[] {
  const { openCents, currency, message } = transfer
  const named = [...new Set(referencesIn(message ?? ''))].slice(0, 10).flatMap((reference) => {
    const found = byReference.first(db, { reference, currency })
    return found && openCents >= found.amountCents ? [{ ...found, by: 'message' as const }] : []
  })
  const paid = alikeOf(db, transfer).flatMap((one) => {
    const by = one.hasAccount ? ('account' as const) : one.isNamed ? ('name' as const) : null
    return by ? [{ ...one, by, reference: '' }] : []
  })
  return [...named, ...paid.filter(({ milestoneId }) => named.every((one) => one.milestoneId !== milestoneId))].map(
    ({ by, milestoneId, contractId, number, title, amountCents: dueCents, reference }) => ({
      ...{ by, milestoneId, contractId, number, title, dueCents, reference },
    }),
  )
}

const alikeOf = (
  db: Database | Transaction,
  { openCents: amountCents, currency, payerName: name, payerIban }: Parameters<typeof suggestionsFor>[1],
) => alike.all(db, { amountCents, currency, name, iban: payerIban ?? '' })

export type SuspenseDetail = {
  transfer: SuspenseItem
  /** The milestone of its reference, with how the waiting payments cover it; null if the reference names none. */
  milestone:
    | (RowOf<typeof named> & {
        canFund: boolean
        /** The other payments with the same reference that it would take. */
        others: { id: string; paidOn: string; openCents: number }[]
        /** What all of them still leave missing, in cents. */
        missingCents: number
      })
    | null
  /** What one press can fund, where the reference names no milestone. */
  suggestions: Suggestion[]
  /** Milestones that wait for the same amount, where the reference names none; the payer's own first. */
  alike: RowOf<typeof alike>[]
}

/** One sum in suspense with what it may be for; null if it does not wait any more, and for users who are not admins. */
export function getSuspense(ctx: UserContext, id: string): SuspenseDetail | null {
  if (!isAdmin(ctx.actor.role)) return null
  const transfer = waitingOne.first(ctx.db, { id })
  if (!transfer) return null
  const { reference, currency } = transfer
  const found = reference === '' ? null : named.first(ctx.db, { reference })
  if (!found) {
    const suggestions = suggestionsFor(ctx.db, transfer)
    return { transfer, milestone: null, suggestions, alike: alikeOf(ctx.db, transfer) }
  }
  const payments = openPayments(ctx.db, { reference, currency, first: id })
  const cover = coverFrom(payments, found.amountCents)
  const isDue = found.status === 'planned' && found.contractStatus === 'active' && found.currency === currency
  const paidCents = payments.reduce((sum, payment) => sum + payment.openCents, 0)
  const others = payments.filter((payment) => payment.id !== id && cover?.some((part) => part.id === payment.id))
  const missingCents = isDue ? Math.max(0, found.amountCents - paidCents) : 0
  return {
    transfer,
    milestone: { ...found, canFund: isDue && cover !== null, others, missingCents },
    suggestions: [],
    alike: [],
  }
}

const ofContracts = sql(
  {
    params: { contractIds: text, limit: integer },
    row: {
      ...columns(bankTransfers, 'id', 'currency', 'paidOn'),
      reason: required(bankTransfers.reason),
      openCents: integer,
      milestone: milestones.title,
      dueCents: milestones.amountCents,
      reference: required(nullable(milestones.fundingReference)),
      ...columns(milestones, 'status'),
      contractStatus: contracts.status,
      dueCurrency: contracts.currency,
      isReversing: boolean,
    },
  },
  `SELECT t.id, t.currency, t.paid_on AS paidOn, t.reason, -b.balance_cents AS openCents, m.title AS milestone,
          m.amount_cents AS dueCents, m.funding_reference AS reference, m.status, c.status AS contractStatus, c.currency AS dueCurrency,
          EXISTS (SELECT 1 FROM transfer_reversals r WHERE r.transfer_id = t.id AND r.status <> 'declined') AS isReversing
   FROM json_each(:contractIds) e CROSS JOIN contracts c ON c.id = e.value CROSS JOIN contract_milestones m ON m.contract_id = c.id CROSS JOIN bank_transfers t ON t.reference = m.funding_reference
   CROSS JOIN ledger_accounts a ON a.kind = 'suspense' AND a.owner_id = t.id CROSS JOIN ledger_balances b ON b.account_id = a.id
   WHERE m.funding_reference IS NOT NULL AND b.balance_cents < 0 ORDER BY t.id LIMIT :limit`,
)

/**
 * Payments for milestones of these contracts that wait in suspense, at most fifty times as many as contracts, with what each milestone lacks still. For
 * their client and admins: the caller has checked who asks.
 */
export const waitingPayments = (db: Database, contractIds: readonly string[]): WaitingPayment[] =>
  sortArrivals(ofContracts.all(db, { contractIds: JSON.stringify(contractIds), limit: 50 * contractIds.length }))
