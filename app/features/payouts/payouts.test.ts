import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { freeBalanceCents, getBalances } from '#app/features/bank/balances.server.ts'
import { matchToBalance } from '#app/features/bank/match-to-balance.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { payoutBookedPosting, payoutPosting, payoutReturnPosting } from '#app/features/escrow/ledger.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { listWaiting } from '#app/features/site/attention.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bankAccountChanges, companies } from '#db/schema/accounts.ts'
import { ledgerPostings } from '#db/schema/escrow.ts'
import { payoutRuns, payouts } from '#db/schema/payouts.ts'
import { password, released, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { approvePayouts } from './approve-payouts.server.ts'
import { bookPayouts } from './book-payouts.server.ts'
import { discardPayouts } from './discard-payouts.server.ts'
import { isParty } from './load-run.server.ts'
import { listPayable } from './payable.server.ts'
import { preparePayouts } from './prepare-payouts.server.ts'
import { returnPayout } from './return-payout.server.ts'
import { getRun, listPayouts, listRuns } from './runs.server.ts'
import { takePaymentFile } from './take-payment-file.server.ts'

const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })
const iban = 'FI7944052020036082'

/** A provider with released money, and two admins. */
async function ready() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const [milestoneId = ''] = deal.milestoneIds
  await released(deal, milestoneId)
  const companyId = deal.provider.company.id
  db.update(companies).set({ iban, bic: 'HELSFIHH' }).where(eq(companies.id, companyId)).run()
  const second = await withPassword(createAdmin(db))
  const payableCents = () => getBalances(deal.provider)[0]?.payableCents
  const due = payableCents() ?? 0
  const prepare = (ctx: UserContext = deal.admin) =>
    preparePayouts(ctx, { accountIds: listPayable(ctx).map(({ id }) => id) }).runId
  const approve = (runId: string, ctx: UserContext = second) => approvePayouts(ctx, { runId, password })
  const today = '2026-06-01'
  const paymentOf = (runId: string) => getRun(deal.admin, runId)?.payments[0]?.id ?? ''
  const book = (runId: string, archiveId = 'B1') =>
    bookPayouts(second, { runId, payoutIds: [paymentOf(runId)], bookedOn: dayOf(second), archiveId })
  const sound = () => expect(checkLedger(db)).toMatchObject({ sound: true, findings: [] })
  return { ...deal, db, second, companyId, payableCents, due, prepare, approve, book, paymentOf, sound, today }
}

const dayOf = (ctx: UserContext) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Helsinki' }).format(ctx.now)

it('pays released money out: prepared by one admin, approved by another, booked by the statement', async () => {
  const { db, admin, second, provider, prepare, approve, book, payableCents, due, sound, companyId } = await ready()
  expect(due).toBeGreaterThan(0)
  const runId = prepare()
  expect(payableCents()).toBe(due)
  expect(listPayable(admin)).toMatchObject([{ obstacle: 'inRun' }])
  expect(listPayouts(provider)).toEqual([])
  expect(() => takePaymentFile(admin, runId)).toThrow(refused('payouts:refused.wrongState'))
  await expect(approvePayouts(second, { runId, password: 'wrong' })).rejects.toThrow(refused('errors:wrongPassword'))
  await expect(approve(runId, await withPassword(admin))).rejects.toThrow(refused('payouts:refused.forbiddenRole'))
  expect(payableCents()).toBe(due)
  await approve(runId)
  expect(payableCents()).toBe(0)
  expect(listPayable(admin)).toEqual([])
  expect(listPayouts(provider)).toMatchObject([{ status: 'ordered', amountCents: due, ending: '6082' }])
  sound()
  const { name, xml } = takePaymentFile(admin, runId)
  expect(name).toBe('payouts-1.xml')
  expect(xml).toContain(`<IBAN>${iban}</IBAN>`)
  expect(takePaymentFile(second, runId).xml).toBe(xml)
  book(runId)
  sound()
  expect(getRun(admin, runId)).toMatchObject({
    run: { openPayments: 0 },
    payments: [{ status: 'booked', bookedAs: 'B1' }],
  })
  expect(recorded(db, 'payout.booked')).toMatchObject([{ companyId, amountCents: due, ending: '6082' }])
  expect(() => book(runId)).toThrow(refused('payouts:refused.wrongState'))
  await expect(approve(runId)).rejects.toThrow(refused('payouts:refused.wrongState'))
})

it('asks a company for its bank account while released money waits for one', async () => {
  const { db, provider, companyId } = await ready()
  const kinds = () => listWaiting(provider).map(({ kind }) => kind)
  expect(kinds()).not.toContain('enterAccount')
  db.update(companies).set({ iban: null }).where(eq(companies.id, companyId)).run()
  expect(kinds()).toContain('enterAccount')
})

