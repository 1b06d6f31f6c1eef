import { and, asc, desc, eq, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can, permittedActions } from '#app/features/accounts/require-right.server.ts'
import {
  listInvoiceableMilestones,
  listNewestInvoiceable,
  type MilestonePartId,
  type ReleasedMilestone,
} from '#app/features/escrow/invoiceable.server.ts'
import type { Database } from '#db/client.server.ts'
import { columns, list, nullable } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/audit.ts'
import { milestones } from '#db/schema/escrow.ts'
import { type InvoiceParty, invoicePayments, invoices } from '#db/schema/invoices/invoicing.ts'
import { paymentCertificates } from '#db/schema/valuations.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { InvoiceKind, InvoiceStatus, PaymentSource, RefundMethod } from '#db/vocabulary/invoicing.ts'
import { type InvoiceDocumentData, toDocument } from './content/invoice-document.server.ts'
import { type InvoiceAction, invoiceMachine } from './invoice.ts'
import { invoiceDay, overdueBefore } from './invoice-dates.ts'
import { type InvoiceDirection, type InvoiceFilter, isDerived, maxCounted, pageSize } from './invoice-filter.ts'
import { invoiceRights } from './invoice-rights.ts'
import { getSeller, type InvoiceRow } from './invoice-rows.server.ts'
import { invoiceListQueries, outstanding } from './list-queries.server.ts'
import { invoiceRowOf } from './list-row.ts'
import { isEscrowPayment } from './payment-source.ts'

export type InvoiceRelative = { id: string; number: string; grossCents: number; issueDate: string }
export type InvoicePayment = {
  id: string
  source: PaymentSource
  amountCents: number
  paidOn: string
  /** How it was paid back, and the seller's word on it. */
  method: RefundMethod | null
  note: string | null
  /** Of a set-off: the other invoice. */
  counter: { id: string; number: string } | null
}
export type HistoryEntry = { seq: number; action: string; at: number; by: string | null; amountCents: number | null }

export type InvoiceDetail = {
  id: string
  role: 'issuer' | 'recipient'
  document: InvoiceDocumentData
  /** The actions that the caller may take now. */
  actions: InvoiceAction[]
  /** The issuer's record of the buyer; for the issuer only. */
  clientId: string | null
  /** Why it may take its client above the credit limit; for the issuer only. */
  creditLimitReason: string | null
  milestoneId: string | null
  /** The payment certificate that it is for. */
  certificateId: string | null
  contractId: string | null
  creditedInvoice: InvoiceRelative | null
  creditNotes: InvoiceRelative[]
  payments: InvoicePayment[]
  history: HistoryEntry[]
  hash: string | null
  /** Changes with every update; used to detect outdated forms. */
  updatedAt: number
  /** For the issuer only. */
  share: { shareId: string; expiresAt: number | null; isExpired: boolean } | null
}

/** An invoice that the caller's company issued or drafts, or received; null for everything else. */
export function getInvoice(ctx: CompanyContext, id: string): InvoiceDetail | null {
  const row = ctx.db.select().from(invoices).where(eq(invoices.id, id)).get()
  const role = row && findRole(row, companyInScope(ctx, 'invoices.read'))
  if (!row || !role) return null
  const creditedInvoice = row.creditedInvoiceId
    ? (relatives(ctx.db, eq(invoices.id, row.creditedInvoiceId))[0] ?? null)
    : null
  const document = toDocument(ctx.db, row, creditedInvoice, ctx.now)
  const facts = {
    ...row,
    hasLines: document.lines.length > 0,
    hasAdvances: document.advances.length > 0,
    isPastDue: document.isOverdue,
    isSent: row.sentAt !== null,
  }
  const { shareId, shareExpiresAt } = row
  return {
    id: row.id,
    role,
    document,
    actions: permittedActions(ctx, invoiceMachine.allowed(row.status, role, facts), invoiceRights),
    clientId: role === 'issuer' ? row.clientId : null,
    creditLimitReason: role === 'issuer' ? row.creditLimitReason : null,
    milestoneId: row.milestoneId,
    certificateId: row.certificateId,
    contractId: row.contractId,
    creditedInvoice,
    creditNotes: relatives(ctx.db, eq(invoices.creditedInvoiceId, row.id)),
    payments: listPayments(ctx.db, row.id),
    history: listHistory(ctx.db, row.id, role),
    hash: row.hash,
    updatedAt: row.updatedAt,
    share:
      role === 'issuer' && shareId
        ? { shareId, expiresAt: shareExpiresAt, isExpired: shareExpiresAt !== null && shareExpiresAt <= ctx.now }
        : null,
  }
}

