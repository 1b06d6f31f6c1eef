import { afterAll, beforeAll, expect, it } from 'vitest'
import { yse1998 } from '#app/features/contracts/closing-terms.ts'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { releaseMilestone } from '#app/features/escrow/release-milestone.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import {
  approved,
  type Deal,
  draftedDeal,
  password,
  sendAndSign,
  signedDeal,
  withPassword,
} from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { callHandover } from './call-handover.server.ts'
import { changeDefect } from './change-defect.server.ts'
import { getHandover, getHandoverCertificate } from './queries.server.ts'
import { returnHandover } from './return-handover.server.ts'
import { signHandover } from './sign-handover.server.ts'
import { updateHandover } from './update-handover.server.ts'
import { verifyHandovers } from './verify-handovers.server.ts'

let db: Database
let server: TestServer
beforeAll(() => {
  db = testDatabase()
  return startServer().then((started) => {
    server = started
  })
})
afterAll(() => server.stop())

const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })
const roof = {
  description: 'The gutter drips',
  place: 'North wall',
  responsible: 'provider' as const,
  dueOn: '2026-07-01',
}
const protocol = {
  ...{ heldOn: '2026-06-01', present: 'Aino Aho and Pekka Puu', reasons: '' },
  claims: 'The key is missing.',
}
const withDefect = { ...protocol, result: 'accepted_with_defects' as const, defects: [roof] }

/** A deal under the values of YSE 1998, with both milestones approved. */
async function finished(): Promise<Deal> {
  const deal = await draftedDeal(db)
  const half = { description: '', netCents: 500_000, vatRateBp: 2550, dueDate: null }
  updateContract(deal.client, {
    ...{
      contractId: deal.contractId,
      title: 'Kitchen',
      terms: 'All',
      paymentMethod: 'secure_escrow',
      retentionBp: 500,
    },
    milestones: [
      { ...half, title: 'Demolition' },
      { ...half, title: 'Installation' },
    ],
    closing: { ...yse1998, handoverDue: '2099-06-01' },
  })
  await sendAndSign(deal)
  const rows = db.$client
    .prepare<[string], { id: string }>('SELECT id FROM contract_milestones WHERE contract_id = ? ORDER BY position')
    .all(deal.contractId)
  for (const { id } of rows) approved(deal, id)
  return deal
}
const signing = (ctx: Deal['client']) => ({ typedName: ctx.actor.name, password })

it('is called once the work is done, written by both, frozen by the first signature and in force with the second', async () => {
  const deal = await finished()
  const { client, provider, contractId } = deal
  const shown = () => getHandover(client, contractId)?.handover
  callHandover(provider, { contractId })
  expect(() => callHandover(client, { contractId })).toThrow(refused('handover:refused.alreadyCalled'))
  await expect(signHandover(client, { contractId, ...signing(client) })).rejects.toEqual(
    refused('handover:refused.notWritten'),
  )
  updateHandover(client, { ...withDefect, contractId })
  await signHandover(client, { contractId, ...signing(client) })
  expect(() => updateHandover(provider, { ...withDefect, contractId })).toThrow(refused('handover:refused.wrongState'))
  await expect(signHandover(client, { contractId, ...signing(client) })).rejects.toEqual(
    refused('handover:refused.alreadySigned'),
  )
  await signHandover(provider, { contractId, ...signing(provider) })
  expect(shown()).toMatchObject({
    ...{ status: 'signed', warrantyUntil: '2028-06-01', securityUntil: '2026-09-01', rowsMatch: true, openDefects: 1 },
  })
  expect(shown()?.signatures.map(({ party }) => party)).toEqual(['client', 'provider'])
  const hash = shown()?.documentHash ?? ''
  expect(getHandoverCertificate(db, hash)).toMatchObject({ name: 'HO-1', matches: true, rowsMatch: true })
  expect(verifyHandovers(db).findings).toEqual([])
  const { id = '' } = shown() ?? {}
  const run = (sql: string) => () => db.$client.prepare(sql).run(id)
  expect(run("UPDATE handovers SET held_on = '2026-01-01' WHERE id = ?")).toThrow('frozen')
  expect(run("UPDATE handover_defects SET place = 'x' WHERE handover_id = ?")).toThrow('frozen')
  expect(run('DELETE FROM handover_signatures WHERE handover_id = ?')).toThrow('immutable')
  expect(() => callHandover(client, { contractId })).toThrow(refused('handover:refused.alreadyCalled'))
})