it('a payment that the bank refused, or sent back, is on the balance again', async () => {
  const { db, second, prepare, approve, book, paymentOf, payableCents, due, sound, admin, provider } = await ready()
  const kinds = () => listWaiting(provider).map(({ kind }) => kind)
  expect(kinds()).not.toContain('checkAccount')
  const first = prepare()
  await approve(first)
  const back = { reason: 'AC04 account closed', returnedOn: dayOf(second) }
  const give = (runId: string, archiveId?: string) =>
    returnPayout(second, { ...back, runId, payoutId: paymentOf(runId), archiveId })
  expect(() => give(first, 'R1')).toThrow(refused('payouts:refused.notBooked'))
  give(first)
  expect(payableCents()).toBe(due)
  sound()
  expect(listPayable(admin)).toMatchObject([{ obstacle: null, cameBack: true, cents: due }])
  expect(listWaiting(provider)).toContainEqual(expect.objectContaining({ kind: 'checkAccount', title: '… 6082' }))
  expect(() => give(first)).toThrow(refused('payouts:refused.wrongState'))

  const again = prepare()
  await approve(again)
  book(again, 'B2')
  expect(() => give(again)).toThrow(refused('payouts:refused.noArchiveId'))
  expect(() => give(again, 'B2')).toThrow(refused('payouts:refused.archiveIdTaken'))
  give(again, 'R2')
  expect(payableCents()).toBe(due)
  expect(recorded(db, 'payout.returned')).toHaveLength(2)
  sound()
  expect(listRuns(admin, 1).map(({ number, openPayments }) => [number, openPayments])).toEqual([
    [2, 0],
    [1, 0],
  ])
})

it('a free balance is paid back, and a balance that was used meanwhile is not', async () => {
  const { db, admin, client, second, approve, paymentOf, sound } = await ready()
  const transferId = recordTransfer(admin, {
    ...{ reference: '', amountCents: 7000, currency: 'EUR', payerName: 'Kallion Kiinteistöt Oy', paidOn: '2026-01-05' },
    archiveId: newId(),
  }).transferId
  const { businessId } = db.select().from(companies).where(eq(companies.id, client.company.id)).get()!
  matchToBalance(admin, { transferId, businessId: businessId ?? '', amountCents: 7000 })
  const free = () => listPayable(admin).find(({ source }) => source === 'client_funds')
  db.update(companies).set({ iban: null }).where(eq(companies.id, client.company.id)).run()
  expect(free()).toMatchObject({ obstacle: 'noAccount', cents: 7000 })
  const ofAccount = () => listWaiting(client).filter(({ kind }) => kind === 'enterAccount' || kind === 'checkAccount')
  expect(ofAccount()).toEqual([])
  expect(() => preparePayouts(admin, { accountIds: [free()?.id ?? ''] })).toThrow(refused('payouts:refused.notPayable'))
  db.update(companies).set({ iban }).where(eq(companies.id, client.company.id)).run()
  const { runId } = preparePayouts(admin, { accountIds: [free()?.id ?? ''] })
  db.update(companies).set({ iban: 'FI2112345600000785' }).where(eq(companies.id, client.company.id)).run()
  await expect(approve(runId)).rejects.toThrow(refused('payouts:refused.accountChanged'))
  discardPayouts(admin, runId)
  const { runId: next } = preparePayouts(admin, { accountIds: [free()?.id ?? ''] })
  await approvePayouts(second, { runId: next, password })
  expect(freeBalanceCents(db, client.company.id, 'EUR')).toBe(0)
  expect(ofAccount()).toEqual([])
  const back = { reason: 'AC04 account closed', returnedOn: dayOf(second) }
  returnPayout(second, { ...back, runId: next, payoutId: paymentOf(next) })
  expect(freeBalanceCents(db, client.company.id, 'EUR')).toBe(7000)
  expect(ofAccount()).toMatchObject([{ kind: 'checkAccount' }])
  sound()
})

it('a company whose new account waits is not paid, also if it changed after the run was prepared', async () => {
  const { db, admin, prepare, approve, companyId, provider, payableCents, due } = await ready()
  const runId = prepare()
  db.insert(bankAccountChanges)
    .values({
      ...{ id: newId(), companyId, iban, requestedBy: provider.actor.id, requestedAt: provider.now },
      ...{ effectiveAt: provider.now, payoutsFrom: provider.now + 86_400_000 * 3650 },
    })
    .run()
  await expect(approve(runId)).rejects.toThrow(refused('payouts:refused.accountChanged'))
  expect(payableCents()).toBe(due)
  discardPayouts(admin, runId)
  expect(listPayable(admin)).toMatchObject([{ obstacle: 'accountWaits' }])
})

