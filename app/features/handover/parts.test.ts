import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { takenOverOn } from '#app/features/contracts/closing-days.server.ts'
import { yse1998 } from '#app/features/contracts/closing-terms.ts'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { beginFinalAccount } from '#app/features/final-accounts/begin-final-account.server.ts'
import { getFinalAccount } from '#app/features/final-accounts/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { milestones } from '#db/schema/escrow.ts'
import { approved, type Deal, draftedDeal, password, released, sendAndSign } from '#tests/factories/deal.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { callHandover } from './call-handover.server.ts'
import { getHandover } from './queries.server.ts'
import { returnHandover } from './return-handover.server.ts'
import { signHandover } from './sign-handover.server.ts'
import { updateHandover } from './update-handover.server.ts'
import { verifyHandovers } from './verify-handovers.server.ts'

let db: Database
let server: TestServer
let deal: Deal
let ids: string[]
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
/** Under the values of YSE 1998, to be ready on the last Friday of May; it is the first of June. */
beforeEach(async () => {
  deal = await draftedDeal(db)
  const part = { description: '', vatRateBp: 2550, dueDate: null }
  updateContract(deal.client, {
    ...{ contractId: deal.contractId, title: 'School', terms: 'All', paymentMethod: 'secure_escrow', retentionBp: 500 },
    milestones: [
      { ...part, title: 'East wing', netCents: 400_000 },
      { ...part, title: 'West wing', netCents: 400_000 },
      { ...part, title: 'Yard', netCents: 200_000 },
    ],
    closing: { ...yse1998, handoverDue: '2026-05-29' },
  })
  await sendAndSign(deal)
  const plan = db.select().from(milestones).where(eq(milestones.contractId, deal.contractId))
  ids = plan
    .orderBy(milestones.position)
    .all()
    .map(({ id }) => id)
})

const day = 86_400_000
const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })
const at = (ctx: Deal['client'], days: number) => ({ ...ctx, now: ctx.now + days * day })
const call = (milestoneIds?: string[], days = 0) =>
  callHandover(at(deal.client, days), { contractId: deal.contractId, ...(milestoneIds && { milestoneIds }) }).number
const some = (...positions: number[]) => positions.map((position) => ids[position - 1] ?? '')
const content = { present: 'Aino', result: 'accepted' as const, reasons: '', claims: '', defects: [] }
async function sign(number: number, heldOn = '2026-06-01', days = 0) {
  const { contractId } = deal
  updateHandover(at(deal.client, days), { ...content, heldOn, contractId, number })
  for (const ctx of [deal.client, deal.provider])
    await signHandover(at(ctx, days), { contractId, number, typedName: ctx.actor.name, password })
}
const shown = (number?: number) => getHandover(deal.client, deal.contractId, number)
const takenOver = () => takenOverOn(db, deal.contractId)

it('takes over what is done while the rest goes on, with a warranty time of its own', async () => {
  approved(deal, ids[0] ?? '')
  expect(shown()).toMatchObject({ mayCall: false, callableParts: [{ title: 'East wing' }], left: null })
  const number = call(some(1))
  expect(shown()).toMatchObject({ callableParts: [], handover: { name: 'HO-1', isPart: true } })
  await sign(number)
  const { handover, left, mayCall } = shown() ?? {}
  expect(handover).toMatchObject({ warrantyUntil: '2028-06-01', securityUntil: null, parts: [{ title: 'East wing' }] })
  expect(handover?.text).toContain('groundwork-handover 3')
  expect(handover?.text).toContain('parts:\n  | 1. East wing')
  expect([left?.map(({ title }) => title), mayCall, takenOver()]).toEqual([['West wing', 'Yard'], false, null])
  expect(getEscrow(deal.client, deal.contractId)?.awaitsHandover).toBe(true)
  approved(deal, ids[1] ?? '')
  approved(deal, ids[2] ?? '')
  expect(shown()?.mayCall).toBe(true)
  await sign(call())
  expect(shown()?.handover).toMatchObject({ isPart: false, securityUntil: '2026-09-01' })
  expect(shown()?.handover?.text).toContain('parts taken over before:\n  | HO-1')
  expect([takenOver(), shown()?.mayCall, shown()?.callableParts]).toEqual(['2026-06-01', false, []])
  expect(verifyHandovers(db).findings).toEqual([])
})

it('has one open handover for each part, side by side, and the whole work when none is open', async () => {
  for (const id of ids) approved(deal, id)
  const [first, second] = [call(some(1)), call(some(2))]
  expect(() => call(some(1, 3))).toThrow(refused('handover:refused.partNotReady'))
  expect(() => call()).toThrow(refused('handover:refused.alreadyCalled'))
  expect(() => call([])).toThrow(refused('handover:refused.choosePart'))
  expect(() => call([deal.contractId])).toThrow(refused('handover:refused.partNotReady'))
  const { standing } = shown() ?? {}
  expect(standing?.map(({ number, status, isLatest }) => [number, status, isLatest])).toEqual([
    [first, 'called', false],
    [second, 'called', true],
  ])
  await sign(first)
  await sign(second)
  expect(takenOver()).toBeNull()
  // What is left, named milestone by milestone, is the handover of the rest.
  await sign(call(some(3)))
  expect(shown()?.handover).toMatchObject({ isPart: false })
  expect(() => call(some(3))).toThrow(refused('handover:refused.partNotReady'))
})

