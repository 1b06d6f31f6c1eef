import { expect, it } from 'vitest'
import { exportHeading, exportRows } from '#app/features/finance/export-rows.server.ts'
import { matchInvoice } from '#app/features/finance/match-invoice.server.ts'
import { tableFile } from '#app/features/finance/table-file.server.ts'
import { readTransactionFilter } from '#app/features/finance/transaction-filter.ts'
import { listTransactions } from '#app/features/finance/transactions.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { type Locale, locales } from '#app/i18n/locale.ts'
import { readTable } from '#app/platform/tables/read-table.server.ts'
import { createAccount, createTransaction, splitInput } from '#tests/factories/finance.ts'
import { issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { importStatement, previewStatement } from './import-statement.server.ts'
import { tableOfOwnExport } from './own-export.server.ts'
import { readStatement } from './read-statement.ts'

const filter = readTransactionFilter(new URLSearchParams())

it.each(['csv', 'xlsx'] as const)(
  'an export as %s is imported again, without doubles and in any language',
  async (kind) => {
    const ctx = createPerson(testDatabase())
    const name = '=Main account'
    const accountId = createAccount(ctx, { name })
    createTransaction(ctx, accountId, { counterparty: '=Neste', reference: '1234561', text: 'Diesel' })
    const splits = [splitInput({ amountCents: 4000 }), splitInput({ category: 'travel', amountCents: 2000 })]
    createTransaction(ctx, accountId, { amountCents: -6000, splits })
    createTransaction(ctx, createAccount(ctx, { name: 'Card' }), { amountCents: -999 })
    const opening = { openingOn: '2020-01-01' }
    const read = async (locale: Locale) => {
      const file = await tableFile(`/x.${kind}`, 'x', exportRows(ctx, filter, locale))
      const table = await readTable(new Uint8Array(await file.arrayBuffer()), kind)
      return { ...tableOfOwnExport(table, name) }
    }
    for (const locale of locales) {
      const { table = [], others } = await read(locale)
      const { rows = [], problems } = readStatement(table) ?? {}
      expect([others, problems]).toEqual([1, []])
      expect(rows.map(({ amountCents }) => amountCents).sort()).toEqual([-12_550, -6000])
      expect(rows).toContainEqual(
        expect.objectContaining({ counterparty: '=Neste', reference: '1234561', text: 'Diesel', amountCents: -12_550 }),
      )
      expect(previewStatement(ctx, { id: accountId, ...opening }, rows)).toEqual(['known', 'known'])
    }
    const { table = [] } = await read('en')
    const { rows = [] } = readStatement(table) ?? {}
    const elsewhere = createAccount(ctx, { name: 'Another' })
    expect(importStatement(ctx, { accountId: elsewhere, rows })).toMatchObject({ added: 2, known: 0 })
    expect(importStatement(ctx, { accountId: elsewhere, rows })).toMatchObject({ added: 0, known: 2 })
  },
)

it('says which invoice a row pays and what the bank calls it, and is known again by either name', async () => {
  const seller = createPerson(testDatabase())
  const accountId = createAccount(seller)
  const row = { day: '2026-05-04', amountCents: 62_750, counterparty: 'Buyer Oy', text: '', reference: '' }
  const rows = [{ ...row, counterpartyIban: '', archiveId: '2026/BANK/55' }]
  importStatement(seller, { accountId, rows })
  const [imported] = listTransactions(seller, filter).rows
  const invoiceId = issuedInvoice(seller)
  matchInvoice(seller, { transactionId: imported?.id ?? '', invoiceId })
  const number = getInvoice(seller, invoiceId)?.document.number
  const [heading = [], line = []] = exportRows(seller, filter, 'en')
  expect(heading.slice(-3)).toEqual(['Invoice', 'Archive ID', 'Row ID'])
  expect(line.slice(-3)).toEqual([number, '2026/BANK/55', imported?.id])
  const { invoicing: _, ...modules } = seller.actor.modules
  const outsider = {
    ...seller,
    actor: { ...seller.actor, companyRole: 'member' as const, modules: { ...modules, invoicing: 'none' as const } },
  }
  expect(exportRows(outsider, filter, 'en')[1]?.at(-3)).toBeNull()
  // In another account's books the bank's name for it stays, so that the bank's own statement brings no double.
  const file = await tableFile('/x.xlsx', 'x', exportRows(seller, filter, 'en'))
  const own = tableOfOwnExport(await readTable(new Uint8Array(await file.arrayBuffer()), 'xlsx'), 'Current account')
  const other = createPerson(seller.db)
  const theirs = createAccount(other)
  importStatement(other, { accountId: theirs, rows: readStatement(own?.table ?? [])?.rows ?? [] })
  expect(importStatement(other, { accountId: theirs, rows })).toMatchObject({ added: 0, known: 1 })
})

it('an export made before it had these columns is still known', () => {
  const names = exportHeading('fi')
  const before = [...names.slice(0, 14), names[15]]
  const line = ['2026-05-04', 'Tili', 'Kauppa', '', '', '', '', '', '', '', '-10,00', 'EUR', '', '', 'row-1']
  expect(tableOfOwnExport([before, line], 'Tili')?.table[1]).toEqual([
    '2026-05-04',
    'Kauppa',
    '',
    '',
    '-10,00',
    'row-1',
  ])
})

it('no other table is taken for an export', () => {
  expect(tableOfOwnExport([['Day', 'Account', 'Amount']], 'Main')).toBeNull()
  expect(new Set(locales.map((locale) => exportHeading(locale).join())).size).toBe(locales.length)
})