it('admins alone see and do it, and those who work for a company that is paid do not', async () => {
  const { provider, admin, prepare, approve } = await ready()
  const denied = expect.objectContaining({ code: expect.stringMatching(/forbidden|not_found/) })
  expect(listPayable(provider)).toEqual([])
  expect(listRuns(provider, 1)).toEqual([])
  const runId = prepare()
  expect(getRun(provider, runId)).toBeNull()
  expect(() => prepare(provider)).toThrow(denied)
  expect(() => discardPayouts(provider, runId)).toThrow(denied)
  expect(() => takePaymentFile(provider, runId)).toThrow(denied)
  const insider = await withPassword({ ...createAdmin(provider.db), company: provider.company })
  await expect(approve(runId, insider)).rejects.toThrow(refused('payouts:refused.forbiddenRole'))
  expect(() => discardPayouts(insider, runId)).toThrow(refused('payouts:refused.forbiddenRole'))
  const { payments } = getRun(insider, runId) ?? expect.unreachable()
  expect([isParty(insider, payments), isParty(admin, payments)]).toEqual([true, false])
  discardPayouts(admin, runId)
  expect(() => prepare(insider)).toThrow(refused('bank:refused.adminIsParty'))
})

it('of two approvals at once one wins, and the money leaves once', async () => {
  const { prepare, approve, db, second } = await ready()
  const runId = prepare()
  const third = await withPassword(createAdmin(db))
  const outcomes = await Promise.allSettled([approve(runId, second), approve(runId, third)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(db.select().from(ledgerPostings).where(eq(ledgerPostings.kind, 'payout')).all()).toHaveLength(1)
})

it('the database refuses what was not decided', async () => {
  const { db, admin, second, prepare, approve, paymentOf, companyId, due } = await ready()
  const runId = prepare()
  const payoutId = paymentOf(runId)
  const post = (posting: ReturnType<typeof payoutPosting>, of: string | undefined = payoutId) =>
    transact(db, (tx) =>
      writePosting(tx, second, {
        ...posting,
        ...(of ? { payoutId: of } : {}),
        ...{ idempotencyKey: newId(), contractId: null, milestoneId: null, currency: 'EUR' },
      }),
    )
  const order = payoutPosting('provider_payable', companyId, due)
  expect(() => post(order)).toThrow('not what was decided')
  const set = (columns: string) => db.$client.exec(`UPDATE payouts SET ${columns}`)
  expect(() => set("status = 'ordered'")).toThrow('immutable')
  expect(() => set("iban = 'FI2112345600000785'")).toThrow('immutable')
  expect(() =>
    db.$client.exec(
      `UPDATE payout_runs SET status = 'approved', decided_by = prepared_by, decided_at = 1, execution_date = '2026-06-01'`,
    ),
  ).toThrow('second person')
  await approve(runId)
  expect(() => post(order)).toThrow(/^ledger:/)
  expect(() => post(payoutBookedPosting(due))).toThrow('not what was decided')
  expect(() =>
    post(payoutReturnPosting('bank', { source: 'provider_payable', ownerId: companyId, amountCents: due })),
  ).toThrow('not what was decided')
  expect(() => post(payoutPosting('provider_payable', companyId, 1), '')).toThrow(/^ledger:/)
  expect(() => set("status = 'booked'")).toThrow('immutable')
  expect(() => set('amount_cents = 1')).toThrow('immutable')
  expect(() => db.$client.exec('DELETE FROM payouts')).toThrow('permanent')
  expect(() => db.$client.exec('DELETE FROM payout_runs')).toThrow('permanent')
  expect(() => db.$client.exec("UPDATE payout_runs SET status = 'prepared'")).toThrow('immutable')
  expect(db.select().from(payoutRuns).get()).toMatchObject({ status: 'approved', preparedBy: admin.actor.id })
  expect(db.select().from(payouts).get()).toMatchObject({ status: 'ordered', amountCents: due })
})

it('the check of the ledger notices a payment that it does not know', async () => {
  const { db, prepare, approve, sound } = await ready()
  await approve(prepare())
  sound()
  db.$client.exec('DROP TRIGGER payouts_immutable; UPDATE payouts SET amount_cents = amount_cents + 1')
  expect(checkLedger(db).findings).toContainEqual({ what: 'transitDiffers', which: 'EUR' })
})