it('lets the responsible party say that a defect is fixed, and only the client accept that', async () => {
  const { client, provider, contractId } = await finished()
  callHandover(client, { contractId })
  updateHandover(client, { ...withDefect, contractId })
  const [defect] = getHandover(client, contractId)?.handover?.defects ?? []
  const of = { contractId, defectId: defect?.id ?? '' }
  expect(() => changeDefect(provider, { ...of, action: 'fix' })).toThrow(refused('handover:refused.notSigned'))
  await signHandover(provider, { contractId, ...signing(provider) })
  await signHandover(client, { contractId, ...signing(client) })
  expect(() => changeDefect(client, { ...of, action: 'fix' })).toThrow(refused('handover:refused.notResponsible'))
  changeDefect(provider, { ...of, action: 'fix' })
  expect(() => changeDefect(provider, { ...of, action: 'fix' })).toThrow(refused('handover:refused.defectMoved'))
  expect(() => changeDefect(provider, { ...of, action: 'accept' })).toThrow(refused('handover:refused.forbiddenRole'))
  changeDefect(client, { ...of, action: 'reopen' })
  changeDefect(provider, { ...of, action: 'fix' })
  expect(changeDefect(client, { ...of, action: 'accept' })).toEqual({ status: 'accepted' })
  expect(recorded(client.db, 'contract.handover').flatMap(({ defect: changed }) => changed ?? [])).toEqual(
    ['fixed', 'open', 'fixed', 'accepted'].map((status) => ({ description: defect?.description, status })),
  )
  expect(getHandover(client, contractId)?.handover).toMatchObject({ openDefects: 0, rowsMatch: true })
})

it('goes on as a copy when the other party returns it, and begins a new one after a refusal, which starts no warranty', async () => {
  const { client, provider, contractId } = await finished()
  callHandover(client, { contractId })
  updateHandover(client, { ...withDefect, contractId })
  await signHandover(client, { contractId, ...signing(client) })
  expect(() => returnHandover(provider, { contractId, reason: ' ' })).toThrow(refused('handover:refused.reasonNeeded'))
  returnHandover(provider, { contractId, reason: 'The gutter is not ours.' })
  expect(getHandover(client, contractId)?.handover).toMatchObject({
    ...{ name: 'HO-2', status: 'called', returned: 'The gutter is not ours.', heldOn: '2026-06-01' },
    defects: [expect.objectContaining({ description: 'The gutter drips' })],
  })
  expect(() => updateHandover(client, { ...protocol, result: 'refused', defects: [], contractId })).toThrow(
    refused('validation:required'),
  )
  updateHandover(client, { ...protocol, result: 'refused', reasons: 'It rains in.', defects: [], contractId })
  await signHandover(client, { contractId, ...signing(client) })
  await signHandover(provider, { contractId, ...signing(provider) })
  expect(getHandover(client, contractId)).toMatchObject({
    mayCall: true,
    handover: { status: 'signed', warrantyUntil: null, securityUntil: null },
  })
  callHandover(provider, { contractId })
  expect(getHandover(client, contractId)?.handover?.name).toBe('HO-3')
  expect(getHandover(client, contractId)?.others.map(({ name, status, result }) => [name, status, result])).toEqual([
    ['HO-1', 'returned', 'accepted_with_defects'],
    ['HO-2', 'signed', 'refused'],
  ])
  expect(getHandover(client, contractId, 1)).toMatchObject({
    ...{ mayCall: false, isLatest: false },
    handover: { name: 'HO-1', returned: 'The gutter is not ours.', actions: [] },
  })
  expect(getHandover(client, contractId, 4)).toBeNull()
})

