import { and, eq, ne } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import type { Einvoice, Party } from '#app/features/einvoices/einvoice.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import { invalid } from '#app/platform/errors.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { compactIban, isIban } from '#app/platform/iban.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, required, text } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { type ReceivedVat, receivedInvoices } from '#db/schema/invoices/received-invoices.ts'
import { sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { InvoiceKind } from '#db/vocabulary/invoicing.ts'
import { checkFile } from './reader/check-file.ts'
import type { ReadEinvoice } from './reader/read-einvoice.server.ts'
import { isBuyer, numberKeyOf, type PartyIds, supplierKeyOf } from './supplier-key.ts'
import { groundOf } from './vat-ground.server.ts'

/** What an invoice says, read or typed. */
export type ReceivedFacts = {
  kind: InvoiceKind
  supplier: PartyIds
  number: string
  issueDate: string
  dueDate: string
  currency: Currency
  netCents: number
  vatCents: number
  grossCents: number
  payableCents: number
  vat: ReceivedVat[]
  iban: string | null
  bic: string | null
  reference: string
}

type Added = { file: CheckedFile; submissionId?: string | undefined }

/**
 * Adds the invoice of an e-invoice's file. What it does not say (what it is for) is asked when it is checked.
 * @throws AppError forbidden; invalid for sums that do not add up, another buyer, the company's own invoice, and one that is here already; storage_full
 */
export function addEinvoice(ctx: CompanyContext, input: Added & { read: ReadEinvoice }): { id: string } {
  requireRight(ctx, 'payables.record')
  const { format, invoice } = input.read
  const { refused, noted } = checkFile(format, invoice)
  if (refused.length > 0)
    throw invalid('receivedfiles:refused.sums', { field: 'files', params: { rules: refused.join(', ') } })
  const facts = factsOf(invoice)
  return add(ctx, input, facts, { format, content: invoice, notes: noted, buyer: buyerIds(invoice.buyer) })
}

/**
 * Adds an invoice whose facts somebody has typed, with its picture or PDF.
 * @throws AppError as `addEinvoice`
 */
export function addTyped(ctx: CompanyContext, input: Added & { facts: ReceivedFacts }): { id: string } {
  requireRight(ctx, 'payables.record')
  return add(ctx, input, input.facts, { format: 'typed', content: null, notes: [], buyer: null })
}

type Kept = Pick<typeof receivedInvoices.$inferInsert, 'format' | 'content'> & {
  notes: string[]
  buyer: { ids: string[]; country: string } | null
}

function add(
  ctx: CompanyContext,
  { file, submissionId }: Added,
  facts: ReceivedFacts,
  { format, content, notes, buyer }: Kept,
): { id: string } {
  const { supplier, ...stated } = facts
  const asked = { submissionId, ...stated, supplier, sha256: file.sha256 }
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'addReceivedInvoice', input: asked }, () => {
      const supplierKey = supplierKeyOf(supplier)
      const own = ownIds(tx, ctx)
      const theirs = {
        ids: [supplier.vatNumber, supplier.businessId].filter((one) => one !== null),
        country: supplier.country,
      }
      // What was typed is refused at its field; all that a file says, at the file.
      const fieldOf = (typed: string) => (format === 'typed' ? typed : 'files')
      if (isBuyer(theirs, own) === 'yes')
        throw invalid('receivedfiles:refused.own', {
          field: fieldOf(supplier.vatNumber ? 'supplierVatNumber' : 'supplierBusinessId'),
        })
      const match = buyer ? isBuyer(buyer, own) : 'yes'
      if (match === 'no') throw invalid('receivedfiles:refused.otherBuyer', { field: 'files' })
      requireNew(tx, ctx, supplierKey, { number: stated.number, field: fieldOf('number') })
      const [id, fileId] = [newId(), newId()]
      const { name, mime, size, sha256, storedAs } = file
      const subject = { type: 'received_invoice' as const, id }
      insertFile(tx, ctx, { id: fileId, name, mime, size, sha256, storedAs }, subject)
      const row = {
        ...{ id, companyId: ctx.company.id, status: 'received' as const, format, fileId, ...stated },
        ...{ supplierName: supplier.name, supplierKey, supplierCountry: supplier.country },
        ...{ supplierBusinessId: supplier.businessId, supplierVatNumber: supplier.vatNumber },
        ...{ numberKey: numberKeyOf(stated.number), content },
        notes: match === 'unknown' ? [...notes, 'buyerUnknown'] : notes,
        ...{ addedBy: ctx.actor.id, addedAt: ctx.now, updatedAt: ctx.now },
      }
      tx.insert(receivedInvoices).values(row).run()
      file.keep()
      appendAudit(tx, ctx, { action: 'received_invoice.add', subject, after: { ...row, content: null, sha256 } })
      return { id }
    }),
  )
}

