import { beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { addReceipts } from '#app/features/receipts/add-receipts.server.ts'
import { listReceiptsOf } from '#app/features/receipts/receipts.server.ts'
import { newId } from '#db/ids.ts'
import { storedFile } from '#tests/factories/document.ts'
import { createAccount, createTransaction, postedTransaction, splitInput } from '#tests/factories/finance.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { getFinancialAccount, listFinancialAccounts } from './accounts.server.ts'
import { archiveFinancialAccount, updateFinancialAccount } from './add-financial-account.server.ts'
import { addOwnCategory, archiveOwnCategory } from './add-own-category.server.ts'
import { exportRows } from './export-rows.server.ts'
import { deleteDraft, recordTransaction, updateTransaction } from './record-transaction.server.ts'
import { reverseTransaction } from './reverse-transaction.server.ts'
import { settleDrafts } from './settle-drafts.server.ts'
import { loadToDo } from './to-do.server.ts'
import { readTransactionFilter } from './transaction-filter.ts'
import { getTransaction, listTransactions } from './transactions.server.ts'

let ctx: CompanyContext
let account: string
beforeAll(() => {
  ctx = createPerson(testDatabase())
  account = createAccount(ctx, { openingCents: 100_000 })
})

const sqlite = (text: string, ...values: (string | number)[]) => ctx.db.$client.prepare(text).run(...values)
const listed = (search: string) => listTransactions(ctx, readTransactionFilter(new URLSearchParams(search)))
const input = (given: object = {}) => ({
  ...{
    accountId: account,
    day: '2026-05-04',
    amountCents: -12_550,
    counterparty: 'Supplier Oy',
    text: '',
    reference: '',
  },
  ...{ splits: [splitInput({ vat: 'standard' })], ...given },
})

it('a draft is entered once, changed, posted, and reversed once, and the balance follows what is posted', () => {
  const submissionId = newId()
  const { id } = recordTransaction(ctx, { ...input(), submissionId })
  expect(recordTransaction(ctx, { ...input(), submissionId }).id).toBe(id)
  expect(getFinancialAccount(ctx, account)).toMatchObject({ balanceCents: 100_000, draftCents: -12_550, drafts: 1 })
  const version = getTransaction(ctx, id)?.updatedAt
  updateTransaction(
    { ...ctx, now: ctx.now + 1 },
    { ...input({ amountCents: -11_000 }), transactionId: id, expectedVersion: version },
  )
  expect(() => updateTransaction(ctx, { ...input(), transactionId: id, expectedVersion: version })).toThrow(
    'editConflict',
  )
  expect(settleDrafts(ctx, { transactionIds: [id, id], purpose: null, post: true })).toEqual({
    categorised: 0,
    posted: 1,
  })
  expect(() => updateTransaction(ctx, { ...input(), transactionId: id })).toThrow('finance:refused.posted')
  expect(() => deleteDraft(ctx, { transactionId: id })).toThrow('finance:refused.posted')
  expect(getFinancialAccount(ctx, account)).toMatchObject({ balanceCents: 89_000, draftCents: 0 })
  const { id: reversal } = reverseTransaction(ctx, { transactionId: id, reason: 'Twice' })
  expect(getTransaction(ctx, reversal)).toMatchObject({
    amountCents: 11_000,
    status: 'posted',
    reversesId: id,
    text: 'Twice',
  })
  expect(getTransaction(ctx, reversal)?.splits).toMatchObject([
    { category: 'materials', amountCents: 11_000, vatCents: 2235 },
  ])
  expect(getTransaction(ctx, id)?.reversedById).toBe(reversal)
  for (const transactionId of [id, reversal])
    expect(() => reverseTransaction(ctx, { transactionId, reason: 'Again' })).toThrow('notReversible')
  expect(getFinancialAccount(ctx, account)?.balanceCents).toBe(100_000)
})

describe('what the database refuses', () => {
  it('keeps what is posted, and posts only what adds up', () => {
    const id = postedTransaction(ctx, account)
    const draft = createTransaction(ctx, account)
    const post = "UPDATE financial_transactions SET status = 'posted', posted_at = 1, posted_by = ? WHERE id = ?"
    expect(() => sqlite('UPDATE financial_transactions SET amount_cents = -1 WHERE id = ?', id)).toThrow('finance')
    expect(() => sqlite('DELETE FROM financial_transactions WHERE id = ?', id)).toThrow('finance')
    expect(() => sqlite('DELETE FROM financial_splits WHERE transaction_id = ?', id)).toThrow('finance')
    expect(() => sqlite('UPDATE financial_splits SET amount_cents = -1 WHERE transaction_id = ?', draft)).toThrow(
      'finance',
    )
    sqlite('UPDATE financial_transactions SET amount_cents = -12551 WHERE id = ?', draft)
    expect(() => sqlite(post, ctx.actor.id, draft)).toThrow('finance')
    sqlite('UPDATE financial_transactions SET amount_cents = -12550 WHERE id = ?', draft)
    sqlite(post, ctx.actor.id, draft)
    const other = createAccount(createPerson(ctx.db))
    const foreign = createTransaction(ctx, account)
    expect(() => sqlite('UPDATE financial_transactions SET account_id = ? WHERE id = ?', other, foreign)).toThrow(
      'finance',
    )
    expect(() => sqlite("UPDATE financial_accounts SET currency = 'USD' WHERE id = ?", account)).toThrow('finance')
  })
})

it('refuses days outside the account, and what is of another company', () => {
  const stranger = createPerson(ctx.db)
  const theirs = createAccount(stranger)
  const { id: theirCategory } = addOwnCategory(stranger, { category: 'materials', name: 'Theirs' })
  const { id: theirProject } = createOpenProject(stranger)
  const wrong: [object, string][] = [
    [{ accountId: theirs }, 'refused.account'],
    [{ day: '2026-06-02' }, 'inFuture'],
    [{ day: '2019-12-31' }, 'beforeOpening'],
    [{ splits: [splitInput({ ownCategoryId: theirCategory })] }, 'refused.category'],
    [{ splits: [splitInput({ projectId: theirProject })] }, 'refused.project'],
    [{ splits: [splitInput({ amountCents: 1 })] }, 'splitsDoNotAddUp'],
  ]
  for (const [given, refused] of wrong) expect(() => recordTransaction(ctx, input(given))).toThrow(refused)
  const id = createTransaction(ctx, account)
  for (const act of [
    () => settleDrafts(stranger, { transactionIds: [id], purpose: null, post: true }),
    () => deleteDraft(stranger, { transactionId: id }),
    () => updateFinancialAccount(stranger, { ...accountInput, accountId: account }),
  ])
    expect(act).toThrow('errors:notFound')
  expect(getTransaction(stranger, id)).toBeNull()
  expect(listFinancialAccounts(stranger).map((one) => one.id)).toEqual([theirs])
})

const accountInput = {
  ...{ kind: 'bank' as const, name: 'Main', iban: null, currency: 'EUR' as const },
  ...{ openingCents: 0, openingOn: '2020-01-01' },
}

it('an account keeps its currency and its rows, and can be taken out of use', () => {
  const own = createAccount(ctx)
  createTransaction(ctx, own, { day: '2026-03-01' })
  const change = (given: object) => updateFinancialAccount(ctx, { ...accountInput, ...given, accountId: own })
  expect(() => change({ currency: 'USD' })).toThrow('refused.currency')
  expect(() => change({ openingOn: '2026-03-02' })).toThrow('openingTooLate')
  change({ name: 'Renamed', openingOn: '2026-03-01' })
  archiveFinancialAccount(ctx, { accountId: own, archived: true })
  expect(() => createTransaction(ctx, own)).toThrow('refused.account')
  expect(getFinancialAccount(ctx, own)).toMatchObject({ name: 'Renamed', archivedAt: ctx.now })
})

it('lists by filter and key, sums by currency, and says what many drafts are for', () => {
  const of = createPerson(ctx.db)
  const [euros, dollars] = [createAccount(of), createAccount(of, { currency: 'USD', name: 'Dollars' })]
  const ids = Array.from({ length: 5 }, (_, index) =>
    createTransaction(of, euros, { day: `2026-05-0${index + 1}`, text: index === 2 ? '100% =wood_' : 'x', splits: [] }),
  )
  createTransaction(of, dollars, { amountCents: 700, splits: [] })
  expect(loadToDo(of)).toMatchObject({ open: 6, ready: 0, unproven: { count: 0 } })
  const find = (search: string, limit?: number) =>
    listTransactions(of, readTransactionFilter(new URLSearchParams(search)), limit)
  const first = find('direction=out', 3)
  expect(first.rows.map(({ id }) => id)).toEqual([ids[4], ids[3], ids[2]])
  const rest = find(`direction=out&after=${first.next?.day}.${first.next?.id}`, 3)
  expect([rest.rows.map(({ id }) => id), rest.next]).toEqual([[ids[1], ids[0]], null])
  expect(find('').sums).toEqual([
    { currency: 'EUR', count: 5, inCents: 0, outCents: -62_750 },
    { currency: 'USD', count: 1, inCents: 700, outCents: 0 },
  ])
  expect(
    ['q=100%25', 'q=%25', 'q=_', 'from=2026-05-04&to=2026-05-04', `account=${dollars}`].map((q) => find(q).rows.length),
  ).toEqual([1, 1, 1, 1, 1])
  const { id: ownCategoryId } = addOwnCategory(of, { category: 'materials', name: 'Wood' })
  expect(() => addOwnCategory(of, { category: 'materials', name: 'wood' })).toThrow('categoryThere')
  const purpose = { category: 'materials' as const, ownCategoryId, projectId: null, vat: 'standard' as const }
  expect(settleDrafts(of, { transactionIds: ids, purpose, post: false })).toEqual({ categorised: 5, posted: 0 })
  archiveOwnCategory(of, { ownCategoryId })
  expect([find('state=open').rows.length, find('state=draft').rows.length]).toEqual([1, 6])
  expect(find(`category=materials:${ownCategoryId}`).rows).toHaveLength(5)
  expect(settleDrafts(of, { transactionIds: [...ids, 'x'].slice(0, 5), purpose: null, post: true }).posted).toBe(5)
  expect(loadToDo(of)).toMatchObject({ open: 1, ready: 0, unproven: { count: 5 } })
  expect(find('receipt=missing').sums).toMatchObject([{ currency: 'EUR', count: 5 }])
  const [proven = '', reversed = ''] = ids
  const receiptId = addReceipts(of, { files: [storedFile('wood.txt', 'Timber')], note: '', transactionId: proven })
    .ids[0]
  expect(listReceiptsOf(of, proven)).toMatchObject([{ id: receiptId }])
  reverseTransaction(of, { transactionId: reversed, reason: 'Twice' })
  expect([find('receipt=missing').rows.length, loadToDo(of).unproven.count]).toEqual([3, 3])
  expect(() =>
    addReceipts(of, { files: [storedFile('x.txt', 'x')], note: '', transactionId: createTransaction(ctx, account) }),
  ).toThrow('notFound')
  const table = exportRows(of, readTransactionFilter(new URLSearchParams('q=wood')), 'en')
  expect(table).toHaveLength(2)
  expect(table[1]).toEqual(
    expect.arrayContaining(['100% =wood_', 'Materials', 'Wood', { cents: -12_550, text: '-125.50' }]),
  )
  const all = readTransactionFilter(new URLSearchParams())
  expect(() => exportRows(of, all, 'en', 2)).toThrow('finance:refused.exportTooMany')
  expect(listed('q=wood').rows).toEqual([])
})
