import type { InvoiceEvent, ScheduleEvent } from '#app/event-payloads.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import { columns } from '#db/fields.server.ts'
import { receivedInvoices } from '#db/schema/invoices/received-invoices.ts'
import { sql } from '#db/sql.server.ts'
import { colleaguesOf } from './colleagues-of.server.ts'
import type { NoticeText } from './notice-modules.ts'
import { type Notice, notify } from './notify.server.ts'
import { notifyCompanies } from './notify-companies.server.ts'

const buyerOf = sql(
  { params: columns(receivedInvoices, 'id'), row: columns(receivedInvoices, 'companyId') },
  'SELECT company_id AS companyId FROM received_invoices WHERE id = :id',
)

/** The buyer is notified when an invoice is sent, credited, paid back or set off, the seller when it is paid or a quote is answered, those who can approve a supplier's, and whose recurring invoices are made. */
export const invoiceNotices: DurableListener['on'] = {
  'invoice.sent': (tx, { payload }, source) => {
    const { buyerCompanyId, mailedTo, settled, actorId } = payload
    // Whoever is credited was told when the credit note was issued.
    if (settled === 'credit_note') return
    const mailed = mailedTo ? { mailed: { to: mailedTo } } : {}
    const text = settled === 'paid' ? 'settledInvoiceReceived' : 'invoiceReceived'
    notifyCompanies(tx, source, [buyerCompanyId], { ...noticeOf(payload, text), ...mailed }, actorId)
  },
  'invoice.credited': (tx, { payload }, source) =>
    notifyCompanies(tx, source, [payload.buyerCompanyId], noticeOf(payload, 'invoiceCredited'), payload.actorId),
  'invoice.refunded': (tx, { payload }, source) => {
    const notice = noticeOf({ ...payload, grossCents: payload.refundedCents }, 'invoiceRefunded')
    notifyCompanies(tx, source, [payload.buyerCompanyId], notice, payload.actorId)
  },
  'invoice.set_off': (tx, { payload }, source) => {
    const notice = noticeOf({ ...payload, grossCents: payload.setOffCents }, 'invoiceSetOff')
    notifyCompanies(tx, source, [payload.buyerCompanyId], notice, payload.actorId)
  },
  'invoice.paid': (tx, { payload }, source) =>
    notifyCompanies(tx, source, [payload.companyId], noticeOf(payload, 'invoicePaid'), payload.actorId),
  'quote.answered': (tx, { payload }, source) => {
    const { quoteId, companyId, number, buyer, amountCents, currency, outcome } = payload
    notifyCompanies(tx, source, [companyId], {
      category: 'payment',
      text: outcome === 'accepted' ? 'quoteAccepted' : 'quoteDeclined',
      params: { number, buyer, amountCents, currency },
      actionUrl: `/invoicing/quotes/${quoteId}`,
    })
  },
  'received_invoice.checked': (tx, { payload: { receivedId, userIds, supplier, amountCents, currency } }, source) => {
    const company = buyerOf.first(tx, { id: receivedId })?.companyId ?? ''
    notify(tx, source, colleaguesOf(tx, company, userIds), {
      category: 'payment',
      text: 'receivedToApprove',
      params: { supplier, amountCents, currency },
      actionUrl: `/invoicing/received/${receivedId}`,
    })
  },
  'schedule.drafted': (tx, { payload: { invoiceId, companyId, userIds, buyer, amountCents, currency } }, source) => {
    notify(tx, source, colleaguesOf(tx, companyId, userIds), {
      category: 'payment',
      text: 'recurringDrafted',
      params: { buyer, amountCents, currency },
      actionUrl: `/invoicing/${invoiceId}`,
    })
  },
  'schedule.ended': (tx, { payload }, source) => {
    notify(tx, source, colleaguesOf(tx, payload.companyId, payload.userIds), scheduleNotice(payload, 'recurringEnded'))
  },
  // Whoever set it up may be gone, and the client waits for an invoice.
  'schedule.stopped': (tx, { payload }, source) =>
    notifyCompanies(tx, source, [payload.companyId], scheduleNotice(payload, 'recurringStopped')),
}

const noticeOf = ({ invoiceId, number, grossCents, currency }: InvoiceEvent, text: NoticeText): Notice => ({
  category: 'payment',
  text,
  params: { number, amountCents: grossCents, currency },
  actionUrl: `/invoicing/${invoiceId}`,
})

const scheduleNotice = ({ scheduleId, buyer }: ScheduleEvent, text: NoticeText): Notice => ({
  category: 'payment',
  text,
  params: { buyer },
  actionUrl: `/invoicing/recurring/${scheduleId}`,
})
