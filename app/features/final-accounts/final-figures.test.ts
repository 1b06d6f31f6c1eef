import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { consentRefund } from '#app/features/escrow/consent-refund.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { recordRefund } from '#app/features/open-items/record-refund.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { type Deal, fund, released, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { beginFinalAccount } from './begin-final-account.server.ts'
import { finalFigures } from './final-account-text.server.ts'
import { getFinalAccount } from './queries.server.ts'

const words = { reason: 'Wrong', lineText: 'Credit', unit: 'pcs' }
const back = { paidOn: '2026-06-01', method: 'bank_transfer' as const, note: null }

const figuresOf = ({ client: { db }, contractId }: Deal) => {
  const contract = db.select().from(contracts).where(eq(contracts.id, contractId)).get()
  if (!contract) throw new Error('it is gone')
  return finalFigures(db, contract)
}

it('counts as paid what went into escrow, less what the seller gave back, with what was paid by transfer', async () => {
  const deal = await signedDeal(testDatabase())
  const { provider } = deal
  const [milestoneId = ''] = deal.milestoneIds
  await released(deal, milestoneId)
  const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
  const issue = () => {
    const { id } = createInvoice(provider, { ...invoiceInput, lines, milestoneId })
    issueInvoice(provider, { invoiceId: id })
    return id
  }
  const first = issue()
  expect(figuresOf(deal)).toMatchObject({ paidCents: 627_500, invoicedCents: 627_500 })
  creditInvoice(provider, { invoiceId: first, amountCents: null, ...words })
  recordRefund(provider, { ...back, invoiceId: first, amountCents: 100_000 })
  expect(figuresOf(deal)).toMatchObject({ paidCents: 527_500, invoicedCents: 0 })
  recordPayment(provider, { invoiceId: issue(), amountCents: 40_000, paidOn: '2026-06-01' })
  expect(figuresOf(deal)).toMatchObject({ paidCents: 567_500, invoicedCents: 627_500, heldCents: 31_375 })
})

it('begins with what went back to the client as agreed, and with what was not begun as its claim', async () => {
  const deal = await signedDeal(testDatabase())
  const { client, provider, contractId } = deal
  const [first = ''] = deal.milestoneIds
  fund(deal, first)
  requestRefund(client, { milestoneId: first })
  await consentRefund(provider, { milestoneId: first })
  terminateContract(client, { contractId, reason: 'Bankrupt' })
  beginFinalAccount(client, { contractId, statusText: (status) => `(${status})` })
  expect(getFinalAccount(client, contractId)?.account).toMatchObject({
    items: [
      {
        claimant: 'client',
        kind: 'claim',
        description: '1. Demolition: (refunded)',
        amountCents: 627_500,
        answer: 'agreed',
      },
      { claimant: 'client', description: '2. Installation: (planned)', amountCents: 627_500, answer: 'reserved' },
    ],
    totals: { totalCents: 627_500, toPayCents: 627_500, reservedClientCents: 627_500 },
  })
})
