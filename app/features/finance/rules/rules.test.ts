import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { addOwnCategory, archiveOwnCategory } from '#app/features/finance/add-own-category.server.ts'
import { updateTransaction } from '#app/features/finance/record-transaction.server.ts'
import { reverseTransaction } from '#app/features/finance/reverse-transaction.server.ts'
import { settleDrafts } from '#app/features/finance/settle-drafts.server.ts'
import { importStatement } from '#app/features/finance/statement/import-statement.server.ts'
import { readTransactionFilter } from '#app/features/finance/transaction-filter.ts'
import { getTransaction, listTransactions } from '#app/features/finance/transactions.server.ts'
import { newId } from '#db/ids.ts'
import {
  createAccount,
  createRule,
  createTransaction,
  postedTransaction,
  ruleInput,
  splitInput,
} from '#tests/factories/finance.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { addRule, moveRule, switchRule, updateRule } from './add-rule.server.ts'
import { applyRules, type RulePick } from './apply-rules.server.ts'
import { getRule, listRules } from './rules.server.ts'
import { listSuggestions, suggestFor, testRule } from './suggestions.server.ts'

let ctx: CompanyContext
let account: string
beforeEach(() => {
  ctx = createPerson(testDatabase())
  account = createAccount(ctx)
})

const later = (by = 1): CompanyContext => ({ ...ctx, now: ctx.now + by })
const open = (given: object = {}) => createTransaction(ctx, account, { splits: [], ...given })
const pickOf = (transactionId: string, ruleId: string): RulePick => ({
  ...{ transactionId, rowVersion: getTransaction(ctx, transactionId)?.updatedAt ?? 0 },
  ...{ ruleId, ruleVersion: getRule(ctx, ruleId)?.updatedAt ?? 0 },
})
const part = ruleInput().parts[0] ?? expect.unreachable()
const statementRow = (given: object = {}) => ({
  ...{ day: '2026-05-04', amountCents: -12_550, counterparty: 'Supplier Oy', text: '', reference: '' },
  ...{ counterpartyIban: 'FI2112345600000785', archiveId: '' },
  ...given,
})
const states = (given: object) => {
  const input = ruleInput(given)
  return Object.fromEntries(testRule(ctx, { ...input, id: null }).rows.map(({ row, state }) => [row.id, state]))
}

