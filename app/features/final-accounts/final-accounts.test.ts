import { afterAll, beforeAll, expect, it } from 'vitest'
import { chainOf } from '#app/features/chain/chain.server.ts'
import { changeOrderListener } from '#app/features/change-orders/lapse-change-orders.server.ts'
import { yse1998 } from '#app/features/contracts/closing-terms.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import type { Database } from '#db/client.server.ts'
import { followOutbox } from '#db/durable-listener.server.ts'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { agreedChange, proposedChange } from '#tests/factories/change-order.ts'
import {
  approved,
  type Deal,
  draftedDeal,
  password,
  sendAndSign,
  signedDeal,
  terminateContract,
  withPassword,
} from '#tests/factories/deal.ts'
import { handoverInput } from '#tests/factories/handover.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { beginFinalAccount } from './begin-final-account.server.ts'
import { getFinalAccount, getFinalAccountCertificate } from './queries.server.ts'
import { returnFinalAccount } from './return-final-account.server.ts'
import { signFinalAccount } from './sign-final-account.server.ts'
import { updateFinalAccount } from './update-final-account.server.ts'
import { verifyFinalAccounts } from './verify-final-accounts.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })
const signing = (ctx: Deal['client']) => ({ typedName: ctx.actor.name, password })

/** A deal under the values of YSE 1998, due on the last day of May, whose work is taken over on the first of June. */
async function takenOver(): Promise<Deal> {
  const deal = await draftedDeal(db)
  const { client, provider, contractId } = deal
  updateContract(client, {
    ...{ contractId, title: 'Kitchen', terms: 'All', paymentMethod: 'secure_escrow', retentionBp: 500 },
    milestones: [{ title: 'All', description: '', netCents: 1_000_000, vatRateBp: 2550, dueDate: null }],
    closing: { ...yse1998, handoverDue: '2026-05-29' },
  })
  await sendAndSign(deal)
  const [milestoneId] = db.$client
    .prepare<[string], string>('SELECT id FROM contract_milestones WHERE contract_id = ?')
    .pluck()
    .all(contractId)
  approved(deal, milestoneId ?? '')
  callHandover(client, { contractId })
  updateHandover(client, { ...handoverInput(client.now), contractId })
  for (const ctx of [client, provider]) await signHandover(ctx, { contractId, ...signing(ctx) })
  return deal
}
const account = ({ client, contractId }: Deal) => getFinalAccount(client, contractId)?.account
const dayWork = { kind: 'day_work' as const, description: 'Eight hours of carting', amountCents: 50_000 }
const delay = { kind: 'delay_damages' as const, description: 'One working day', amountCents: 500 }

it('is written by both, frozen by the first signature with its figures, and in force with the second', async () => {
  const deal = await takenOver()
  const { client, provider, contractId } = deal
  beginFinalAccount(provider, { contractId })
  expect(() => beginFinalAccount(client, { contractId })).toThrow(refused('finalaccount:refused.alreadyBegun'))
  updateFinalAccount(provider, { contractId, items: [dayWork], answers: [] })
  const tooMuch = { ...delay, amountCents: 501 }
  expect(() => updateFinalAccount(client, { contractId, items: [tooMuch], answers: [] })).toThrow(
    refused('finalaccount:invalid.delayTooHigh'),
  )
  expect(() => updateFinalAccount(provider, { contractId, items: [delay], answers: [] })).toThrow(
    refused('finalaccount:invalid.delayByClient'),
  )
  const [work] = account(deal)?.items ?? []
  const agreed = { id: work?.id ?? '', answer: 'agreed' as const, answerText: 'We saw it.' }
  updateFinalAccount(client, { contractId, items: [delay], answers: [agreed] })
  expect(account(deal)).toMatchObject({
    delay: { countedDays: 1, cents: 500, dueOn: '2026-05-29' },
    totals: { totalCents: 1_305_000, toPayCents: 50_000, reservedClientCents: 500, reservedProviderCents: 0 },
  })
  await signFinalAccount(provider, { contractId, ...signing(provider) })
  expect(() => updateFinalAccount(client, { contractId, items: [], answers: [] })).toThrow(
    refused('finalaccount:refused.wrongState'),
  )
  await signFinalAccount(client, { contractId, ...signing(client) })
  expect(account(deal)).toMatchObject({ status: 'signed', rowsMatch: true, paidCents: 1_255_000, heldCents: 1_255_000 })
  const { documentHash, id = '' } = account(deal) ?? {}
  expect(getFinalAccountCertificate(db, documentHash ?? '')).toMatchObject({
    name: 'FA-1',
    matches: true,
    rowsMatch: true,
  })
  expect(verifyFinalAccounts(db).findings).toEqual([])
  const contract = db
    .select()
    .from(contracts)
    .all()
    .find((one) => one.id === contractId)
  const links = contract ? chainOf(db, contract).links : []
  expect(links.filter(({ kind }) => kind.startsWith('final')).map(({ findings }) => findings)).toEqual([[], [], []])
  const run = (sql: string) => () => db.$client.prepare(sql).run(id)
  expect(run('UPDATE final_accounts SET paid_cents = 1 WHERE id = ?')).toThrow('frozen')
  expect(run('UPDATE final_account_items SET amount_cents = 1 WHERE final_account_id = ?')).toThrow('frozen')
  expect(run('DELETE FROM final_account_items WHERE final_account_id = ?')).toThrow('frozen')
  expect(run('DELETE FROM final_account_signatures WHERE final_account_id = ?')).toThrow('immutable')
  expect(run('DELETE FROM final_accounts WHERE id = ?')).toThrow('permanent')
})

