import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { decideReversal } from '#app/features/bank/decide-reversal.server.ts'
import { matchToBalance } from '#app/features/bank/match-to-balance.server.ts'
import { proposeReversal } from '#app/features/bank/propose-reversal.server.ts'
import { listSuspense } from '#app/features/bank/suspense.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { createParties, password, withPassword } from '#tests/factories/deal.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { approvePayouts } from './approve-payouts.server.ts'
import { bookPayouts } from './book-payouts.server.ts'
import { listPayable } from './payable.server.ts'
import { preparePayouts } from './prepare-payouts.server.ts'
import { returnPayout } from './return-payout.server.ts'
import { getRun } from './runs.server.ts'
import { takePaymentFile } from './take-payment-file.server.ts'

const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })
const iban = 'FI7944052020036082'

/** A payment of 70.00 without a reference, and two admins. */
async function ready({ payerIban = iban } = {}) {
  const db = testDatabase()
  const { client, admin } = await createParties(db)
  const second = await withPassword(createAdmin(db))
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Helsinki' }).format(second.now)
  const { transferId } = recordTransfer(admin, {
    ...{ reference: '', amountCents: 7000, currency: 'EUR', payerName: 'Stray Payer Oy', payerIban, paidOn: day },
    archiveId: 'STRAY1',
  })
  const prepare = (ctx: UserContext = admin) =>
    preparePayouts(ctx, { accountIds: listPayable(admin).map(({ id }) => id) }).runId
  const approve = (runId: string) => approvePayouts(second, { runId, password })
  const paymentOf = (runId: string) => getRun(admin, runId)?.payments[0]?.id ?? ''
  const book = (runId: string, archiveId: string) =>
    bookPayouts(second, { runId, payoutIds: [paymentOf(runId)], bookedOn: day, archiveId })
  const waits = () => listSuspense(admin).map(({ openCents }) => openCents)
  const sound = () => expect(checkLedger(db)).toMatchObject({ sound: true, findings: [] })
  return { db, client, admin, second, day, transferId, prepare, approve, paymentOf, book, waits, sound }
}

it('a payment that belongs to nothing goes back to the account it came from', async () => {
  const { db, admin, prepare, approve, book, waits, sound } = await ready()
  expect(listPayable(admin)).toMatchObject([{ source: 'suspense', name: 'Stray Payer Oy', iban, cents: 7000 }])
  const runId = prepare()
  expect(listPayable(admin)).toMatchObject([{ obstacle: 'inRun' }])
  await approve(runId)
  expect(waits()).toEqual([])
  sound()
  const { xml } = takePaymentFile(admin, runId)
  expect(xml).toContain(`<IBAN>${iban}</IBAN>`)
  expect(xml).toContain('<Ustrd>Groundwork returns your payment</Ustrd>')
  book(runId, 'B1')
  sound()
  expect(getRun(admin, runId)?.payments).toMatchObject([{ status: 'booked', companyId: null, source: 'suspense' }])
  expect(recorded(db, 'payout.booked')).toEqual([])
})

it('waits again if the bank sends it back', async () => {
  const { db, admin, second, day, prepare, approve, paymentOf, book, waits, sound } = await ready()
  const runId = prepare()
  await approve(runId)
  book(runId, 'B1')
  const back = { runId, payoutId: paymentOf(runId), returnedOn: day, reason: 'AC04' }
  returnPayout(second, { ...back, archiveId: 'R1' })
  expect(waits()).toEqual([7000])
  sound()
  expect(listPayable(admin)).toMatchObject([{ cameBack: true, obstacle: null }])
  expect(recorded(db, 'payout.returned')).toEqual([])
})

it('does not go back where the bank names no account, or its reversal is proposed', async () => {
  const nameless = await ready({ payerIban: '' })
  expect(listPayable(nameless.admin)).toMatchObject([{ obstacle: 'noPayerAccount', iban: null }])
  expect(() => nameless.prepare()).toThrow(refused('payouts:refused.notPayable'))

  const { admin, second, transferId, prepare, approve, waits } = await ready()
  const { reversalId } = proposeReversal(admin, { transferId, reason: 'Entered twice' })
  expect(listPayable(admin)).toMatchObject([{ obstacle: 'isReversing' }])
  decideReversal(second, { transferId, reversalId, decision: 'decline' })
  const runId = prepare()
  proposeReversal(admin, { transferId, reason: 'Entered twice' })
  await expect(approve(runId)).rejects.toThrow(refused('payouts:refused.matchedMeanwhile'))
  expect(waits()).toEqual([7000])
})

it('does not go back once a part of it was matched, and not by whoever owns the account', async () => {
  const { db, admin, client, transferId, prepare, approve, waits, sound } = await ready()
  const companyId = client.company.id
  const { businessId } = db.select().from(companies).where(eq(companies.id, companyId)).get() ?? {}
  const runId = prepare()
  matchToBalance(admin, { transferId, businessId: businessId ?? '', amountCents: 1000 })
  await expect(approve(runId)).rejects.toThrow(refused('payouts:refused.matchedMeanwhile'))
  expect(waits()).toEqual([6000])
  sound()

  const other = await ready()
  other.db.update(companies).set({ iban }).where(eq(companies.id, other.client.company.id)).run()
  const owner = { ...other.admin, company: other.client.company }
  expect(() => other.prepare(owner)).toThrow(refused('bank:refused.adminIsParty'))
})
