import { expect, it } from 'vitest'
import { releaseRetention } from '#app/features/escrow/release-retention.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { listeners } from '#app/listeners.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { followOutbox } from '#db/durable-listener.server.ts'
import { released, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { createInvoice } from './create-invoice.server.ts'
import { issueInvoice } from './issue-invoice.server.ts'
import { payReleasedRetention } from './pay-released-retention.server.ts'
import { getInvoice, listInvoices } from './queries.server.ts'

it('is recorded on the invoices as soon as it is released: the list says what the invoice says, without the clock', async () => {
  const deal = await signedDeal(testDatabase())
  const { provider, client, contractId } = deal
  const followers = listeners.map((listener) => followOutbox(provider.db, listener))
  const [milestoneId = ''] = deal.milestoneIds
  await released(deal, milestoneId)
  const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
  const { id } = createInvoice(provider, { ...invoiceInput, lines, milestoneId })
  issueInvoice(provider, { invoiceId: id })
  terminateContract(client, { contractId, reason: 'Bankrupt' })
  await releaseRetention(client, { contractId })
  for (const follower of followers) while (follower.handle(provider.now));

  const paid = () => listInvoices(provider, { status: 'paid', page: 1 }).rows.map((row) => row.id)
  expect(paid()).toEqual([id])
  expect(getInvoice(client, id)).toMatchObject({
    document: { status: 'paid', paidCents: 627_500, retainedCents: 0 },
    payments: [
      { source: 'escrow', amountCents: 596_125 },
      { source: 'retention', amountCents: 31_375 },
    ],
  })
  expect(payReleasedRetention(systemContext(provider.db, provider.now))).toBe(0)
  expect(verifyAudit(provider.db).brokenAt).toBeNull()
})
