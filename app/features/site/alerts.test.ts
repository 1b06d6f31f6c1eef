import { expect, it } from 'vitest'
import { activityKind, mixKinds, shownActions } from './activity.ts'
import { alertsOf } from './alerts.ts'

const day = 86_400_000
const nothing = { now: 10 * day, deadlines: [], waiting: 0, months: [] }
const of = (change: Partial<Parameters<typeof alertsOf>[0]>) => alertsOf({ ...nothing, ...change })
const eur = { currency: 'EUR' as const }

it('has no alert where there is nothing', () => {
  expect(of({})).toEqual([])
})

it.each([
  [[13 * day + 1], null],
  [[13 * day], 1],
  [[11 * day, 12 * day, 14 * day], 2],
])('counts deadlines in one to three days: %s', (at, count) => {
  const found = of({ deadlines: at.map((each) => ({ at: each })) })
  expect(found).toEqual(count === null ? [] : [{ kind: 'deadlines', count, to: '#deadlines' }])
})

it.each([
  [10, 0],
  [11, 1],
])('calls %i tasks many from 11 on', (waiting, alerts) => {
  expect(of({ waiting })).toHaveLength(alerts)
})

it.each([
  ['exactly 20 %', 100_00, -80_00, null],
  ['just under 20 %', 100_00, -80_01, 1_999],
  ['a loss', 100_00, -150_00, -5_000],
  ['no income', 0, -150_00, null],
  ['no expenses', 100_00, 0, null],
])('the profit margin: %s', (_, incomeCents, expenseCents, marginBp) => {
  const found = of({ months: [{ ...eur, incomeCents, expenseCents }] })
  expect(found).toEqual(marginBp === null ? [] : [{ kind: 'margin', ...eur, marginBp, to: '/financials' }])
})

it.each([
  [4_999_999, null],
  [5_000_000, 5_000_000],
  [9_999_999, 5_000_000],
  [15_000_000, 15_000_000],
])('revenue of %i cents this month has passed %s', (incomeCents, passed) => {
  const found = of({ months: [{ ...eur, incomeCents, expenseCents: 0 }] })
  expect(found).toEqual(passed === null ? [] : [{ kind: 'revenue', ...eur, cents: passed, to: '/financials' }])
})

it('mixes recent activity of 5 transactions, 5 tasks and 3 projects, in their order', () => {
  const rows = shownActions.map((action, at) => ({ action, at }))
  const kinds = mixKinds([...rows, ...rows]).map(({ action }) => activityKind(action))
  const count = (kind: string) => kinds.filter((each) => each === kind).length
  expect([count('transaction'), count('task'), count('project'), kinds.length]).toEqual([5, 5, 3, 13])
  const mixed = mixKinds(rows).map(({ at }) => at)
  expect(mixed).toEqual([...mixed].sort((a, b) => a - b))
})
