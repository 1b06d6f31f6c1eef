import type { InvoiceEvent } from '#app/event-payloads.ts'
import type { AuditSource } from '#db/audit.server.ts'
import { openCents } from './invoice.ts'
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

/** The payload of `invoice.sent`, with what there is nothing to pay of. */
export function sentEvent(ctx: AuditSource, invoice: InvoiceRow): InvoiceEvent & { settled?: 'credit_note' | 'paid' } {
  const event = invoiceEvent(ctx, invoice)
  if (invoice.kind === 'credit_note') return { ...event, settled: 'credit_note' }
  return openCents(invoice) > 0 ? event : { ...event, settled: 'paid' }
}