it('is all taken over when its parts are, on the day of the last', async () => {
  for (const id of ids) approved(deal, id)
  const numbers = [call(some(1)), call(some(2, 3))]
  await sign(numbers[0] ?? 0, '2026-06-01')
  expect(takenOver()).toBeNull()
  await sign(numbers[1] ?? 0, '2026-06-03', 2)
  expect(takenOver()).toBe('2026-06-03')
  expect(shown()).toMatchObject({ mayCall: false, callableParts: [], left: [] })
})

it('can be called again after it was refused, and goes on with its parts after it was returned', async () => {
  for (const id of ids) approved(deal, id)
  const { contractId, client, provider } = deal
  const number = call(some(1, 2))
  const other = call(some(3))
  updateHandover(client, { ...content, heldOn: '2026-06-01', contractId, number })
  await signHandover(client, { contractId, number, typedName: client.actor.name, password })
  const copy = returnHandover(provider, { contractId, number, reason: 'The day is wrong' }).number
  expect(copy).toBe(other + 1)
  expect(shown(copy)?.handover).toMatchObject({ isPart: true, returned: 'The day is wrong' })
  expect(shown(copy)?.handover?.parts.map(({ position }) => position)).toEqual([1, 2])
  updateHandover(client, {
    ...{ ...content, result: 'refused', reasons: 'It leaks', heldOn: '2026-06-01', contractId, number: other },
  })
  for (const ctx of [client, provider])
    await signHandover(ctx, { contractId, number: other, typedName: ctx.actor.name, password })
  expect(call(some(3))).toBe(copy + 1)
})

it('counts delay damages for what is not received, and waits with the final account for all parts', async () => {
  for (const id of ids) await released(deal, id)
  const { client, contractId } = deal
  await sign(call(some(1)), '2026-06-01')
  // The contract is completed, but not handed over.
  expect(() => beginFinalAccount(client, { contractId })).toThrow(refused('finalaccount:refused.tooEarly'))
  await sign(call(undefined, 4), '2026-06-05', 4)
  beginFinalAccount(client, { contractId })
  const { account } = getFinalAccount(client, contractId) ?? {}
  // One working day of 10 000.00, and four of 6 000.00, at 0.05 %.
  expect(account?.delay).toMatchObject({ countedDays: 5, cents: 500 + 4 * 300 })
  expect(account?.text).toContain('taken over before')
  expect(account?.rowsMatch).toBe(true)
})

it('takes a mandate for the part alone', async () => {
  approved(deal, ids[2] ?? '')
  const { contractId, client } = deal
  const number = call(some(3))
  updateHandover(client, { ...content, heldOn: '2026-06-01', contractId, number })
  giveMandates(client, 251_000, ['sign'])
  await signHandover(client, { contractId, number, typedName: client.actor.name, password })
  expect(shown()?.handover?.status).toBe('proposed')
})

it('is kept by triggers', () => {
  for (const id of ids.slice(0, 2)) approved(deal, id)
  call(some(1))
  const { id } = shown()?.handover ?? {}
  const run = (sql: string, ...values: string[]) => db.$client.prepare(sql).run(...values)
  const add = 'INSERT INTO handover_parts (id, handover_id, milestone_id) VALUES (?, ?, ?)'
  expect(() => run(add, newId(), id ?? '', ids[2] ?? '')).toThrow(/taken over once/)
  expect(() => run('DELETE FROM handover_parts WHERE handover_id = ?', id ?? '')).toThrow(/taken over once/)
  expect(() => run('UPDATE handovers SET is_part = 0 WHERE id = ?', id ?? '')).toThrow(/frozen/)
  call(some(2))
  expect(() => run(add, newId(), shown()?.handover?.id ?? '', ids[0] ?? '')).toThrow(/taken over once/)
})

it('is called on its page, which says when nothing is chosen', async () => {
  for (const id of ids.slice(0, 2)) approved(deal, id)
  const { cookie } = await signedIn(deal.client)
  const path = `/contracts/${deal.contractId}/handover`
  const post = (form: Record<string, string>) => server.ask(path, { cookie, form })
  await post({ submissionId: newId(), isPart: 'on' })
  expect(shown()?.handover).toBeNull()
  await post({ submissionId: newId(), isPart: 'on', milestoneIds: ids[1] ?? '' })
  const text = pageText((await server.ask(path, { cookie })).text)
  for (const said of ['HO-1', 'Part of the work', 'Not taken over yet', 'Hand over a part', '1. East wing'])
    expect(text).toContain(said)
  expect(pageText((await server.ask(`/contracts/${deal.contractId}`, { cookie })).text)).toContain('2. West wing')
})