it('is read by its number after it was refused, and its defects are settled, the overdue ones marked', async () => {
  const { client, provider, contractId } = await finished()
  callHandover(client, { contractId })
  const late = { ...roof, dueOn: '2026-06-01' }
  updateHandover(client, { ...protocol, contractId, result: 'refused', reasons: 'It rains in.', defects: [late, roof] })
  await signHandover(client, { contractId, ...signing(client) })
  await signHandover(provider, { contractId, ...signing(provider) })
  callHandover(provider, { contractId })
  const first = (now = client.now) => getHandover({ ...client, now }, contractId, 1)?.handover
  expect(first(Date.parse('2026-06-02T12:00Z'))?.defects.map(({ isOverdue }) => isOverdue)).toEqual([true, false])
  const path = `/contracts/${contractId}/handover/1`
  const [ours, theirs] = await Promise.all([signedIn(client), signedIn(provider)])
  const [defect] = first()?.defects ?? []
  const step = (name: string, cookie: string) =>
    server.ask(`${path}/defects/${defect?.id}/${name}`, { cookie, form: { submissionId: newId() } })
  expect((await step('fix', theirs.cookie)).headers.location).toBe(path)
  await step('accept', ours.cookie)
  expect(first()?.defects.map(({ status, isOverdue }) => [status, isOverdue])).toEqual([
    ['accepted', false],
    ['open', false],
  ])
  const shown = pageText((await server.ask(path, { cookie: ours.cookie })).text)
  for (const said of ['It rains in.', 'HO-2', 'Accepted by the client']) expect(shown).toContain(said)
  expect((await server.ask(`${path}x`, { cookie: ours.cookie })).status).toBe(404)
  expect((await server.ask(`/contracts/${contractId}/handover/9`, { cookie: ours.cookie })).status).toBe(404)
})

it('lets each party write its own claims only, and sees those of the other', async () => {
  const { client, provider, contractId } = await finished()
  callHandover(client, { contractId })
  updateHandover(client, { ...withDefect, contractId })
  updateHandover(provider, { ...withDefect, claims: 'The gutter was there before.', contractId })
  expect(getHandover(client, contractId)?.handover).toMatchObject({
    ...{ clientClaims: 'The key is missing.', providerClaims: 'The gutter was there before.' },
  })
  const { cookie } = await signedIn(client)
  const { text } = await server.ask(`/contracts/${contractId}/handover/1/edit`, { cookie })
  expect(pageText(text)).toContain('Reservations and claims of the provider')
  expect(text).toContain('>The gutter was there before.</p>')
  expect(text).not.toContain('name="providerClaims"')
})

it('is held from the day the contract was in force, and not later than today', async () => {
  const { client, contractId } = await finished()
  callHandover(client, { contractId })
  const write = (heldOn: string) => updateHandover(client, { ...withDefect, contractId, heldOn })
  expect(() => write('2026-05-31')).toThrow(refused('handover:invalid.tooEarly'))
  expect(() => write('2026-06-02')).toThrow(refused('handover:invalid.later'))
  write('2026-06-01')
})

it('is signed with a mandate for the sum of the contract to date', async () => {
  const { client, contractId } = await finished()
  callHandover(client, { contractId })
  updateHandover(client, { ...withDefect, contractId })
  const member = await withPassword(createPerson(db, { company: client.company, companyRole: 'member' }))
  const sign = () => signHandover(member, { contractId, ...signing(member) })
  await expect(sign()).rejects.toEqual(refused('team:mandate.refused.none'))
  giveMandates(member, 1_254_999)
  await expect(sign()).rejects.toEqual(refused('team:mandate.refused.aboveLimit'))
  giveMandates(member, 1_255_000)
  await expect(sign()).resolves.toEqual({ status: 'proposed' })
})

it('waits for the milestones, and is nobody else’s business', async () => {
  const { client, contractId } = await signedDeal(db)
  expect(() => callHandover(client, { contractId })).toThrow(refused('handover:refused.milestonesOpen'))
  const stranger = createPerson(db)
  expect(() => callHandover(stranger, { contractId })).toThrow(refused('errors:notFound'))
  expect(getHandover(stranger, contractId)).toBeNull()
})