/** An invoice that the caller's company issues, or null. */
export function getOwnInvoice(ctx: CompanyContext, id: string): InvoiceDetail | null {
  const invoice = getInvoice(ctx, id)
  return invoice?.role === 'issuer' ? invoice : null
}

export type InvoiceListRow = {
  id: string
  kind: InvoiceKind
  status: InvoiceStatus
  number: string | null
  partyName: string
  issueDate: string | null
  dueDate: string | null
  currency: Currency
  grossCents: number
  openCents: number
  /** What counts as revenue: paid, as far as it was not credited. */
  settledCents: number
  /** Held as retention: an item of its own, which is not due. */
  retainedCents: number
  isOverdue: boolean
  createdAt: number
}

/** A page of the company's invoices. `total` stops counting at 1000; `isMore` says that there are more. */
export function listInvoices(ctx: CompanyContext, filter: InvoiceFilter) {
  const { list, count } = invoiceListQueries(filter)
  const today = invoiceDay(ctx.now)
  const status = isDerived(filter.status) ? null : filter.status
  const place = {
    company: companyInScope(ctx, 'invoices.read'),
    ...{ status, overdueBefore: overdueBefore(today) },
    offset: (filter.page - 1) * pageSize,
  }
  const rows = list.all(ctx.db, place).map((row) => invoiceRowOf(ctx, row))
  const { total: counted } = count.one(ctx.db, place)
  return { rows, total: Math.min(counted, maxCounted), isMore: counted > maxCounted }
}

export type Outstanding = RowOf<typeof outstanding.issued>

/** The amounts owed to the company (`issued`) or by it (`received`), by currency. */
export function listOutstanding(ctx: CompanyContext, direction: InvoiceDirection): Outstanding[] {
  return outstanding[direction].all(ctx.db, {
    company: companyInScope(ctx, 'invoices.read'),
    overdueBefore: overdueBefore(invoiceDay(ctx.now)),
  })
}

/**
 * The current details of a milestone's client, as the recipient of an invoice. The caller must have checked access to the
 * milestone.
 */
export function getBuyer(ctx: CompanyContext, milestone: { clientCompanyId: string }): InvoiceParty {
  return getSeller(ctx.db, milestone.clientCompanyId)
}

const clientNamed = sql(
  { params: { name: companies.name, company: companies.id }, row: columns(companies, 'id') },
  `SELECT o.id FROM companies o WHERE o.name = :name AND o.id IN (
     SELECT client_company_id FROM contracts WHERE provider_company_id = :company AND status <> 'draft'
     UNION SELECT provider_company_id FROM contracts WHERE client_company_id = :company AND status <> 'draft')
   ORDER BY o.id LIMIT 1`,
)

/** The other party, by name, of one of the company's contracts, with its address; for unknown names only the name as given. */
export function findClient(ctx: CompanyContext, name: string): InvoiceParty {
  const wanted = name.trim().slice(0, 200)
  const other = clientNamed.first(ctx.db, { name: wanted, company: ctx.company.id })
  if (other) return getSeller(ctx.db, other.id)
  const unknown = { businessId: null, vatNumber: null, street: null, postalCode: null, city: null }
  return { name: wanted, country: '', ...unknown }
}

const milestoneInvoice = sql(
  {
    params: { milestone: milestones.id, certificate: nullable(paymentCertificates.id), company: companies.id },
    row: columns(invoices, 'id', 'number'),
  },
  `SELECT id, number FROM invoices WHERE milestone_id = :milestone AND certificate_id IS :certificate AND kind = 'invoice' AND status <> 'credited' AND company_id = :company`,
)

/** The standing invoice of a part of one of the caller's milestones; null if there is none, or it was fully credited. */
export function findMilestoneInvoice(ctx: CompanyContext, { milestoneId, certificateId }: MilestonePartId) {
  return milestoneInvoice.first(ctx.db, {
    ...{ milestone: milestoneId, certificate: certificateId, company: ctx.company.id },
  })
}

/** What was released to the company by certificates and for milestones without a standing invoice, latest first. */
export function listUninvoicedMilestones(ctx: CompanyContext, limit: number): ReleasedMilestone[] {
  return withoutInvoice(ctx, listInvoiceableMilestones(ctx)).slice(0, limit)
}