it('forgets an answer to an item that its claimant changes, and goes on as a copy when it is returned', async () => {
  const deal = await takenOver()
  const { client, provider, contractId } = deal
  beginFinalAccount(client, { contractId })
  updateFinalAccount(provider, { contractId, items: [dayWork], answers: [] })
  const [work] = account(deal)?.items ?? []
  const answers = [{ id: work?.id ?? '', answer: 'agreed' as const, answerText: '' }]
  updateFinalAccount(provider, { contractId, items: [], answers })
  updateFinalAccount(provider, { contractId, items: [dayWork], answers: [] })
  expect(account(deal)?.items.map(({ answer }) => answer)).toEqual(['reserved'])
  await signFinalAccount(client, { contractId, ...signing(client) })
  expect(() => returnFinalAccount(client, { contractId, reason: 'No' })).toThrow(
    refused('finalaccount:refused.alreadySigned'),
  )
  expect(() => returnFinalAccount(provider, { contractId, reason: ' ' })).toThrow(
    refused('finalaccount:refused.reasonNeeded'),
  )
  returnFinalAccount(provider, { contractId, reason: 'The carting is missing.' })
  expect(account(deal)).toMatchObject({
    ...{ name: 'FA-2', status: 'draft', returned: 'The carting is missing.' },
    items: [expect.objectContaining({ description: 'Eight hours of carting' })],
  })
})

it('begins with the proposals that lapsed, once the contract has ended, and is nobody else’s business', async () => {
  const deal = await signedDeal(db)
  const { client, provider, contractId } = deal
  expect(() => beginFinalAccount(client, { contractId })).toThrow(refused('finalaccount:refused.tooEarly'))
  const follower = followOutbox(db, changeOrderListener)
  await proposedChange(provider, deal, { title: 'The beam is rotten' })
  terminateContract(provider, { contractId, reason: 'Bankrupt' })
  follower.handle(client.now)
  const stranger = createPerson(db)
  expect(() => beginFinalAccount(stranger, { contractId })).toThrow(refused('errors:notFound'))
  expect(getFinalAccount(stranger, contractId)).toBeNull()
  const statusText = (status: string) => `(${status})`
  const form = { contractId, submissionId: newId(), statusText }
  expect(beginFinalAccount(client, form)).toEqual(beginFinalAccount(client, form))
  expect(account(deal)?.items).toMatchObject([
    { claimant: 'provider', kind: 'change_order', description: 'CO-1: The beam is rotten', answer: 'reserved' },
    { claimant: 'client', kind: 'claim', description: '1. Demolition: (planned)', answer: 'reserved' },
    { claimant: 'client', kind: 'claim', description: '2. Installation: (planned)', answer: 'reserved' },
  ])
})

it('is signed with a mandate for the sum of the contract', async () => {
  const { client, contractId } = await takenOver()
  beginFinalAccount(client, { contractId })
  const member = createPerson(db, { company: client.company, companyRole: 'member' })
  giveMandates(member, 1_254_999)
  await expect(signFinalAccount(member, { contractId, ...signing(member) })).rejects.toEqual(
    refused('team:mandate.refused.aboveLimit'),
  )
})

it('takes as much of delay damages as the terms come to, however many items claim them', async () => {
  const { client, contractId } = await takenOver()
  beginFinalAccount(client, { contractId })
  const halves = [250, 251].map((amountCents) => ({ ...delay, amountCents }))
  expect(() => updateFinalAccount(client, { contractId, items: halves, answers: [] })).toThrow(
    refused('finalaccount:invalid.delayTooHigh'),
  )
})

it('answers a claim once: a second one like it is not agreed', async () => {
  const deal = await takenOver()
  const { client, provider, contractId } = deal
  beginFinalAccount(client, { contractId })
  updateFinalAccount(provider, { contractId, items: [dayWork], answers: [] })
  const answers = [{ id: account(deal)?.items[0]?.id ?? '', answer: 'agreed' as const, answerText: '' }]
  updateFinalAccount(client, { contractId, items: [], answers })
  updateFinalAccount(provider, { contractId, items: [dayWork, dayWork], answers: [] })
  expect(account(deal)?.items.map(({ answer }) => answer)).toEqual(['agreed', 'reserved'])
})

