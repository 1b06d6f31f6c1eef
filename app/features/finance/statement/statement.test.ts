import { describe, expect, it } from 'vitest'
import { deleteDraft, updateTransaction } from '#app/features/finance/record-transaction.server.ts'
import { readTransactionFilter } from '#app/features/finance/transaction-filter.ts'
import { listTransactions } from '#app/features/finance/transactions.server.ts'
import { createAccount } from '#tests/factories/finance.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { importStatement, previewStatement } from './import-statement.server.ts'
import { parseDay, parseSigned, readStatement, type StatementRow } from './read-statement.ts'

it.each([
  ['5.11.2026', '2026-11-05'],
  ['05/11/2026', '2026-11-05'],
  ['2026-11-05', '2026-11-05'],
  ['2026/11/5', '2026-11-05'],
  ['31.2.2026', null],
  ['5.11.26', null],
  ['', null],
])('the day %s is %s', (given, day) => {
  expect(parseDay(given)).toBe(day)
})

it.each([
  ['-1 234,56', -123_456],
  ['+100,00', 10_000],
  ['−12.50', -1250],
  ['1.234,50-', -123_450],
  ['12,00 EUR', 1200],
  ['0,00', null],
  ['-5-', null],
  ['x', null],
  ['', null],
])('the amount %s is %s', (given, cents) => {
  expect(parseSigned(given)).toBe(cents)
})

describe('a statement', () => {
  it.each([
    [
      'of OP',
      [
        'Kirjauspäivä',
        'Arvopäivä',
        'Määrä EUROA',
        'Laji',
        'Selitys',
        'Saaja/Maksaja',
        'Saajan tilinumero',
        'Viite',
        'Viesti',
        'Arkistointitunnus',
      ],
      [
        ...['2026-05-04', '2026-05-04', '-12,50', '106', 'KORTTIMAKSU', 'Neste Vantaa', 'FI21 1234 5600 0007 85'],
        ...['ref=', 'Diesel', '2026/55'],
      ],
      {
        ...{ counterparty: 'Neste Vantaa', text: 'Diesel', reference: 'ref=', archiveId: '2026/55' },
        counterpartyIban: 'FI2112345600000785',
      },
    ],
    [
      'of Nordea',
      ['Kirjauspäivä', 'Määrä', 'Maksaja', 'Maksunsaaja', 'Nimi', 'Otsikko', 'Viitenumero', 'Valuutta'],
      ['2026/05/04', '-12,50', 'FI21', '', 'Neste Vantaa', 'Diesel', '', 'EUR'],
      { counterparty: 'Neste Vantaa', text: 'Diesel', reference: '', counterpartyIban: '', archiveId: '' },
    ],
    [
      'in English',
      ['Date', 'Payee', 'Amount'],
      ['04/05/2026', 'Neste\nVantaa', '-12.50'],
      { counterparty: 'Neste Vantaa', text: '', reference: '', counterpartyIban: '', archiveId: '' },
    ],
  ])('%s is read by the names of its columns', (_name, header, row, texts) => {
    const read = readStatement([['Tiliote', ''], header, row, ['', '']])
    expect(read).toEqual({ rows: [{ day: '2026-05-04', amountCents: -1250, ...texts }], problems: [] })
  })

  it('says which rows cannot be read, and that there are no columns', () => {
    const table = [
      ['Date', 'Amount'],
      ['yesterday', '5'],
      ['2026-05-04', 'five'],
      ['2026-05-04', '5'],
    ]
    expect(readStatement(table)).toMatchObject({
      rows: [{ amountCents: 500 }],
      problems: [
        { row: 2, kind: 'day', given: 'yesterday' },
        { row: 3, kind: 'amount', given: 'five' },
      ],
    })
    expect(
      readStatement([
        ['a', 'b'],
        ['2026-05-04', '5'],
      ]),
    ).toBeNull()
  })
})

it('is imported once, though it overlaps, and its rows stay as the bank stated them', () => {
  const ctx = createPerson(testDatabase())
  const account = { id: createAccount(ctx, { openingOn: '2026-05-02' }), openingOn: '2026-05-02' }
  const row = (given: Partial<StatementRow> = {}): StatementRow => ({
    ...{
      day: '2026-05-04',
      amountCents: -1250,
      counterparty: 'Neste',
      text: '',
      reference: '',
      counterpartyIban: '',
      archiveId: '',
      ...given,
    },
  })
  const first = [row(), row(), row({ archiveId: 'A1' }), row({ day: '2026-05-01' }), row({ day: '2026-06-02' })]
  expect(previewStatement(ctx, account, first)).toEqual(['new', 'new', 'new', 'outside', 'outside'])
  const accountId = account.id
  expect(importStatement(ctx, { accountId, rows: first })).toEqual({ added: 3, known: 0, outside: 2, ruled: 0 })
  const second = [row(), row(), row(), row({ archiveId: 'A1', text: 'told otherwise' }), row({ archiveId: 'A1' })]
  expect(previewStatement(ctx, account, second)).toEqual(['known', 'known', 'new', 'known', 'known'])
  expect(importStatement(ctx, { accountId, rows: second })).toEqual({ added: 1, known: 4, outside: 0, ruled: 0 })
  const { rows, sums } = listTransactions(ctx, readTransactionFilter(new URLSearchParams('state=open')))
  expect(sums).toMatchObject([{ count: 4, outCents: -5000 }])
  const [one] = rows
  if (!one) throw new Error('no row')
  expect(() => deleteDraft(ctx, { transactionId: one.id })).toThrow('fromBank')
  updateTransaction(ctx, { ...one, amountCents: -1, day: '2026-05-20', transactionId: one.id, splits: [] })
  expect(listTransactions(ctx, readTransactionFilter(new URLSearchParams())).sums).toEqual(sums)
  const change = 'UPDATE financial_transactions SET amount_cents = -1 WHERE id = ?'
  expect(() => ctx.db.$client.prepare(change).run(one.id)).toThrow('finance')
  expect(() => importStatement(createPerson(ctx.db), { accountId, rows: first })).toThrow('refused.account')
})
