import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import type { Einvoice } from '#app/features/einvoices/einvoice.ts'
import { comparableReference } from '#app/features/finance/invoice-matches.server.ts'
import { loadTags } from '#app/features/finance/transaction-page.server.ts'
import { refusalOfMandate } from '#app/features/team/mandates.server.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import { columns, integer, text } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { files } from '#db/schema/files.ts'
import { receivedInvoicePayments, receivedInvoices } from '#db/schema/invoices/received-invoices.ts'
import { sql } from '#db/sql.server.ts'
import { changedAccountOf } from './changed-account.server.ts'
import { listParts } from './load-received.server.ts'
import { receivedMachine } from './received-invoice.ts'

const [checker, approver, adder] = [alias(users, 'checker'), alias(users, 'approver'), alias(users, 'adder')]

/**
 * A received invoice with what it is for, its payments, and what the caller may do with it; null for another company's, and without access to invoicing.
 */
export function getReceived(ctx: CompanyContext, id: string) {
  const found = ctx.db
    .select({
      invoice: receivedInvoices,
      ...{ checkedByName: checker.name, approvedByName: approver.name, addedByName: adder.name },
      ...{ fileName: files.name, mime: files.mime },
    })
    .from(receivedInvoices)
    .innerJoin(files, eq(files.id, receivedInvoices.fileId))
    .innerJoin(adder, eq(adder.id, receivedInvoices.addedBy))
    .leftJoin(checker, eq(checker.id, receivedInvoices.checkedBy))
    .leftJoin(approver, eq(approver.id, receivedInvoices.approvedBy))
    .where(eq(receivedInvoices.id, id))
    .get()
  if (!found || found.invoice.companyId !== companyInScope(ctx, 'invoices.read')) return null
  const { invoice } = found
  const { grossCents: amountCents, currency, paidCents, payableCents, status } = invoice
  const mandateRefusal = refusalOfMandate(ctx.db, ctx, 'payables', { amountCents, currency })
  const facts = { isPaidOn: paidCents > 0, isSettled: payableCents === 0 }
  const actions = receivedMachine.allowed(status, mandateRefusal ? 'other' : 'holder', facts)
  const mayRecord = can(ctx, 'payables.record')
  const mayApprove = can(ctx, 'payables.approve')
  return {
    ...found,
    invoice: { ...invoice, content: invoice.content as Einvoice | null },
    parts: listParts(ctx.db, id),
    tags: loadTags(ctx),
    payments: listPayments(ctx, id),
    changedAccount: changedAccountOf(ctx.db, invoice),
    /** Why an approval is out of reach, for whoever has the right to approve. */
    mandateRefusal: status === 'checked' && mayApprove ? mandateRefusal : null,
    may: {
      check: mayRecord && actions.includes('check'),
      approve: mayApprove && actions.includes('approve'),
      reopen: mayApprove && actions.includes('reopen'),
      refuse: mayRecord && actions.includes('refuse'),
      pay: mayRecord && actions.includes('pay') && payableCents > paidCents,
      takeBack: mayRecord,
    },
  }
}
export type Received = NonNullable<ReturnType<typeof getReceived>>

function listPayments(ctx: CompanyContext, receivedId: string) {
  const { id, source, amountCents, paidOn, transactionId, reversesId } = receivedInvoicePayments
  const rows = ctx.db
    .select({ id, source, amountCents, paidOn, transactionId, reversesId })
    .from(receivedInvoicePayments)
    .where(eq(receivedInvoicePayments.receivedInvoiceId, receivedId))
    .orderBy(asc(id))
    .all()
  const takenBack = new Set(rows.map((one) => one.reversesId))
  return rows.map((one) => ({ ...one, isTakenBack: takenBack.has(one.id) }))
}

const readable = sql(
  { params: { company: companies.id, id: files.id }, row: columns(files, 'name', 'mime', 'sha256', 'storedAs') },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs FROM received_invoices i INDEXED BY received_invoices_file
   JOIN files f ON f.id = i.file_id WHERE i.file_id = :id AND i.company_id = :company`,
)

/** The file of a received invoice, for whoever sees the company's invoicing; null for everybody else. */
export function findReceivedFile(ctx: UserContext, id: string): ServedFile | null {
  const found = readable.first(ctx.db, { company: companyInScope(ctx, 'invoices.read'), id })
  return found && { name: found.name, mime: found.mime, storedAs: found.storedAs, etag: found.sha256 }
}

const candidates = sql(
  {
    params: { company: companies.id, currency: receivedInvoices.currency, reference: text, cents: integer, kind: text },
    row: {
      ...columns(receivedInvoices, 'id', 'number', 'currency', 'grossCents'),
      partyName: receivedInvoices.supplierName,
    },
  },
  `SELECT i.id, i.number, i.currency, i.gross_cents AS grossCents, i.supplier_name AS partyName
   FROM received_invoices i INDEXED BY received_invoices_company
   WHERE i.company_id = :company AND i.status IN ('approved', 'paid') AND i.currency = :currency AND i.kind = :kind
     AND ((i.status = 'approved' AND i.payable_cents - i.paid_cents = :cents)
       OR (:reference <> '' AND upper(ltrim(replace(i.reference, ' ', ''), '0')) = :reference AND (i.payable_cents - i.paid_cents >= :cents
         OR EXISTS (SELECT 1 FROM received_invoice_payments p WHERE p.received_invoice_id = i.id AND p.transaction_id IS NULL AND p.amount_cents = :cents))))
   ORDER BY (:reference <> '' AND upper(ltrim(replace(i.reference, ' ', ''), '0')) = :reference) DESC, i.due_date, i.id LIMIT 5`,
)

/** The approved invoices that a row of the books may be the payment of: with its reference, or with exactly its amount open. */
export function suggestReceived(
  ctx: CompanyContext,
  {
    amountCents,
    currency,
    reference,
  }: Pick<typeof receivedInvoices.$inferSelect, 'currency'> & { amountCents: number; reference: string },
) {
  return candidates.all(ctx.db, {
    ...{ company: companyInScope(ctx, 'invoices.read'), currency, reference: comparableReference(reference) },
    ...{ cents: Math.abs(amountCents), kind: amountCents < 0 ? 'invoice' : 'credit_note' },
  })
}

/** The number of an invoice of the company, to name it; null for another's. */
export const getReceivedNumber = (ctx: CompanyContext, id: string): string | null =>
  named.first(ctx.db, { company: companyInScope(ctx, 'invoices.read'), id })?.number ?? null

const named = sql(
  { params: { company: companies.id, id: receivedInvoices.id }, row: columns(receivedInvoices, 'number') },
  `SELECT number FROM received_invoices WHERE id = :id AND company_id = :company`,
)