/** Those among the latest `newest` that were released, for those who may see escrow and write the invoice. */
export function listReleasedToInvoice(ctx: CompanyContext, newest: number): ReleasedMilestone[] {
  if (!can(ctx, 'escrow.read') || !can(ctx, 'invoices.create', { owed: true })) return []
  return withoutInvoice(ctx, listNewestInvoiceable(ctx, newest))
}

function withoutInvoice(ctx: CompanyContext, released: ReleasedMilestone[]): ReleasedMilestone[] {
  const ids = released.map((milestone) => milestone.milestoneId)
  const standing = listStandingInvoices(ctx, ids)
  return released.filter((part) => !standing(part))
}

const standingInvoices = sql(
  {
    params: { company: companies.id, milestones: list(milestones.id) },
    row: columns(invoices, 'id', 'milestoneId', 'certificateId'),
  },
  `SELECT i.id, i.milestone_id AS milestoneId, i.certificate_id AS certificateId
   FROM json_each(:milestones) AS named CROSS JOIN invoices i INDEXED BY invoices_of_milestone ON i.milestone_id = named.value
   WHERE i.kind = 'invoice' AND i.status <> 'credited' AND i.company_id = :company`,
)

/** The company's invoice for a part of one of these milestones that was not credited in full. */
export function listStandingInvoices(ctx: CompanyContext, milestoneIds: string[]) {
  const keyOf = (part: { milestoneId: string | null; certificateId: string | null }) =>
    `${part.milestoneId} ${part.certificateId}`
  const rows = standingInvoices.all(ctx.db, { company: ctx.company.id, milestones: milestoneIds })
  const byPart = new Map(rows.map((row) => [keyOf(row), row.id]))
  return (part: MilestonePartId): string | undefined => byPart.get(keyOf(part))
}

function findRole(row: InvoiceRow, companyId: string): 'issuer' | 'recipient' | null {
  if (row.companyId === companyId) return 'issuer'
  return row.buyerCompanyId === companyId && row.status !== 'draft' ? 'recipient' : null
}

function relatives(db: Database, which: ReturnType<typeof eq>): InvoiceRelative[] {
  const { id, number, grossCents, issueDate, sequence } = invoices
  return db
    .select({ id, number, grossCents, issueDate })
    .from(invoices)
    .where(and(which, isNotNull(number)))
    .orderBy(asc(invoices.year), asc(sequence))
    .all()
    .map((row) => ({ ...row, number: row.number ?? '', issueDate: row.issueDate ?? '' }))
}

function listPayments(db: Database, invoiceId: string): InvoicePayment[] {
  const { id, source, amountCents, paidOn, method, note, counterInvoiceId } = invoicePayments
  return db
    .select({ id, source, amountCents, paidOn, method, note, counterId: counterInvoiceId, number: invoices.number })
    .from(invoicePayments)
    .leftJoin(invoices, eq(invoices.id, counterInvoiceId))
    .where(eq(invoicePayments.invoiceId, invoiceId))
    .orderBy(asc(paidOn), asc(id))
    .all()
    .map(({ counterId, number, ...payment }) => ({
      ...payment,
      counter: counterId && number ? { id: counterId, number } : null,
    }))
}

/** The history entries that a recipient may see: not the drafting, nor which of the seller's people acted. */
const publicActions = [
  ...['invoice.issue', 'invoice.send', 'invoice.pay', 'invoice.move_payment', 'invoice.credit'],
  ...['invoice.refund', 'invoice.set_off', 'invoice.remind'],
]

function listHistory(db: Database, invoiceId: string, role: 'issuer' | 'recipient'): HistoryEntry[] {
  return db
    .select({ seq: auditLog.seq, action: auditLog.action, at: auditLog.at, by: users.name, detail: auditLog.detail })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectType, 'invoice'), eq(auditLog.subjectId, invoiceId)))
    .orderBy(desc(auditLog.seq))
    .limit(100)
    .all()
    .filter((entry) => role === 'issuer' || publicActions.includes(entry.action))
    .map(({ detail, by, ...entry }) => {
      const { amountCents = null, source } = JSON.parse(detail) as { amountCents?: number; source?: PaymentSource }
      // Nobody pays from escrow: it is recorded on the invoice when that is issued, or when the contract ends.
      if (entry.action === 'invoice.pay' && source && isEscrowPayment(source)) {
        return { ...entry, action: 'invoice.pay_from_escrow', by: null, amountCents }
      }
      return { ...entry, by: role === 'issuer' ? by : null, amountCents }
    })
}
