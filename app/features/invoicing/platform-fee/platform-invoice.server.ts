// verb-rule: a part of the jobs and verbs by which the platform invoices, each of which says whose right it is
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { clientOfBuyer } from '#app/features/clients/link-invoices.server.ts'
import { assignInvoiceNumber } from '#app/features/invoicing/assign-invoice-number.server.ts'
import { getInvoiceContent, saveInvoiceContent } from '#app/features/invoicing/content/content-rows.server.ts'
import type { DescribedLine } from '#app/features/invoicing/content/invoice-content.ts'
import { draftTotals } from '#app/features/invoicing/draft-fields.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { invoiceEvent, sentEvent } from '#app/features/invoicing/invoice-events.server.ts'
import { missingSellerDetails } from '#app/features/invoicing/invoice-party.server.ts'
import { changeInvoice, getSeller, type InvoiceRow } from '#app/features/invoicing/invoice-rows.server.ts'
import { refusalOfVat } from '#app/features/invoicing/vat-grounds.server.ts'
import { applyDueBankAccount } from '#app/features/team/bank-account.server.ts'
import { outsideUnionReason } from '#app/platform/finnish-vat.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { subscriptions } from '#db/schema/plans.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

export type PlatformInvoice = {
  /** The platform's company. */
  companyId: string
  buyerCompanyId: string
  contractId: string | null
  line: DescribedLine
  currency: Currency
  /** `YYYY-MM-DD` */
  deliveryDate: string
  paymentTermDays: number
  /** The invoicing period, both days included. */
  period?: { startOn: string; endOn: string } | null
  /** What stands as the buyer's reference where the buyer has set neither a reference nor an order number (PLAN-8). */
  reference: string | null
  /** The gross that is known already, where rounding may differ from it by a cent. */
  earned?: { netCents: number; grossCents: number } | null
}

/**
 * Drafts, issues and sends an invoice of the platform's company to another company, inside the caller's transaction, which then records it
 * (`recordPlatformInvoice`). It is in the name of an owner of the platform's company, because a job has nobody.
 * @throws Error where the seller's details or the VAT do not allow it
 */
export function sendPlatformInvoice(tx: Transaction, ctx: Context, order: PlatformInvoice): InvoiceRow {
  const { companyId, buyerCompanyId, contractId, line, currency, deliveryDate, paymentTermDays } = order
  applyDueBankAccount(tx, ctx, companyId)
  const [seller, buyer] = [getSeller(tx, companyId), getSeller(tx, buyerCompanyId)]
  const refusal = refusalOfVat(line, { seller, buyer })
  if (refusal || missingSellerDetails(seller, []).length > 0) throw new Error(refusal ?? 'the seller is incomplete')
  const [lines, id, issueDate] = [[line], newId(), invoiceDay(ctx.now)]
  const { iban: _iban, bic: _bic, ...details } = buyer
  const draft = tx
    .insert(invoices)
    .values({
      ...draftTotals({ lines }, order.earned ?? null),
      ...{ id, companyId, buyerCompanyId, contractId, kind: 'invoice', status: 'draft', buyer: details, currency },
      ...{ deliveryDate, paymentTermDays, ...referencesOf(tx, order) },
      ...{ periodStart: order.period?.startOn ?? null, periodEnd: order.period?.endOn ?? null },
      note: line.vatCategory === 'O' ? outsideUnionReason : '',
      ...{ createdBy: ownerOf(tx, companyId), createdAt: ctx.now, updatedAt: ctx.now },
    })
    .returning()
    .get()
  saveInvoiceContent(tx, id, { lines })
  const content = getInvoiceContent(tx, id)
  const clientId = clientOfBuyer(tx, ctx, draft)
  const set = { ...assignInvoiceNumber(tx, draft, { content, seller, issueDate }, ctx.now), clientId }
  const issued = changeInvoice(tx, ctx, draft, { action: 'issue', role: 'system', lines, set })
  return changeInvoice(tx, ctx, issued, { action: 'send', role: 'system', set: { sentAt: ctx.now } })
}

/** The buyer's own references, by which it finds whom an invoice is for; Peppol asks for one of the two (PEPPOL-EN16931-R003). */
function referencesOf(tx: Transaction, { buyerCompanyId, reference }: PlatformInvoice) {
  const { companyId, buyerReference, orderReference } = subscriptions
  const own = tx
    .select({ buyerReference, orderReference })
    .from(subscriptions)
    .where(eq(companyId, buyerCompanyId))
    .get()
  return own?.buyerReference || own?.orderReference ? own : { buyerReference: reference, orderReference: null }
}

/** Writes the audit row and the events of such an invoice, as it stands after everything that was done with it. */
export function recordPlatformInvoice(
  tx: Transaction,
  ctx: Context,
  invoice: InvoiceRow,
  detail: Record<string, string>,
): void {
  const { id, number, hash } = invoice
  const subject = { type: 'invoice', id }
  appendAudit(tx, ctx, { action: 'invoice.issue', subject, after: invoice, detail: { number, hash, ...detail } })
  recordEvent(tx, ctx, 'invoice.issued', invoiceEvent(ctx, invoice))
  recordEvent(tx, ctx, 'invoice.sent', sentEvent(ctx, invoice))
}

/** An owner of the platform's company, in whose name it invoices. */
export function ownerOf(tx: Transaction, companyId: string): string {
  const owner = firstOwner(tx, companyId)
  if (!owner) throw new Error('the platform’s company has no owner')
  return owner.id
}

/** The owner of a company who has been here longest; null where nobody is. */
export function firstOwner(tx: Transaction, companyId: string): { id: string; name: string } | null {
  const owner = tx
    .select({ id: users.id, name: users.name })
    .from(companyMembers)
    .innerJoin(users, and(eq(users.id, companyMembers.userId), eq(users.status, 'active')))
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.role, 'owner')))
    .orderBy(asc(users.id))
    .get()
  return owner ?? null
}
