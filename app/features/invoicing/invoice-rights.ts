import type { Right } from '#app/features/accounts/rights.ts'
import type { InvoiceAction } from './invoice.ts'

/** The right that each action on an invoice requires. */
export const invoiceRights: Partial<Record<InvoiceAction, Right>> = {
  edit: 'invoices.update',
  issue: 'invoices.issue',
  send: 'invoices.send',
  record_payment: 'invoices.recordPayment',
  give_back: 'invoices.recordPayment',
  credit: 'invoices.credit',
  remind: 'invoices.send',
}
