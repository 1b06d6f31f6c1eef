import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import type { MilestonePartId } from '#app/features/escrow/invoiceable.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { type InvoiceParty, invoiceSettings, invoices } from '#db/schema/invoices/invoicing.ts'
import { type InvoiceAction, invoiceMachine, isOverdue } from './invoice.ts'
import { invoiceDay } from './invoice-dates.ts'

export type InvoiceRow = typeof invoices.$inferSelect

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

/** The invoices for a part of a milestone: a certificate's, or the rest. */
export const ofPart = ({ milestoneId, certificateId }: MilestonePartId) =>
  and(
    eq(invoices.milestoneId, milestoneId),
    certificateId === null ? isNull(invoices.certificateId) : eq(invoices.certificateId, certificateId),
  )

/** The part of a milestone that an invoice is for; null for a free one. */
export const partOf = ({ milestoneId, certificateId }: InvoiceRow): MilestonePartId | null =>
  milestoneId === null ? null : { milestoneId, certificateId }

/** The company's current details as a party of an invoice, with its address for e-invoices. A disputed business id is none. */
export function getSeller(db: Database | Transaction, companyId: string): InvoiceParty {
  const { name, businessId, businessIdDisputed, vatNumber, street, postalCode, city, country, iban, bic, email } =
    companies
  const { eScheme, eAddress, eOperator } = invoiceSettings
  const seller = db
    .select({
      ...{ name, businessId, businessIdDisputed, vatNumber, street, postalCode, city, country, iban, bic, email },
      ...{ eScheme, eAddress, eOperator },
    })
    .from(companies)
    .leftJoin(invoiceSettings, eq(invoiceSettings.companyId, companies.id))
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
  advances?: readonly unknown[]
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
  { action, role, amountCents, lines, advances, set }: Change,
): InvoiceRow {
  const facts = {
    ...invoice,
    hasLines: (lines?.length ?? 0) > 0,
    hasAdvances: (advances?.length ?? 0) > 0,
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
