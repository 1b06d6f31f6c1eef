import { and, asc, eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { type InvoiceParty, invoiceLines, invoices } from '#db/schema/invoicing.ts'
import type { VatGround } from '#db/vocabulary/invoicing.ts'
import { type InvoiceAction, invoiceMachine, isOverdue } from './invoice.ts'
import { invoiceDay } from './invoice-dates.ts'
import type { InvoiceLine } from './invoice-totals.ts'

export type InvoiceRow = typeof invoices.$inferSelect
export type DescribedLine = InvoiceLine & { description: string; unit: string; vatGround: VatGround | null }

/**
 * Loads an invoice issued by the caller's company, for a verb.
 * @throws AppError not found
 */
export function loadOwnInvoice(tx: Transaction, ctx: CompanyContext, invoiceId: string): InvoiceRow {
  const invoice = tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId), eq(invoices.companyId, ctx.company.id)))
    .get()
  if (!invoice) throw notFound()
  return invoice
}

/** The lines of an invoice in order. */
export function listInvoiceLines(db: Database | Transaction, invoiceId: string): DescribedLine[] {
  const { description, quantityMilli, unit, unitPriceE4, vatRateBp, vatCategory, vatGround } = invoiceLines
  return db
    .select({ description, quantityMilli, unit, unitPriceE4, vatRateBp, vatCategory, vatGround })
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, invoiceId))
    .orderBy(asc(invoiceLines.position))
    .all()
}

/** Replaces the lines of a draft. */
export function saveInvoiceLines(tx: Transaction, invoiceId: string, lines: readonly DescribedLine[]): void {
  tx.delete(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId)).run()
  for (const [index, line] of lines.entries()) {
    const { description, quantityMilli, unit, unitPriceE4, vatRateBp, vatCategory, vatGround } = line
    tx.insert(invoiceLines)
      .values({
        id: newId(),
        invoiceId,
        position: index + 1,
        description,
        quantityMilli,
        unit,
        unitPriceE4,
        vatRateBp,
        vatCategory,
        vatGround,
      })
      .run()
  }
}

/** The company's current details as the seller of an invoice. A disputed business id is none. */
export function getSeller(db: Database | Transaction, companyId: string): InvoiceParty {
  const { name, businessId, businessIdDisputed, vatNumber, street, postalCode, city, country, iban, bic, email } =
    companies
  const seller = db
    .select({ name, businessId, businessIdDisputed, vatNumber, street, postalCode, city, country, iban, bic, email })
    .from(companies)
    .where(eq(companies.id, companyId))
    .get()
  if (!seller) throw notFound()
  const { businessIdDisputed: disputed, ...details } = seller
  return { ...details, businessId: disputed ? null : details.businessId }
}

type Change = {
  action: InvoiceAction
  role: 'issuer' | 'system'
  /** The payment, or the credit note's gross, in cents. */
  amountCents?: number
  lines?: readonly unknown[]
  set?: Partial<typeof invoices.$inferInsert>
}

/**
 * Applies an action to an invoice if the state machine allows it and no concurrent change came first. Returns the updated row.
 * @throws AppError conflict or forbidden
 */
export function changeInvoice(
  tx: Transaction,
  ctx: Pick<Context, 'now'>,
  invoice: InvoiceRow,
  { action, role, amountCents, lines, set }: Change,
): InvoiceRow {
  const facts = {
    ...invoice,
    hasLines: (lines?.length ?? 0) > 0,
    isPastDue: isOverdue(invoice, invoiceDay(ctx.now)),
    isSent: invoice.sentAt !== null,
    ...(amountCents !== undefined && { amountCents }),
  }
  const status = stateAfter(invoiceMachine.next(invoice.status, action, role, facts))
  const changed = tx
    .update(invoices)
    .set({ ...set, status, updatedAt: ctx.now })
    .where(
      and(
        eq(invoices.id, invoice.id),
        eq(invoices.status, invoice.status),
        eq(invoices.paidCents, invoice.paidCents),
        eq(invoices.creditedCents, invoice.creditedCents),
      ),
    )
    .returning()
    .get()
  if (!changed) throw conflict('errors:concurrentChange')
  return changed
}
