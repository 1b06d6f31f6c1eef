import { type DomainEvents, subscribe } from '#app/platform/events.server.ts'
import { tellCompanies } from './tell.server.ts'

type InvoiceEvent = DomainEvents['invoice.sent']

/** Invoices: the buyer hears of one that was sent or credited, the seller of one that was paid. */
export function listenToInvoices(): Array<() => void> {
  const notice = (event: InvoiceEvent, text: string) => ({
    category: 'payment' as const,
    text,
    params: { number: event.number, amountCents: event.grossCents, currency: event.currency },
    actionUrl: `/invoicing/${event.invoiceId}`,
  })
  return [
    subscribe('invoice.sent', (event) =>
      tellCompanies([event.buyerCompanyId], notice(event, 'invoiceReceived'), event.actorId),
    ),
    subscribe('invoice.credited', (event) =>
      tellCompanies([event.buyerCompanyId], notice(event, 'invoiceCredited'), event.actorId),
    ),
    subscribe('invoice.paid', (event) => tellCompanies([event.companyId], notice(event, 'invoicePaid'), event.actorId)),
  ]
}
