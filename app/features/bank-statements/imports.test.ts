import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { listSuspense } from '#app/features/bank/suspense.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { approvePayouts } from '#app/features/payouts/approve-payouts.server.ts'
import { listPayable } from '#app/features/payouts/payable.server.ts'
import { preparePayouts } from '#app/features/payouts/prepare-payouts.server.ts'
import { getRun } from '#app/features/payouts/runs.server.ts'
import { env } from '#app/platform/env.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { ledgerPostings, milestones } from '#db/schema/escrow.ts'
import { bankTransfers, statementImports, statementRows } from '#db/schema/statements.ts'
import { password, released, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { bookedStatement, uploadedStatement } from '#tests/factories/imported-statement.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { camt, type StatementOf } from '#tests/factories/statement.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { decideImport } from './decide-import.server.ts'
import { getImport, listImports, listRows, listUnexplained } from './queries.server.ts'
import { settleRow } from './settle-row.server.ts'
import { workOnImports } from './work-on-imports.server.ts'

const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })
const iban = env.ESCROW_IBAN

async function ready() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const { admin } = deal
  const [first, second] = db
    .select()
    .from(milestones)
    .where(eq(milestones.contractId, deal.contractId))
    .orderBy(milestones.position)
    .all()
  const work = () => workOnImports(systemContext(db, admin.now))
  const upload = (content: string | StatementOf, ctx: UserContext = admin) => uploadedStatement(ctx, content)
  const book = (content: string | StatementOf) => bookedStatement(admin, content)
  const told = (importId: string) =>
    listRows(admin, importId, null, 1).map(({ archiveId, outcome }) => [archiveId, outcome])
  const sound = () => expect(checkLedger(db)).toMatchObject({ sound: true, findings: [] })
  const status = (id = first!.id) => db.select().from(milestones).where(eq(milestones.id, id)).get()?.status
  return { ...deal, db, first: first!, second: second!, work, upload, book, told, sound, status }
}

it('reads a file, shows what becomes of it, and books it only once confirmed: once, however often it comes', async () => {
  const { db, admin, first, upload, book, told, work, sound, status } = await ready()
  const file: StatementOf = {
    openingCents: 0,
    entries: [
      { cents: first.amountCents, archiveId: 'A1', reference: `RF00 ${first.fundingReference}`, name: 'A client' },
      { cents: first.amountCents, archiveId: 'A2', reference: first.fundingReference ?? '', name: 'A client' },
      { cents: 500, archiveId: 'A3', name: 'Somebody' },
      { cents: -250, archiveId: 'C1', sub: 'CHRG' },
      { cents: 30, archiveId: 'I1', sub: 'INTR' },
      { cents: -700, archiveId: 'U1', name: 'Nobody knows' },
      { cents: 500, archiveId: 'A3', name: 'Somebody' },
      { cents: 0, archiveId: 'Z1' },
      { cents: -5, archiveId: 'A3', sub: 'CHRG' },
    ],
  }
  const importId = await upload(file)
  const expected = [
    ['A1', 'funds'], ['A2', 'waits'], ['A3', 'waits'], ['C1', 'charge'], ['I1', 'interest'], ['U1', 'unexplained'], ['A3', 'known'],
    ['Z1', 'nothing'], ['A3/-5', 'charge'],
  ] // biome-ignore format: a table
  expect(getImport(admin, importId)?.file).toMatchObject({ status: 'ready', format: 'camt.053', rowCount: 9 })
  expect(told(importId)).toEqual(expected)
  expect(db.select().from(bankTransfers).all()).toEqual([])
  expect(status()).toBe('planned')

  decideImport(admin, { importId, decision: 'confirm' })
  expect(() => decideImport(createAdmin(db), { importId, decision: 'confirm' })).toThrow(
    refused('bankstatements:refused.isDecided'),
  )
  await work()
  expect(getImport(admin, importId)?.file).toMatchObject({ status: 'done', bookedCount: 9 })
  expect(told(importId)).toEqual(expected)
  expect(status()).toBe('funded')
  expect(listSuspense(admin)).toHaveLength(2)
  sound()

  const postings = db.select().from(ledgerPostings).all().length
  const again = await book(file)
  expect(told(again).every(([, outcome]) => outcome === 'known')).toBe(true)
  expect(db.select().from(ledgerPostings).all()).toHaveLength(postings)
  const differs = await upload({ entries: [{ cents: 12_345, archiveId: 'A1' }] })
  expect(told(differs)).toEqual([['A1', 'differs']])
  sound()
})

