import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { decideReversal } from '#app/features/bank/decide-reversal.server.ts'
import { proposeReversal } from '#app/features/bank/propose-reversal.server.ts'
import { getImport } from '#app/features/bank-statements/queries.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { approvePayouts } from '#app/features/payouts/approve-payouts.server.ts'
import { bookPayouts } from '#app/features/payouts/book-payouts.server.ts'
import { listPayable } from '#app/features/payouts/payable.server.ts'
import { preparePayouts } from '#app/features/payouts/prepare-payouts.server.ts'
import { getRun } from '#app/features/payouts/runs.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { companies } from '#db/schema/accounts.ts'
import { password, released, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { bookedStatement } from '#tests/factories/imported-statement.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { dayAfter, dayBefore } from './days.ts'
import { reconcileDay } from './reconcile-day.server.ts'
import { reconciliationRows } from './reconciliation-rows.server.ts'
import { lastReconciliation, recordReconciliation } from './record-reconciliation.server.ts'

async function ready() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const { admin } = deal
  const today = businessDay(admin.now)
  const transfer = { reference: '', currency: 'EUR' as const, payerName: 'Somebody', paidOn: today }
  const pay = (amountCents: number, archiveId: string, of: Partial<typeof transfer> = {}, ctx: UserContext = admin) =>
    recordTransfer(ctx, { ...transfer, ...of, amountCents, archiveId }).transferId
  const compare = async (day = today) => (await reconcileDay(db, day))?.[0]
  const later = (count: number, ctx: UserContext = admin): UserContext => ({
    ...ctx,
    now: ctx.now + count * 86_400_000,
  })
  return { ...deal, db, today, pay, compare, later }
}

it('agrees with the statement, with rows after it, and while payouts are under way', async () => {
  const { db, admin, provider, milestoneIds, today, pay, compare, later, ...deal } = await ready()
  expect(await compare()).toBeUndefined()
  const tomorrow = dayAfter(today)
  pay(500, 'S1', { paidOn: dayBefore(today) })
  expect(await compare()).toMatchObject({ statement: null, bankCents: 500, owedCents: 500, verdict: 'agrees' })
  await bookedStatement(admin, { on: dayBefore(today), entries: [{ cents: 500, archiveId: 'S1' }] })
  const entries = [
    { cents: 700, archiveId: 'S2', name: 'B' },
    { cents: -30, archiveId: 'C1', sub: 'CHRG' },
  ]
  await bookedStatement(admin, { on: today, number: '2', openingCents: 500, entries })
  const owed = [
    { kind: 'bank_costs', cents: -30 },
    { kind: 'suspense', cents: 1200 },
  ]
  const agreed = { statement: { number: '2', on: today, closingCents: 1170 }, laterCents: 0, bankCents: 1170, owed }
  expect(await compare()).toMatchObject({ ...agreed, verdict: 'agrees', differences: [] })

  // What comes on the next day changes nothing about this one.
  pay(100, 'S3', { paidOn: tomorrow }, later(1))
  expect(await compare(tomorrow)).toMatchObject({ laterCents: 100, bankCents: 1270, verdict: 'agrees' })
  expect(await compare()).toMatchObject({ ...agreed, verdict: 'agrees' })

  const third = later(2, admin)
  await released(
    {
      ...deal,
      admin: third,
      client: { ...deal.client, now: third.now },
      provider: { ...provider, now: third.now },
      milestoneIds,
    },
    milestoneIds[0] ?? '',
  )
  db.update(companies)
    .set({ iban: 'FI7944052020036082', bic: 'HELSFIHH' })
    .where(eq(companies.id, provider.company.id))
    .run()
  const second = later(2, await withPassword(createAdmin(db)))
  const { runId } = preparePayouts(third, {
    accountIds: listPayable(third)
      .filter((one) => one.source === 'provider_payable')
      .map(({ id }) => id),
  })
  await approvePayouts(second, { runId, password })
  const on = businessDay(third.now)
  const underWay = await compare(on)
  expect(underWay).toMatchObject({ verdict: 'agrees' })
  expect(underWay?.owed).toContainEqual({ kind: 'payout_transit', cents: expect.any(Number) })
  const payoutIds = getRun(third, runId)?.payments.map(({ id }) => id) ?? []
  bookPayouts(later(1, second), { runId, payoutIds, bookedOn: on, archiveId: 'P1' })
  const booked = await compare(on)
  expect(booked).toMatchObject({
    verdict: 'later',
    openCents: 0,
    differences: [{ cause: 'recordedLater', day: on, to: `/escrow/payouts/${runId}` }],
  })
  expect(await compare(dayAfter(on))).toMatchObject({ verdict: 'agrees', differences: [] })
  expect(await compare()).toMatchObject({ ...agreed, verdict: 'agrees' })
})

