import type { CompanyContext } from '#app/features/accounts/context.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import type { InvoiceInput } from '#app/features/invoicing/schemas.server.ts'
import { sendInvoice } from '#app/features/invoicing/send-invoice.server.ts'
import { setUpSchedule } from '#app/features/recurring-invoices/set-up-schedule.server.ts'
import { remindBuyer } from '#app/features/reminders/remind-buyer.server.ts'

export const invoiceLine = {
  description: 'Painting',
  quantityMilli: 10_000,
  unit: 'h',
  unitPriceE4: 500_000,
  vatCategory: 'S' as const,
  vatRateBp: 2550,
  vatGround: null,
}

/** 10 h at 50 €: 500.00 net, 127.50 VAT, 627.50 gross. */
export const invoiceInput: InvoiceInput = {
  buyerName: 'Buyer Oy',
  buyerBusinessId: null,
  buyerVatNumber: null,
  buyerStreet: 'Ostajankatu 2',
  buyerPostalCode: '00200',
  buyerCity: 'Helsinki',
  buyerCountry: 'FI',
  buyerEmail: 'invoices@buyer.example',
  currency: 'EUR',
  deliveryDate: '2026-05-29',
  paymentTermDays: 14,
  euroRate: null,
  note: '',
  lines: [invoiceLine],
}

/** Creates a draft invoice of the caller's company; returns its id. */
export function draftInvoice(ctx: CompanyContext, change: Partial<InvoiceInput> = {}): string {
  return createInvoice(ctx, { ...invoiceInput, ...change }).id
}

/** Creates an issued invoice of the caller's company; returns its id. */
export function issuedInvoice(ctx: CompanyContext, change: Partial<InvoiceInput> = {}): string {
  const invoiceId = draftInvoice(ctx, change)
  issueInvoice(ctx, { invoiceId })
  return invoiceId
}

/** An invoice that was sent a hundred days before the caller's now, is overdue, and was reminded of on paper. */
export function remindedInvoice(ctx: CompanyContext): { lateInvoice: string; reminderId: string } {
  const past = { ...ctx, now: ctx.now - 100 * 86_400_000 }
  const lateInvoice = issuedInvoice(past)
  sendInvoice(past, { invoiceId: lateInvoice, email: 'buyer@buyer.example', locale: 'en' })
  return { lateInvoice, reminderId: remindBuyer(ctx, { invoiceId: lateInvoice, email: null, locale: 'en' }).id }
}

/** Repeats an invoice every month, as drafts, from long after the caller's now; returns the id of the schedule. */
export function repeatedInvoice(ctx: CompanyContext, invoiceId: string): string {
  const period = { periodStart: '2090-01-01', periodEnd: '2090-01-31' }
  const dates = { every: 1, unit: 'month' as const, firstOn: '2090-01-31', lastOn: null, maxCount: null, ...period }
  return setUpSchedule(ctx, { invoiceId, ...dates, way: 'draft', email: null }).id
}
