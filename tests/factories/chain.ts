import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import type { Database } from '#db/client.server.ts'
import { agreedChange } from './change-order.ts'
import { type Deal, fund, released, signedDeal } from './deal.ts'
import { invoiceInput, invoiceLine } from './invoice.ts'

/** A deal with a link of almost every kind: a milestone that was released, its invoice, which was credited, and a change order. */
export async function provenDeal(db: Database): Promise<Deal> {
  const deal = await signedDeal(db)
  const [milestoneId = '', otherId = ''] = deal.milestoneIds
  await released(deal, milestoneId)
  fund(deal, otherId)
  const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
  const { id: invoiceId } = createInvoice(deal.provider, { ...invoiceInput, lines, milestoneId })
  issueInvoice(deal.provider, { invoiceId })
  const words = { reason: 'Wrong number', lineText: 'Credit', unit: 'pcs' }
  creditInvoice(deal.provider, { invoiceId, amountCents: null, ...words })
  await agreedChange(deal.client, deal.provider, deal)
  return deal
}
