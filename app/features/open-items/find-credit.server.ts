import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getInvoice, type InvoiceDetail } from '#app/features/invoicing/queries.server.ts'
import type { CreditBalance } from './ui/credit-card.tsx'

/** What is owed back on an invoice, or on the one that a credit note corrects; null if nothing is. */
export function findCredit(ctx: CompanyContext, shown: InvoiceDetail): CreditBalance | null {
  const credited = shown.creditedInvoice
  const invoice = credited ? getInvoice(ctx, credited.id) : shown
  if (!invoice || invoice.document.overpaidCents === 0) return null
  const { document, role, id, actions } = invoice
  const { number, seller, buyer, overpaidCents, carriedCents, currency } = document
  return {
    ...{ invoiceId: id, number: number ?? '', role, seller: seller.name, buyer: buyer.name },
    ...{ cents: overpaidCents, carriedCents, currency },
    mayGiveBack: actions.includes('give_back'),
    isOther: credited !== null,
  }
}
