import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { draftInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { blankClient } from './client.ts'
import { createClient } from './create-client.server.ts'

it('an invoice above the limit of its client asks for a reason and keeps it; what is paid or in another currency does not count', () => {
  const ctx = createPerson(testDatabase())
  const oy = { buyerName: 'Rakentaja Oy', buyerBusinessId: '1234567-1' }
  const content = { ...blankClient('FI'), name: 'Rakentaja Oy', businessId: '1234567-1' }
  createClient(ctx, { content: { ...content, creditLimits: [{ currency: 'EUR', cents: 100_000 }] } })
  const euroRate = { euroRateE6: 1_085_000, euroRateDate: '2026-05-29', euroRateSource: 'ECB' }
  issueInvoice(ctx, { invoiceId: draftInvoice(ctx, { ...oy, currency: 'USD', euroRate }) })
  const first = draftInvoice(ctx, oy)
  issueInvoice(ctx, { invoiceId: first })
  // 627.50 of 1000.00 are unpaid: another 627.50 is above.
  const second = draftInvoice(ctx, oy)
  expect(() => issueInvoice(ctx, { invoiceId: second })).toThrow('creditlimit:reasonNeeded')
  expect(getInvoice(ctx, second)?.document.number).toBeNull()
  issueInvoice(ctx, { invoiceId: second, creditLimitReason: 'They pay on Friday' })
  expect(getInvoice(ctx, second)?.creditLimitReason).toBe('They pay on Friday')
  const change = () => ctx.db.update(invoices).set({ creditLimitReason: null }).where(eq(invoices.id, second)).run()
  expect(change).toThrow()
  for (const invoiceId of [first, second]) recordPayment(ctx, { invoiceId, amountCents: 62_750, paidOn: '2026-06-01' })
  const third = draftInvoice(ctx, oy)
  issueInvoice(ctx, { invoiceId: third, creditLimitReason: 'Needless' })
  expect(getInvoice(ctx, third)?.creditLimitReason).toBeNull()
})