it('is called, written and signed on its pages, read as a PDF, and verified by its hash', async () => {
  const { client, provider, contractId } = await finished()
  const [ours, theirs] = await Promise.all([signedIn(client), signedIn(provider)])
  const path = `/contracts/${contractId}/handover`
  await server.ask(path, { cookie: ours.cookie, form: { submissionId: newId() } })
  const form = {
    ...{ submissionId: newId(), heldOn: '2026-06-01', present: 'Aino Aho', result: 'accepted_with_defects' },
    ...{ reasons: '', claims: 'The key is missing.' },
  }
  const empty = await server.ask(`${path}/1/edit`, { cookie: ours.cookie, form })
  expect(empty.status).toBe(422)
  expect(pageText(empty.text)).toContain('Add the defects below.')
  expect(empty.text).toContain('The key is missing.')
  const defect = { 'defects[0].description': 'The gutter drips', 'defects[0].responsible': 'provider' }
  const written = await server.ask(`${path}/1/edit`, { cookie: ours.cookie, form: { ...form, ...defect } })
  expect(written.headers.location).toBe(`${path}/1`)
  const signature = { jobTitle: 'Engineer', authority: 'position', nameReason: '', password }
  for (const [{ cookie }, ctx] of [
    [ours, client],
    [theirs, provider],
  ] as const)
    await server.ask(`${path}/1/sign`, {
      cookie,
      form: { ...signature, submissionId: newId(), typedName: ctx.actor.name },
    })
  const shown = pageText((await server.ask(path, { cookie: theirs.cookie })).text)
  for (const said of ['Signed by both', 'The gutter drips', 'It is fixed', 'The key is missing.'])
    expect(shown).toContain(said)
  const [pdf, again] = await Promise.all(
    [theirs, ours].map(({ cookie }) => server.ask(`${path}/1/handover.pdf`, { cookie })),
  )
  expect(pdf?.text.startsWith('%PDF-')).toBe(true)
  expect(pdf?.text).toContain('ETSI.CAdES.detached')
  expect(again?.text).toBe(pdf?.text)
  const hash = getHandover(client, contractId)?.handover?.documentHash
  const verified = pageText((await server.ask(`/verify/${hash}`)).text)
  expect(verified).toContain('HO-1')
  expect(verified).not.toContain('The gutter drips')
  expect(pageText((await server.ask(`/contracts/${contractId}`, { cookie: ours.cookie })).text)).toContain('Handover')
})

it('lets no defect be due before the day of the handover', async () => {
  const { client, contractId } = await finished()
  callHandover(client, { contractId })
  const write = (dueOn: string) =>
    updateHandover(client, { ...withDefect, contractId, defects: [roof, { ...roof, dueOn }] })
  expect(() => write('2026-05-31')).toThrow(refused('handover:invalid.dueTooEarly'))
  write('2026-06-01')
  const { cookie } = await signedIn(client)
  const form = {
    ...{ submissionId: newId(), heldOn: '2026-06-01', present: 'Aino Aho', result: 'accepted_with_defects' },
    ...{ 'defects[0].description': 'The gutter drips', 'defects[0].responsible': 'provider' },
    'defects[0].dueOn': '2026-05-31',
  }
  const { status, text } = await server.ask(`/contracts/${contractId}/handover/1/edit`, { cookie, form })
  expect([status, pageText(text)]).toEqual([
    422,
    expect.stringContaining('The defect can’t be due before the day of the handover.'),
  ])
})

it('tells a client who is about to release the retention how many defects are left', async () => {
  const deal = await finished()
  const { client, provider, contractId } = deal
  callHandover(client, { contractId })
  updateHandover(client, { ...withDefect, contractId })
  for (const who of [provider, client]) await signHandover(who, { contractId, ...signing(who) })
  const [first, last] = getEscrow(client, contractId)?.milestones ?? []
  await releaseMilestone(client, { milestoneId: first?.id ?? '', expectedRetentionCents: 0, password })
  const { cookie } = await signedIn(client)
  const shown = async () => pageText((await server.ask(`/milestones/${last?.id}/release`, { cookie })).text)
  const warning = '1 defect of the handover is not settled yet'
  expect(await shown()).toContain(warning)
  const defectId = getHandover(client, contractId)?.handover?.defects[0]?.id ?? ''
  changeDefect(provider, { contractId, defectId, action: 'fix' })
  changeDefect(client, { contractId, defectId, action: 'accept' })
  expect(await shown()).not.toContain(warning)
})