it('is signed with a mandate for what is agreed in it, where that is more than the contract', async () => {
  const deal = await takenOver()
  const { client, provider, contractId } = deal
  beginFinalAccount(client, { contractId })
  updateFinalAccount(provider, { contractId, items: [{ ...dayWork, amountCents: 100_000_000 }], answers: [] })
  const member = await withPassword(createPerson(db, { company: client.company, companyRole: 'member' }))
  giveMandates(member, 1_255_000)
  const answers = [{ id: account(deal)?.items[0]?.id ?? '', answer: 'agreed' as const, answerText: '' }]
  updateFinalAccount(client, { contractId, items: [], answers })
  await expect(signFinalAccount(member, { contractId, ...signing(member) })).rejects.toEqual(
    refused('team:mandate.refused.aboveLimit'),
  )
})

it('stays true to its text when time is extended after the first signature, and is not signed above the terms', async () => {
  const deal = await takenOver()
  const { client, provider, contractId } = deal
  beginFinalAccount(client, { contractId })
  updateFinalAccount(client, { contractId, items: [delay], answers: [] })
  const seen = sha256(account(deal)?.text ?? '')
  const changed = await agreedChange(client, provider, deal, { extensionDays: 7 })
  expect(changed).toBeTruthy()
  await expect(signFinalAccount(client, { contractId, ...signing(client), expectedHash: seen })).rejects.toEqual(
    refused('errors:concurrentChange'),
  )
  await expect(signFinalAccount(client, { contractId, ...signing(client) })).rejects.toEqual(
    refused('finalaccount:invalid.delayTooHigh'),
  )
  updateFinalAccount(client, { contractId, items: [], answers: [] })
  await signFinalAccount(client, { contractId, ...signing(client) })
  const later = <C extends Deal['client']>(ctx: C) => ({ ...ctx, now: ctx.now + 1000 })
  await agreedChange(later(client), later(provider), deal, { extensionDays: 7 })
  expect(account(deal)).toMatchObject({ status: 'proposed', rowsMatch: true, delay: { extensionDays: 7 } })
  expect(verifyFinalAccounts(db).findings).toEqual([])
})

it('is begun, written and signed on its pages, sealed as a PDF, and verified by its hash', async () => {
  const { client, provider, contractId } = await takenOver()
  const [ours, theirs] = await Promise.all([signedIn(client), signedIn(provider)])
  const path = `/contracts/${contractId}/final-account`
  await server.ask(path, { cookie: theirs.cookie, form: { submissionId: newId() } })
  const item = { 'items[0].kind': 'day_work', 'items[0].description': 'Carting', 'items[0].amount': '' }
  const empty = await server.ask(`${path}/edit`, { cookie: theirs.cookie, form: { submissionId: newId(), ...item } })
  expect(empty.status).toBe(422)
  expect(empty.text).toContain('Carting')
  const full = { submissionId: newId(), ...item, 'items[0].amount': '500' }
  expect((await server.ask(`${path}/edit`, { cookie: theirs.cookie, form: full })).headers.location).toBe(path)
  const form = async ({ cookie }: { cookie: string }) => pageText((await server.ask(`${path}/edit`, { cookie })).text)
  // What the client reserved at the handover is lost if it is not repeated (YSE 1998, §§ 71 and 73).
  for (const said of ['delay damages are at most', 'You reserved this in HO-1', 'The key is missing.'])
    expect(await form(ours)).toContain(said)
  expect(await form(theirs)).not.toContain('You reserved this')
  const signature = { jobTitle: 'Engineer', authority: 'position', nameReason: '', password }
  for (const [{ cookie }, ctx] of [
    [theirs, provider],
    [ours, client],
  ] as const)
    await server.ask(`${path}/sign`, {
      cookie,
      form: { ...signature, submissionId: newId(), typedName: ctx.actor.name },
    })
  const shown = pageText((await server.ask(path, { cookie: ours.cookie })).text)
  for (const said of ['Signed by both', 'Carting', 'Reserved: not agreed', 'Delay by the terms', 'Still to pay'])
    expect(shown).toContain(said)
  const pdf = await server.ask(`${path}/account.pdf`, { cookie: ours.cookie })
  expect(pdf.text).toContain('ETSI.CAdES.detached')
  const verified = pageText(
    (await server.ask(`/verify/${getFinalAccount(client, contractId)?.account?.documentHash}`)).text,
  )
  expect(verified).toContain('FA-1')
  expect(verified).not.toContain('Carting')
  expect(pageText((await server.ask(`/contracts/${contractId}`, { cookie: ours.cookie })).text)).toContain(
    'Final account',
  )
})
