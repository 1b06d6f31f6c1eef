import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { readTransactionFilter } from '#app/features/finance/transaction-filter.ts'
import { listTransactions } from '#app/features/finance/transactions.server.ts'
import { listAgeing } from '#app/features/open-items/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { createAccount, createTransaction } from '#tests/factories/finance.ts'
import { issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
})
afterAll(() => server.stop())

/** The amount of a figure of a page, in cents, and where it leads. */
async function figure(path: string, label: string) {
  const { text } = await server.ask(path, { cookie: (await signedIn(owner)).cookie })
  const tile = new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${label}</a>.*?<dd[^>]*>(.*?)</dd>`, 's').exec(text)
  const [, to = '', value = ''] = tile ?? []
  const shown = value.replace(/<[^>]+>/g, '')
  const cents = Math.round(Number(shown.replace(/[^\d.]/g, '')) * 100) * (/[-\u2212]/.test(shown) ? -1 : 1)
  return { to: to.replaceAll('&amp;', '&'), cents }
}
const sumOf = (to: string) => {
  const { rows } = listTransactions(owner, readTransactionFilter(new URL(to, 'http://a').searchParams))
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0)
}

it('a figure of the books leads to the rows that add up to it', async () => {
  const accountId = createAccount(owner)
  for (const amountCents of [12_345, 50_000, -7_050]) createTransaction(owner, accountId, { amountCents, splits: [] })
  for (const [label, cents] of [
    ['In', 62_345],
    ['Out', -7_050],
  ] as const) {
    const found = await figure('/financials/transactions', label)
    expect([found.cents, sumOf(found.to)]).toEqual([cents, cents])
  }
  const drafts = await figure(`/financials/accounts/${accountId}`, 'Drafts')
  expect([drafts.cents, sumOf(drafts.to)]).toEqual([55_295, 55_295])
})

it('what is outstanding leads to the open items, which add up to it', async () => {
  for (let count = 0; count < 3; count += 1) issuedInvoice(owner)
  const found = await figure('/invoicing', 'Outstanding')
  expect(found.to).toBe('/invoicing/open-items')
  const [row] = listAgeing(owner, 'issued')
  const parts = row && row.notDue + row.to30 + row.to60 + row.to90 + row.over90
  expect([row?.total, parts]).toEqual([found.cents, found.cents])
})