it('names the rows by which the bank and the ledger differ, and tells admins once of each change', async () => {
  const { db, admin, today, pay, compare, later } = await ready()
  const night = (ctx: UserContext) => recordReconciliation(systemContext(db, ctx.now))
  const told = () => recorded(db, 'bank.not_reconciled').map(({ day }) => day)
  const before = dayBefore(today)
  const mistyped = pay(900, 'S1', { paidOn: before })
  const wrong = pay(250, 'WRONG', { paidOn: before, payerName: 'Mistyped' })
  const entries = [
    { cents: 950, archiveId: 'S1', name: 'A' },
    { cents: 250, archiveId: 'S2', name: 'B' },
  ]
  const importId = await bookedStatement(admin, { on: before, openingCents: 10, entries })
  const found = await compare()
  expect(found).toMatchObject({ verdict: 'explained', bankCents: 1210, owedCents: 1400, openCents: -190 })
  expect(found?.differences.map(({ cause, cents, name, to }) => [cause, cents, name, to])).toEqual([
    ['opening', 10, expect.any(String), `/escrow/bank-statements/${importId}`],
    ['notOnStatement', -250, 'Mistyped', `/escrow/transfers/${wrong}`],
    ['otherAmount', 50, 'A', expect.stringContaining('/escrow/bank-statements/rows/')],
  ])
  await night(admin)
  await night(admin)
  expect(lastReconciliation(db)).toMatchObject({ day: before, verdict: 'explained' })
  expect(told()).toEqual([before])

  // The next night finds the same and says nothing; the row that was reversed is a change.
  await night(later(1))
  expect(told()).toEqual([before])
  const second = createAdmin(db)
  for (const transferId of [mistyped, wrong]) {
    const { reversalId } = proposeReversal(later(1), { transferId, reason: 'Mistyped' })
    decideReversal(later(1, second), { transferId, reversalId, decision: 'confirm' })
  }
  expect(await compare()).toMatchObject({ openCents: 960, verdict: 'explained' })
  expect((await compare())?.differences.map(({ cause }) => cause)).toEqual([
    'opening',
    'otherAmount',
    'reversedLater',
    'reversedLater',
  ])
  await night(later(2))
  expect(told()).toEqual([before, dayAfter(today)])
  await bookedStatement(later(2), { on: before, openingCents: 10, entries })
  pay(10, 'S0', { paidOn: dayBefore(before) }, later(2))
  expect(await compare(businessDay(later(2).now))).toMatchObject({ verdict: 'agrees', differences: [] })

  await bookedStatement(later(3), { on: dayAfter(today), openingCents: 1300, number: '3', entries: [] })
  const gap = await compare(businessDay(later(3).now))
  expect(gap).toMatchObject({ verdict: 'explained', openCents: 90, differences: [{ cause: 'gap', cents: 90 }] })

  expect(gap?.breaks).toMatchObject([{ kind: 'gap', number: '3', from: dayAfter(today), cents: 90 }])

  const cells = reconciliationRows(gap ? [gap] : [], { locale: 'en', format: formatFor('en-GB', 'Europe/Helsinki') })
  expect(cells.slice(1).map((row) => row[4])).toEqual([
    '13.00',
    '0.00',
    '13.00',
    '12.10',
    '12.10',
    '0.90',
    '0.90',
    '0.00',
    '0.90',
  ])
})