function factsOf(invoice: Einvoice): ReceivedFacts {
  const { seller, payment, totals, issueDate, currency } = invoice
  const country = seller.country || 'FI'
  const iban = payment && isIban(payment.iban) ? compactIban(payment.iban) : null
  return {
    kind: invoice.typeCode === '381' ? 'credit_note' : 'invoice',
    supplier: {
      ...{ name: seller.name, country, vatNumber: seller.vatId },
      businessId: seller.legalId?.id ?? (seller.address?.scheme === '0216' ? seller.address.id : null),
    },
    ...{ number: invoice.number, issueDate, dueDate: invoice.dueDate ?? issueDate, currency: currency as Currency },
    ...{ netCents: totals.netCents, vatCents: totals.vatCents, grossCents: totals.grossCents },
    payableCents: totals.dueCents,
    vat: invoice.vat.map(({ category, rateBp, netCents, vatCents }) => ({
      ...{ category, rateBp: rateBp ?? 0, netCents, vatCents, ground: groundOf(category, country, seller.vatId) },
    })),
    ...{ iban, bic: payment?.bic ?? null, reference: payment?.reference ?? '' },
  }
}

/** Schemes that hold a business id or a VAT number; others, such as a GLN, name the company in another way. */
const comparableSchemes = new Set(['0037', '0212', '0213', '0215', '0216', '0007', '0192', '0184', '0208'])

function buyerIds({ legalId, vatId, address, country }: Party): { ids: string[]; country: string } {
  const ofRegister = [legalId, address].flatMap((one) =>
    one && (one === legalId && one.scheme === null ? true : comparableSchemes.has(one.scheme ?? '')) ? [one.id] : [],
  )
  return { ids: [...(vatId ? [vatId] : []), ...ofRegister], country }
}

function ownIds(tx: Transaction, ctx: CompanyContext): PartyIds {
  const { name, country, businessId, vatNumber } = companies
  const found = tx
    .select({ name, country, businessId, vatNumber })
    .from(companies)
    .where(eq(companies.id, ctx.company.id))
  const own = found.get()
  if (!own) throw new Error('no company')
  return own
}

const inGroundwork = sql(
  {
    params: { company: companies.id, number: text },
    row: { ...columns(invoices, 'id', 'seller'), number: required(invoices.number) },
  },
  `SELECT id, seller, number FROM invoices INDEXED BY invoices_buyer
   WHERE buyer_company_id = :company AND status <> 'draft' AND upper(replace(number, ' ', '')) = :number`,
)

/** @throws AppError invalid for a number of the supplier that is here already, as a file or from Groundwork itself */
function requireNew(
  tx: Transaction,
  ctx: CompanyContext,
  supplierKey: string,
  { number, field }: { number: string; field: string },
): void {
  const numberKey = numberKeyOf(number)
  const { companyId, supplierKey: key, numberKey: ofNumber, status } = receivedInvoices
  const same = and(eq(companyId, ctx.company.id), eq(key, supplierKey), eq(ofNumber, numberKey), ne(status, 'refused'))
  const refusal = { field, params: { number } }
  if (tx.select().from(receivedInvoices).where(same).get()) throw invalid('receivedfiles:refused.double', refusal)
  const sent = inGroundwork.all(tx, { company: ctx.company.id, number: numberKey })
  if (sent.some(({ seller }) => seller && supplierKeyOf(seller) === supplierKey))
    throw invalid('receivedfiles:refused.inGroundwork', refusal)
}
