import { afterAll, beforeAll, expect, it } from 'vitest'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { newId } from '#db/ids.ts'
import { issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const db = testDatabase()
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

it('what is owed back is listed, set off in part, and the rest recorded as paid back', async () => {
  const ctx = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(ctx)
  const buyer = { buyerBusinessId: '1234567-1', paymentTermDays: 0 }
  const id = issuedInvoice(ctx, buyer)
  recordPayment(ctx, { invoiceId: id, amountCents: 62_750, paidOn: businessDay(ctx.now) })
  const { id: note } = creditInvoice(ctx, { invoiceId: id, amountCents: null, reason: 'x', lineText: 'y', unit: 'z' })
  const page = async (path: string) => (await server.ask(path, { cookie })).text
  expect(await page('/invoicing')).toContain('Owed to buyers')
  expect(await page('/invoicing/open-items')).toContain('627.50')
  expect(await page(`/invoicing/${note}`)).toContain('Credit balance')
  expect(await page(`/invoicing/${id}/set-off`)).toContain('No other open invoice')
  const against = issuedInvoice(ctx, buyer)
  expect(await page(`/invoicing/${id}/set-off`)).toContain('627.50')
  const post = (path: string, form: Record<string, string>) =>
    server.ask(`/invoicing/${id}/${path}`, { cookie, form: { ...form, submissionId: newId() } })
  expect((await post('set-off', { against, amount: '627.51' })).status).toBe(422)
  expect((await post('set-off', { against, amount: '100' })).status).toBe(303)
  const refund = { amount: '527.50', paidOn: businessDay(ctx.now), method: 'bank_transfer', note: 'A-1' }
  expect((await post('refund', { ...refund, method: 'shells' })).status).toBe(422)
  expect((await post('refund', refund)).status).toBe(303)
  expect(getInvoice(ctx, id)?.document).toMatchObject({ paidCents: 0, overpaidCents: 0 })
  expect(await page(`/invoicing/${id}`)).toContain('Paid back to the buyer')
  expect(await page('/invoicing/open-items')).toContain('Nothing is owed back.')
})
