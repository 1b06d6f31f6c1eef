import type { AuditSource } from '#db/audit.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { InvoiceRow } from './invoice-rows.server.ts'

export type InvoiceEvent = {
  invoiceId: string
  /** The seller's. */
  companyId: string
  /** The buyer's, where it is on the platform. */
  buyerCompanyId: string | null
  contractId: string | null
  milestoneId: string | null
  number: string
  grossCents: number
  currency: Currency
  actorId: string | null
}

declare module '#app/platform/events.server.ts' {
  interface DomainEvents {
    'invoice.issued': InvoiceEvent
    'invoice.sent': InvoiceEvent
    'invoice.paid': InvoiceEvent
    /** `grossCents` is the credit note's. */
    'invoice.credited': InvoiceEvent & { creditNoteId: string; creditNoteNumber: string }
  }
}

/** What the world is told of an invoice that has a number. */
export function invoiceEvent(ctx: AuditSource, invoice: InvoiceRow): InvoiceEvent {
  const { id, companyId, buyerCompanyId, contractId, milestoneId, number, grossCents, currency } = invoice
  return {
    invoiceId: id,
    companyId,
    buyerCompanyId,
    contractId,
    milestoneId,
    number: number ?? '',
    grossCents,
    currency,
    actorId: ctx.actor?.id ?? null,
  }
}
