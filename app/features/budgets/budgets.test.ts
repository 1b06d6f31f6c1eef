import { expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { addOwnCategory } from '#app/features/finance/add-own-category.server.ts'
import type { Entry } from '#app/features/finance/entries.server.ts'
import { agreedChange } from '#tests/factories/change-order.ts'
import { released, signedDeal } from '#tests/factories/deal.ts'
import { createAccount, postedTransaction, splitInput } from '#tests/factories/finance.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { approvedInvoice } from '#tests/factories/received-invoice.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { type BudgetLine, compareBudget, sumsOf, varianceOf } from './budget.ts'
import { budgetChart } from './budget-chart.server.ts'
import { exportBudget } from './export-budget.server.ts'
import { getBudgetProject, listBudgets, loadBudget } from './queries.server.ts'
import { saveBudget } from './save-budget.server.ts'

const db = testDatabase()

const line = (category: BudgetLine['category'], amountCents: number, ownCategoryId: string | null = null) => ({
  ...{ category, amountCents, ownCategoryId },
})
const entry = (given: Partial<Entry>): Entry => ({
  ...{ month: '2026-05', projectId: 'p', category: 'materials', ownCategoryId: null, currency: 'EUR' },
  ...{ grossCents: 0, vatCents: 0, ...given },
})
function open(ctx: CompanyContext, projectId: string) {
  const project = getBudgetProject(ctx, projectId)
  if (!project) throw new Error('not open')
  return loadBudget(ctx, project)
}

it('compares without VAT, by category of the chart, and own categories where they have a budget', () => {
  const lines = [line('equipment', 1000), line('equipment', 300, 'cranes'), line('sales', 9000)]
  const actual = [
    entry({ category: 'equipment', ownCategoryId: 'cranes', grossCents: -502, vatCents: -102 }),
    entry({ category: 'equipment', ownCategoryId: 'tools', grossCents: -200 }),
    entry({ category: 'sales', grossCents: 1255, vatCents: 255 }),
    entry({ category: 'vat', grossCents: -700 }),
    entry({ currency: 'USD', grossCents: -700 }),
  ]
  const committed = [entry({ category: 'sales', grossCents: 7000 }), entry({ grossCents: -50 })]
  const rows = compareBudget(lines, actual, committed, 'EUR')
  expect(
    rows.map(({ category, ownCategoryId, budgetCents, actualCents, committedCents }) => [
      ...[category, ownCategoryId, budgetCents, actualCents, committedCents],
    ]),
  ).toEqual([
    ['sales', null, 9000, 1000, 7000],
    ['materials', null, 0, 0, 50],
    ['equipment', null, 1000, 200, 0],
    ['equipment', 'cranes', 300, 400, 0],
  ])
  expect(rows.map(varianceOf)).toEqual([-1000, -50, 800, -100])
  expect(sumsOf(rows, 'expense')).toEqual({ budgetCents: 1300, actualCents: 600, committedCents: 50 })
  const { rows: bars, height } = budgetChart(rows, 'wide')
  expect(bars[0]?.committed.x).toBe((bars[0]?.actual.x ?? 0) + (bars[0]?.actual.width ?? 0))
  expect(bars.every(({ y, budget }) => y < height && budget.width >= 0)).toBe(true)
})

it('knows what a contract with its changes still commits both parties to, with what is retained', async () => {
  const deal = await signedDeal(db)
  const { client, provider, projectId } = deal
  const rowOf = (ctx: CompanyContext) => open(ctx, projectId).rows.find(({ committedCents }) => committedCents > 0)
  expect(rowOf(client)).toMatchObject({ category: 'subcontractors', actualCents: 0, committedCents: 1_000_000 })
  expect(rowOf(provider)).toMatchObject({ category: 'sales', actualCents: 0, committedCents: 1_000_000 })
  await agreedChange(client, provider, deal)
  const changed = rowOf(client)?.committedCents ?? 0
  expect(changed).toBeGreaterThan(1_000_000)
  await released(deal, deal.milestoneIds[0] ?? '')
  for (const ctx of [client, provider]) {
    const { actualCents = 0, committedCents = 0 } = rowOf(ctx) ?? {}
    // Of the released 5 000.00, five percent are retained and still to be paid.
    expect([actualCents, committedCents]).toEqual([475_000, changed - 475_000])
  }
  expect(getBudgetProject(createPerson(db), projectId)).toBeNull()
})

it('counts the VAT of a contract whose client does not deduct it, paid and to be paid', async () => {
  const deal = await signedDeal(db, undefined, { buyerDeductsVat: false })
  await released(deal, deal.milestoneIds[0] ?? '')
  const { client, provider, projectId } = deal
  const sums = (ctx: CompanyContext) => {
    const { rows } = open(ctx, projectId)
    const row = rows.find(({ committedCents }) => committedCents > 0)
    return [row?.actualCents, row?.committedCents]
  }
  expect([sums(client), sums(provider)]).toEqual([
    [596_125, 658_875],
    [475_000, 525_000],
  ])
})

it('counts the tax that a client owes itself under a reverse charge and does not deduct, paid and to be paid', async () => {
  const sums = async (buyerDeductsVat: boolean) => {
    const deal = await signedDeal(db, undefined, { vatTreatment: 'reverse_charge', buyerDeductsVat })
    await released(deal, deal.milestoneIds[0] ?? '')
    return [deal.client, deal.provider].map((ctx) => {
      const row = open(ctx, deal.projectId).rows.find(({ committedCents }) => committedCents > 0)
      return [row?.actualCents, row?.committedCents]
    })
  }
  const without = [475_000, 525_000]
  expect(await sums(true)).toEqual([without, without])
  // 25.5 % of both.
  expect(await sums(false)).toEqual([[596_125, 658_875], without])
})

it('counts what is open of approved invoices of suppliers as committed', () => {
  const ctx = createPerson(db)
  const { id: projectId } = createOpenProject(ctx)
  approvedInvoice(ctx, {}, [{ projectId }])
  const [row] = open(ctx, projectId).rows
  const stated = 'SELECT net_cents FROM received_invoices WHERE company_id = ?'
  expect(row).toMatchObject({ category: 'materials', actualCents: 0 })
  expect(row?.committedCents).toBe(db.$client.prepare(stated).pluck().get(ctx.company.id))
})

it('is saved as a whole, by the company whose project it is, and not over what somebody else saved', () => {
  const ctx = createPerson(db)
  const { id: projectId } = createOpenProject(ctx)
  const ownCategoryId = addOwnCategory(ctx, { category: 'equipment', name: 'Cranes' }).id
  const account = createAccount(ctx)
  postedTransaction(ctx, account, { splits: [splitInput({ projectId, vat: 'standard' })] })
  saveBudget(ctx, {
    projectId,
    lines: [line('materials', 20_000), line('equipment', 5000, ownCategoryId)],
    expectedVersion: 0,
  })
  expect(open(ctx, projectId).expense).toEqual({ budgetCents: 25_000, actualCents: 10_000, committedCents: 0 })
  const lines = [line('materials', 9000)]
  expect(() => saveBudget(ctx, { projectId, lines, expectedVersion: 0 })).toThrow('editConflict')
  saveBudget(ctx, { projectId, lines, expectedVersion: getBudgetProject(ctx, projectId)?.budgetedAt ?? undefined })
  expect(open(ctx, projectId).rows).toMatchObject([{ category: 'materials', budgetCents: 9000, actualCents: 10_000 }])
  expect(listBudgets(ctx, 1).rows).toMatchObject([{ id: projectId, expense: { budgetCents: 9000 } }])
  const project = getBudgetProject(ctx, projectId)
  const table = project ? exportBudget(ctx, project, 'en') : []
  expect(table).toHaveLength(2)
  expect(table[1]?.at(-1)).toEqual({ cents: -1000, text: '-10.00' })
  for (const wrong of [
    [line('vat', 1)],
    [line('fuel', 1), line('fuel', 2)],
    [line('fuel', 1, ownCategoryId)],
    [line('fuel', 0)],
  ])
    expect(() => saveBudget(ctx, { projectId, lines: wrong })).toThrow('refused.category')
  expect(() => saveBudget(createPerson(db), { projectId, lines })).toThrow()
})