it('says which statements overlap, by how much they contradict each other, and which rows both brought', async () => {
  const { db, admin, today, compare, later } = await ready()
  const told = () => recorded(db, 'bank.not_reconciled').map(({ day, onlyStatements }) => [day, onlyStatements])
  const night = (ctx: UserContext) => recordReconciliation(systemContext(db, ctx.now))
  const [first, second] = [dayBefore(dayBefore(today)), dayBefore(today)]
  const one = { cents: 500, archiveId: 'A1', name: 'A', bookedOn: first }
  const two = { cents: 700, archiveId: 'A2', name: 'B', bookedOn: second }
  await bookedStatement(admin, { on: first, number: '1', entries: [one] })
  await bookedStatement(admin, { on: second, number: '2', openingCents: 500, entries: [two] })
  // Two statements of one day that follow one another do not overlap.
  await bookedStatement(admin, {
    ...{ on: second, number: '3', openingCents: 1200 },
    entries: [{ cents: 50, archiveId: 'A3', bookedOn: second }],
  })
  await bookedStatement(admin, { on: second, number: '4', openingCents: 1250, entries: [] })
  expect(await compare()).toMatchObject({ verdict: 'agrees', breaks: [] })

  // The whole period again, with the same rows: nothing is booked twice, and admins are told once that files overlap.
  const both = [one, two, { cents: 50, archiveId: 'A3', bookedOn: second }]
  const again = await bookedStatement(admin, { from: first, on: second, number: '9', entries: both })
  expect(await compare()).toMatchObject({
    ...{ verdict: 'agrees', bankCents: 1250, owedCents: 1250 },
    breaks: [
      { kind: 'overlap', number: '9', from: first, to: second, cents: 0, page: `/escrow/bank-statements/${again}` },
    ],
  })
  await night(admin)
  await night(later(1))
  expect(told()).toEqual([[second, true]])

  // Another file names a row otherwise and opens 30 lower than the first one says: the row is booked twice.
  await bookedStatement(later(1), {
    ...{ from: first, on: today, number: '10', openingCents: -30 },
    entries: [
      one,
      { ...two, archiveId: 'X2' },
      { cents: 50, archiveId: 'A3', bookedOn: second },
      { cents: 30, archiveId: 'A4' },
    ],
  })
  const doubled = await compare(dayAfter(today))
  expect(doubled).toMatchObject({ bankCents: 1250, owedCents: 1980, openCents: -730, verdict: 'unexplained' })
  expect(doubled?.breaks).toMatchObject([
    { kind: 'overlap', number: '10', from: first, to: second, cents: -30 },
    { kind: 'overlap', number: '9' },
  ])
  expect(doubled?.differences).toMatchObject([{ cause: 'doubled', cents: -700, day: second, name: 'B' }])
  await night(later(2))
  expect(told()).toEqual([
    [second, true],
    [dayAfter(today), false],
  ])
})

it('says that a statement is missing although the sums agree', async () => {
  const { admin, today, pay, compare } = await ready()
  await bookedStatement(admin, { on: dayBefore(dayBefore(today)), entries: [{ cents: 500, archiveId: 'A1' }] })
  pay(90, 'BY-HAND', { paidOn: dayBefore(today) })
  await bookedStatement(admin, { on: today, number: '3', openingCents: 590, entries: [] })
  expect(await compare()).toMatchObject({
    ...{ verdict: 'agrees', differences: [] },
    breaks: [{ kind: 'gap', number: '3', from: today, cents: 90 }],
  })
})

it('follows the balances of statements of one day in whatever order they were imported', async () => {
  const { admin, today, compare } = await ready()
  const [before, first] = [dayBefore(dayBefore(today)), dayBefore(today)]
  const row = (cents: number, archiveId: string, bookedOn = first) => ({ cents, archiveId, name: 'A', bookedOn })
  const third = await bookedStatement(admin, { on: first, number: '3', openingCents: 800, entries: [row(50, 'B3')] })
  const gapOf = (id: string) => getImport(admin, id)?.statements.map(({ gapCents }) => gapCents)
  await bookedStatement(admin, { on: before, number: '1', entries: [row(500, 'B1', before)] })
  expect(gapOf(third)).toEqual([300])
  expect((await compare())?.breaks).toMatchObject([{ kind: 'gap', number: '3', cents: 300 }])
  const second = await bookedStatement(admin, {
    ...{ on: first, number: '2', openingCents: 500 },
    entries: [row(300, 'B2')],
  })
  expect([gapOf(third), gapOf(second)]).toEqual([[null], [null]])
  expect(await compare()).toMatchObject({
    ...{ verdict: 'agrees', bankCents: 850, breaks: [] },
    statement: { number: '3', closingCents: 850 },
  })
  // Money that came in and went out again on the day leads back to a balance that it had before.
  await bookedStatement(admin, { on: first, number: '5', openingCents: 850, entries: [row(10, 'B5')] })
  await bookedStatement(admin, { on: first, number: '4b', openingCents: 900, entries: [row(-50, 'B4b')] })
  await bookedStatement(admin, { on: first, number: '4a', openingCents: 850, entries: [row(50, 'B4a')] })
  expect(await compare()).toMatchObject({
    verdict: 'agrees',
    breaks: [],
    statement: { number: '5', closingCents: 860 },
  })
})