it('knows what was recorded by hand, and the details of a sum', async () => {
  const { admin, db, book, told, sound } = await ready()
  const paid = { reference: '', currency: 'EUR' as const, payerName: 'By hand', paidOn: '2026-05-30' }
  recordTransfer(admin, { ...paid, amountCents: 900, archiveId: 'H1' })
  const entries = [
    { cents: 900, archiveId: 'H1' },
    { cents: 700, archiveId: 'B', batchOf: { count: 2, messageId: '' } },
  ]
  const one = await book({ entries })
  expect(told(one)).toEqual([
    ['H1', 'known'],
    ['B', 'waits'],
  ])
  const detailed = [
    {
      cents: 700,
      archiveId: 'B',
      parts: [
        { cents: 300, archiveId: 'B1' },
        { cents: 400, archiveId: 'B2' },
      ],
    },
  ]
  expect(told(await book({ kind: '054', entries: detailed }))).toEqual([
    ['B1', 'details'],
    ['B2', 'details'],
  ])
  const other = [
    {
      cents: 50,
      archiveId: 'D',
      parts: [
        { cents: 20, archiveId: 'D1' },
        { cents: 30, archiveId: 'D2' },
      ],
    },
  ]
  await book({ kind: '054', entries: other })
  expect(told(await book({ entries: [{ cents: 50, archiveId: 'D', batchOf: { count: 2, messageId: '' } }] }))).toEqual([
    ['D', 'known'],
  ])
  expect(
    db
      .select()
      .from(bankTransfers)
      .all()
      .map(({ archiveId }) => archiveId)
      .sort(),
  ).toEqual(['B', 'D1', 'D2', 'H1'])
  sound()
})

it('refuses a broken file whole, says where, and says what is wrong with accounts and balances', async () => {
  const { admin, db, upload } = await ready()
  const many = Array.from({ length: 150 }, (_, index) => ({ cents: 100, archiveId: `M${index}` }))
  const broken = camt({ iban, entries: many }).replace(/<\/Ntry>\s*<\/Stmt>/, '</Stmt>')
  const importId = await upload(broken)
  expect(getImport(admin, importId)?.file).toMatchObject({
    status: 'refused',
    rowCount: 0,
    problem: { problem: 'xmlSyntax' },
  })
  expect(getImport(admin, importId)?.file.problem?.line).toBeGreaterThan(150)
  expect(db.select().from(statementRows).all()).toEqual([])
  expect(() => decideImport(admin, { importId, decision: 'confirm' })).toThrow(
    refused('bankstatements:refused.isDecided'),
  )
  const gap = await upload({ openingCents: 500, entries: [], number: '2', on: '2026-05-31' })
  decideImport(admin, { importId: gap, decision: 'confirm' })
  const next = await upload({ openingCents: 400, entries: [], number: '3' })
  expect(getImport(admin, next)?.statements).toMatchObject([{ gapCents: -100 }])
  decideImport(admin, { importId: next, decision: 'discard' })
  expect(listImports(admin, 1).map(({ status }) => status)).toEqual(['discarded', 'done', 'refused'])
})

it('a statement that is read again lacks no statement before it', async () => {
  const { admin, upload } = await ready()
  const entries = [{ cents: 4500, archiveId: 'A1' }]
  const first = await upload({ openingCents: 500, entries })
  decideImport(admin, { importId: first, decision: 'confirm' })
  const again = await upload({ openingCents: 500, entries })
  expect(getImport(admin, again)?.statements).toMatchObject([{ openingCents: 500, gapCents: null }])
  const other = await upload({ openingCents: 500, entries: [{ cents: 4400, archiveId: 'A2' }] })
  expect(getImport(admin, other)?.statements).toMatchObject([{ openingCents: 500, gapCents: -4500 }])
})

it('goes on after a crash: reading from the start, booking with the first row that is not booked', async () => {
  const { admin, db, upload, work, told, sound } = await ready()
  const entries = Array.from({ length: 120 }, (_, index) => ({ cents: 100 + index, archiveId: `M${index}` }))
  const importId = await upload({ entries })
  decideImport(admin, { importId, decision: 'confirm' })
  db.$client.exec(
    `CREATE TRIGGER crash BEFORE INSERT ON bank_transfers WHEN NEW.archive_id = 'M70' BEGIN SELECT RAISE(ABORT, 'crash'); END`,
  )
  await expect(work()).rejects.toThrow('crash')
  db.$client.exec('DROP TRIGGER crash')
  const booked = getImport(admin, importId)?.file.bookedCount ?? 0
  expect(booked).toBeLessThan(71)
  expect(db.select().from(bankTransfers).all()).toHaveLength(booked)
  sound()
  await work()
  expect(getImport(admin, importId)?.file).toMatchObject({ status: 'done', bookedCount: 120 })
  expect(db.select().from(bankTransfers).all()).toHaveLength(120)
  expect(told(importId)).toHaveLength(50 + 1)
  sound()
})