describe('suggestions', () => {
  it('are for open drafts only, by the first rule in use, and are accepted as they were shown', () => {
    const second = createRule(ctx, { name: 'All', minCents: 1, counterpartyContains: null })
    const [row, other] = [open(), open({ counterparty: 'Other Oy' })]
    createTransaction(ctx, account)
    postedTransaction(ctx, account)
    expect(listSuggestions(ctx).map(({ row: of, rule }) => [of.id, rule.id])).toEqual([
      [other, second],
      [row, second],
    ])
    const first = createRule(ctx)
    moveRule(ctx, { ruleId: first, step: 'up', position: getRule(ctx, first)?.position ?? 0 })
    moveRule(ctx, { ruleId: first, step: 'up', position: 99 })
    expect(listSuggestions(ctx).map(({ rule }) => rule.id)).toEqual([second, first])
    const listed = listTransactions(ctx, readTransactionFilter(new URLSearchParams())).rows
    expect(Object.keys(suggestFor(ctx, listed)).sort()).toEqual([row, other].sort())
    const pick = pickOf(row, first)
    expect(applyRules(later(), [pick])).toEqual({ categorized: 1, left: 0 })
    expect(applyRules(later(2), [pick])).toEqual({ categorized: 0, left: 1 })
    expect(getTransaction(ctx, row)).toMatchObject({
      ...{ status: 'draft', ruleId: first, ruleName: 'Supplier' },
      splits: [{ category: 'materials', amountCents: -12_550, vat: 'standard', vatCents: -2550 }],
    })
    expect(listSuggestions(ctx).map(({ row: of }) => of.id)).toEqual([other])
    expect(getRule(ctx, first)?.used).toBe(1)
  })

  it('leave what has changed since, what is posted, and what a person has said', () => {
    const rule = createRule(ctx)
    const [stale, posted, said, unfit] = [open(), open(), open(), open({ counterparty: 'Other Oy' })]
    const picks = [stale, posted, said, unfit].map((id) => pickOf(id, rule))
    const purpose = { category: 'rent', ownCategoryId: null, projectId: null, vat: 'none' } as const
    settleDrafts(ctx, { transactionIds: [posted], purpose, post: true })
    settleDrafts(ctx, { transactionIds: [said], purpose, post: false })
    const row = getTransaction(ctx, stale) ?? expect.unreachable()
    updateTransaction(later(), { ...row, transactionId: stale, text: 'told otherwise' })
    expect(applyRules(later(2), picks)).toEqual({ categorized: 0, left: 4 })
    expect(getTransaction(ctx, posted)?.splits).toMatchObject([{ category: 'rent' }])
    expect(getTransaction(ctx, said)?.splits).toMatchObject([{ category: 'rent' }])
    const fresh = [pickOf(posted, rule), pickOf(said, rule)]
    expect(applyRules(later(3), fresh)).toEqual({ categorized: 0, left: 2 })
    const before = pickOf(stale, rule)
    updateRule(later(4), { ...ruleInput({ name: 'Changed' }), ruleId: rule })
    expect(applyRules(later(5), [before])).toEqual({ categorized: 0, left: 1 })
    switchRule(later(6), { ruleId: rule, isOn: false })
    expect(applyRules(later(7), [pickOf(stale, rule)])).toEqual({ categorized: 0, left: 1 })
    expect(listSuggestions(ctx)).toEqual([])
  })

  it('offer a changed rule to the drafts that it has categorized, and to nothing else', () => {
    const rule = createRule(ctx)
    const [draft, posted, taken] = [open(), open(), open()]
    applyRules(
      ctx,
      [draft, posted, taken].map((id) => pickOf(id, rule)),
    )
    settleDrafts(ctx, { transactionIds: [posted], purpose: null, post: true })
    const purpose = { category: 'rent', ownCategoryId: null, projectId: null, vat: 'none' } as const
    settleDrafts(ctx, { transactionIds: [taken], purpose, post: false })
    expect(getTransaction(ctx, taken)?.ruleId).toBeNull()
    expect(listSuggestions(ctx)).toEqual([])
    updateRule(later(), { ...ruleInput({ parts: [{ ...part, category: 'equipment' }] }), ruleId: rule })
    expect(listSuggestions(ctx)).toMatchObject([{ row: { id: draft }, isChange: true }])
    expect(applyRules(later(2), [pickOf(draft, rule)])).toEqual({ categorized: 1, left: 0 })
    expect(getTransaction(ctx, draft)?.splits).toMatchObject([{ category: 'equipment' }])
    const { id } = reverseTransaction(later(3), { transactionId: posted, reason: 'Wrong' })
    expect([getTransaction(ctx, posted)?.ruleId, getTransaction(ctx, id)?.ruleId]).toEqual([rule, null])
  })
})

it('a test says what a rule would do with the newest rows, and stores nothing', () => {
  const first = createRule(ctx, { name: 'First', counterpartyContains: 'first' })
  const [row, earlier] = [open(), open({ counterparty: 'First Supplier' })]
  const posted = postedTransaction(ctx, account)
  open({ counterparty: 'Other' })
  expect(states({})).toEqual({ [row]: 'categorizes', [earlier]: 'earlier', [posted]: 'kept' })
  const own = testRule(ctx, { ...ruleInput({ counterpartyContains: 'first' }), id: first })
  expect(own).toMatchObject({ looked: 4, fits: 1, rows: [{ state: 'categorizes' }] })
  expect([listRules(ctx).length, getTransaction(ctx, row)?.splits]).toEqual([1, []])
})

