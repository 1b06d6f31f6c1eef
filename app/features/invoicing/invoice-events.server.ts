import type { InvoiceEvent } from '#app/event-payloads.ts'
import type { AuditSource } from '#db/audit.server.ts'
import type { InvoiceRow } from './invoice-rows.server.ts'

/** The payload of an issued invoice's events. */
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