it('books payouts by the id of our payment file, as one sum too, and takes returns back', async () => {
  const { db, admin, provider, milestoneIds, book, told, sound, ...deal } = await ready()
  await released({ ...deal, db, admin, provider, milestoneIds } as never, milestoneIds[0] ?? '')
  db.update(companies)
    .set({ iban: 'FI7944052020036082', bic: 'HELSFIHH' })
    .where(eq(companies.id, provider.company.id))
    .run()
  const approver = await withPassword(createAdmin(db))
  const order = async () => {
    const { runId } = preparePayouts(admin, { accountIds: listPayable(admin).map(({ id }) => id) })
    await approvePayouts(approver, { runId, password })
    const [payment] = getRun(admin, runId)!.payments
    return { runId, id: payment!.id.replaceAll('-', ''), cents: payment!.amountCents }
  }
  const one = await order()
  const on = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Helsinki' }).format(approver.now)
  const paid = { cents: -one.cents, archiveId: 'P1', endToEndId: one.id }
  expect(told(await book({ on, entries: [paid] }))).toEqual([['P1', 'payout']])
  expect(getRun(admin, one.runId)?.payments).toMatchObject([{ status: 'booked', bookedAs: 'P1', bookedOn: on }])
  sound()
  const back = { cents: one.cents, archiveId: 'R1', endToEndId: one.id, returned: 'AC04' }
  expect(told(await book({ on, entries: [back, paid] }))).toEqual([
    ['R1', 'returned'],
    ['P1', 'known'],
  ])
  expect(getRun(admin, one.runId)?.payments).toMatchObject([{ status: 'returned', returnReason: 'AC04' }])
  sound()
  const two = await order()
  const sum = { cents: -two.cents, archiveId: 'P2', batchOf: { count: 1, messageId: two.runId.replaceAll('-', '') } }
  expect(told(await book({ on, entries: [sum] }))).toEqual([['P2', 'payout']])
  sound()
})

it('explains what went out: a charge, the platform’s fee up to what it has, a payment that the bank took back', async () => {
  const { db, admin, client, book, sound } = await ready()
  await book({
    entries: [
      { cents: 900, archiveId: 'A1', name: 'Somebody' },
      { cents: -100, archiveId: 'U1' },
      { cents: -200, archiveId: 'U2' },
      { cents: -900, archiveId: 'U3', reversal: true },
    ],
  })
  sound()
  const [charge, fee, back] = listUnexplained(admin).map(({ id }) => id)
  expect(() => settleRow(client, { rowId: charge ?? '', as: 'charge' })).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  )
  settleRow(admin, { rowId: charge ?? '', as: 'charge' })
  expect(() => settleRow(admin, { rowId: charge ?? '', as: 'charge' })).toThrow(
    refused('bankstatements:refused.isSettled'),
  )
  expect(() => settleRow(admin, { rowId: fee ?? '', as: 'withdrawal' })).toThrow(
    refused('bankstatements:refused.moreThanFees'),
  )
  expect(() => settleRow(admin, { rowId: fee ?? '', as: 'payout', runNumber: 9 })).toThrow(
    refused('bankstatements:refused.notTheRun'),
  )
  expect(() => settleRow(admin, { rowId: back ?? '', as: 'taken_back', archiveId: 'X' })).toThrow(
    refused('bankstatements:refused.notTheTransfer'),
  )
  settleRow(admin, { rowId: back ?? '', as: 'taken_back', archiveId: 'A1' })
  expect(listSuspense(admin)).toEqual([])
  expect(listUnexplained(admin)).toHaveLength(1)
  sound()
  expect(() => db.update(statementRows).set({ amountCents: -1 }).run()).toThrow('immutable')
  expect(() => db.delete(statementRows).run()).toThrow('permanent')
  expect(() => db.delete(statementImports).run()).toThrow('permanent')
})

it('is for admins', async () => {
  const { client, upload } = await ready()
  await expect(upload({ entries: [] }, client)).rejects.toMatchObject({ code: 'forbidden' })
  expect([listImports(client, 1), listUnexplained(client), getImport(client, 'x')]).toEqual([[], [], null])
  expect(() => decideImport(client, { importId: 'x', decision: 'confirm' })).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  )
})
