import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatFor } from '#app/i18n/format.ts'
import { formatsFor } from '#app/i18n/languages.ts'
import type { Database } from '#db/client.server.ts'
import { fund, signedDeal } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { findDeposit, paymentSlip } from './payment-slip.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const reader = { locale: 'en' as const, format: formatFor(formatsFor('en', null), 'Europe/Helsinki') }

it('shows the client what to pay, as text, bars and QR code, until it is paid, and nobody else', async () => {
  const deal = await signedDeal(db)
  const [milestoneId = ''] = deal.milestoneIds
  const [client, provider] = await Promise.all([deal.client, deal.provider].map((one) => signedIn(one)))
  const path = `/milestones/${milestoneId}/payment-slip`
  const page = (await server.ask(path, { cookie: client!.cookie })).text
  expect(page).toContain('€6,275.00')
  expect(page).toContain('Finnish bank barcode')
  expect(page.match(/<svg role="img"/g)?.length).toBe(2)
  const pdf = await server.ask(`${path}.pdf`, { cookie: client!.cookie })
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect((await server.ask(`/escrow/${deal.contractId}`, { cookie: client!.cookie })).text).toContain(path)
  for (const each of [path, `${path}.pdf`])
    expect((await server.ask(each, { cookie: provider!.cookie })).status).toBe(404)
  fund(deal, milestoneId)
  expect((await server.ask(path, { cookie: client!.cookie })).headers.location).toBe(`/escrow/${deal.contractId}`)
  expect((await server.ask(`${path}.pdf`, { cookie: client!.cookie })).status).toBe(404)
})

it('has no barcode at a million euros and above, and no codes in another currency', async () => {
  const deal = await signedDeal(db)
  const due = findDeposit(deal.client, deal.milestoneIds[0] ?? '')!
  const kinds = (change: { amountCents?: number; currency?: 'USD' }) =>
    paymentSlip(
      {
        milestone: { ...due.milestone, ...(change.amountCents ? { amountCents: change.amountCents } : {}) },
        contract: { ...due.contract, ...(change.currency ? { currency: change.currency } : {}) },
      },
      reader,
    ).blocks.map(({ kind }) => kind)
  expect(kinds({ amountCents: 99_999_999 })).toEqual(['facts', 'qr', 'barcode', 'text'])
  expect(kinds({ amountCents: 100_000_000 })).toEqual(['facts', 'qr', 'text'])
  expect(kinds({ currency: 'USD' })).toEqual(['facts', 'text'])
})