describe('an import', () => {
  it('categorizes what its first fitting rule categorizes, as drafts, and leaves what is only suggested', () => {
    const rule = createRule(ctx, {
      mode: 'categorize',
      counterpartyContains: null,
      counterpartyIban: 'FI2112345600000785',
    })
    createRule(ctx, { mode: 'categorize', name: 'Later', counterpartyContains: 'other' })
    const hint = createRule(ctx, { name: 'Suggests', counterpartyContains: 'other' })
    moveRule(ctx, { ruleId: hint, step: 'up', position: 3 })
    const rows = [statementRow(), statementRow({ counterparty: 'Other Oy', counterpartyIban: '' })]
    const submissionId = newId()
    const done = importStatement(ctx, { accountId: account, rows, submissionId })
    expect(done).toEqual({ added: 2, known: 0, outside: 0, ruled: 1 })
    expect(importStatement(ctx, { accountId: account, rows, submissionId })).toEqual(done)
    const listed = listTransactions(ctx, readTransactionFilter(new URLSearchParams())).rows
    expect(listed.map(({ status, ruleId, splits }) => [status, ruleId, splits.length]).sort()).toEqual(
      [
        ['draft', null, 0],
        ['draft', rule, 1],
      ].sort(),
    )
    expect(listSuggestions(ctx)).toMatchObject([{ rule: { name: 'Suggests' } }])
    const ruled = listed.find(({ ruleId }) => ruleId === rule)?.id ?? ''
    const set = (column: string, value: string | null) =>
      ctx.db.$client.prepare(`UPDATE financial_transactions SET ${column} = ? WHERE id = ?`).run(value, ruled)
    expect(() => set('counterparty_iban', '')).toThrow('the bank stated')
    expect(() => set('rule_id', createRule(createPerson(ctx.db)))).toThrow('its own company')
    settleDrafts(ctx, { transactionIds: [ruled], purpose: null, post: true })
    expect(() => set('rule_id', null)).toThrow('what is posted stays')
  })

  it('passes by a rule whose category is out of use or whose project is closed to the importer', () => {
    const category = addOwnCategory(ctx, { category: 'fuel', name: 'Vans' }).id
    const { id: projectId } = createOpenProject(ctx)
    const parts = [{ ...part, category: 'fuel' as const, ownCategoryId: category, projectId }]
    createRule(ctx, { mode: 'categorize', parts })
    expect(listRules(ctx)[0]?.isUsable).toBe(true)
    archiveOwnCategory(ctx, { ownCategoryId: category })
    expect(listRules(ctx)[0]?.isUsable).toBe(false)
    expect(importStatement(ctx, { accountId: account, rows: [statementRow()] }).ruled).toBe(0)
  })
})

describe('a rule', () => {
  it('is added once, changed by who has seen it last, and refuses what is not the company’s', () => {
    const submissionId = newId()
    const { id } = addRule(ctx, { ...ruleInput(), submissionId })
    expect(addRule(ctx, { ...ruleInput(), submissionId }).id).toBe(id)
    const expectedVersion = getRule(ctx, id)?.updatedAt
    updateRule(later(), { ...ruleInput({ name: 'Mine' }), ruleId: id, expectedVersion })
    expect(() => updateRule(later(2), { ...ruleInput(), ruleId: id, expectedVersion })).toThrow('editConflict')
    const stranger = createPerson(ctx.db)
    expect(() => updateRule(stranger, { ...ruleInput(), ruleId: id })).toThrow('notFound')
    expect(() => switchRule(stranger, { ruleId: id, isOn: false })).toThrow('notFound')
    expect(() => moveRule(stranger, { ruleId: id, step: 'up', position: 1 })).toThrow('notFound')
    expect([getRule(stranger, id), listRules(stranger)]).toEqual([null, []])
    const theirs = open()
    expect(() => applyRules(stranger, [pickOf(theirs, id)])).toThrow('notFound')
    const { id: projectId } = createOpenProject(stranger)
    const ownCategoryId = addOwnCategory(stranger, { category: 'materials', name: 'Theirs' }).id
    expect(() => createRule(ctx, { parts: [{ ...part, projectId }] })).toThrow('finance:refused.project')
    expect(() => createRule(ctx, { parts: [{ ...part, ownCategoryId }] })).toThrow('finance:refused.category')
    expect(() => createRule(ctx, { counterpartyContains: null })).toThrow('noCondition')
    expect(() => ctx.db.$client.prepare('DELETE FROM booking_rules').run()).toThrow('never deleted')
  })

  it('keeps its place while it is off', () => {
    const [one, two, three] = [createRule(ctx), createRule(ctx), createRule(ctx)]
    switchRule(ctx, { ruleId: two, isOn: false })
    moveRule(ctx, { ruleId: three, step: 'up', position: 3 })
    moveRule(ctx, { ruleId: three, step: 'up', position: 3 })
    switchRule(ctx, { ruleId: two, isOn: true })
    expect(listRules(ctx).map(({ id }) => id)).toEqual([three, two, one])
  })

  it('does nothing to a row whose parts differ in the meantime, whoever is first', () => {
    const rule = createRule(ctx)
    const row = open()
    const pick = pickOf(row, rule)
    updateTransaction(later(), {
      ...(getTransaction(ctx, row) ?? expect.unreachable()),
      ...{ transactionId: row, splits: [splitInput({ category: 'rent' })] },
    })
    expect(applyRules(later(2), [pick])).toEqual({ categorized: 0, left: 1 })
    expect(getTransaction(ctx, row)?.splits).toMatchObject([{ category: 'rent' }])
  })
})
