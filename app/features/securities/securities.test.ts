import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { type Deal, sentDeal, signedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { securityInput } from '#tests/factories/security.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { changeSecurity } from './change-security.server.ts'
import { getSecurities } from './queries.server.ts'
import { recordSecurity } from './record-security.server.ts'
import { remindSecurities } from './remind-securities.server.ts'

let db: Database
let server: TestServer
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  deal = await signedDeal(db)
})
afterAll(() => server.stop())

const step = { day: '2026-06-01', person: 'Aino Aho', amountCents: null, note: null }
const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })

it('is recorded by the provider, received by the client, claimed from and given back, each step with who and when', () => {
  const { client, provider, contractId } = deal
  const { securityId } = recordSecurity(provider, { ...securityInput(), contractId })
  const of = { contractId, securityId }
  const standing = () => getSecurities(client, contractId)?.securities.find(({ id }) => id === securityId)
  expect(standing()).toMatchObject({ standing: 'recorded', actions: ['receive'] })
  expect(() => changeSecurity(provider, { ...of, ...step, action: 'receive' })).toThrow(
    refused('securities:refused.forbiddenRole'),
  )
  expect(() => changeSecurity(client, { ...of, ...step, action: 'return' })).toThrow(
    refused('securities:refused.wrongState'),
  )
  changeSecurity(client, { ...of, ...step, action: 'receive' })
  const claim = { ...of, ...step, person: null, note: 'The roof leaks.', action: 'claim' as const }
  expect(() => changeSecurity(client, { ...claim, amountCents: 100_001 })).toThrow(
    refused('securities:refused.claimTooLarge'),
  )
  expect(() => changeSecurity(client, { ...claim, day: '2099-01-01', amountCents: 1 })).toThrow(
    refused('securities:refused.afterLastDay'),
  )
  changeSecurity(client, { ...claim, amountCents: 50_000 })
  expect(() => changeSecurity(client, { ...claim, amountCents: 50_001 })).toThrow(
    refused('securities:refused.claimTooLarge'),
  )
  changeSecurity(client, { ...of, ...step, action: 'return' })
  expect(standing()).toMatchObject({ standing: 'returned', actions: [] })
  expect(standing()?.steps.map(({ action, person, amountCents }) => [action, person, amountCents])).toEqual([
    ['record', null, null],
    ['receive', 'Aino Aho', null],
    ['claim', null, 50_000],
    ['return', 'Aino Aho', null],
  ])
  const run = (sql: string) => () => db.$client.prepare(sql).run(securityId)
  expect(run('UPDATE contract_securities SET amount_cents = 1 WHERE id = ?')).toThrow('stays')
  expect(run("UPDATE contract_securities SET status = 'received' WHERE id = ?")).toThrow('stays')
  expect(run('DELETE FROM contract_securities WHERE id = ?')).toThrow('permanent')
  expect(run('DELETE FROM contract_security_events WHERE security_id = ?')).toThrow('permanent')
})

it('is not received after its last day', () => {
  const { client, provider, contractId } = deal
  const { securityId } = recordSecurity(provider, { ...securityInput(), contractId, validUntil: '2026-06-01' })
  const receive = (day: string) => changeSecurity(client, { ...step, contractId, securityId, day, action: 'receive' })
  expect(() => receive('2026-06-02')).toThrow(refused('securities:refused.afterLastDay'))
  expect(receive('2026-06-01')).toEqual({ status: 'received' })
  changeSecurity(client, { ...step, contractId, securityId, action: 'return' })
})

it('is not recorded when it ended before the contract was in force: the year is mistyped', () => {
  const { provider, contractId } = deal
  const record = (validUntil: string) => recordSecurity(provider, { ...securityInput(), contractId, validUntil })
  expect(() => record('2026-05-31')).toThrow(refused('securities:invalid.endedBefore'))
  const { securityId } = record('2026-06-01')
  changeSecurity(provider, { ...step, contractId, securityId, action: 'withdraw' })
})

it('is recorded once by the same form, by nobody but the parties, and not before both have signed', async () => {
  const { provider, contractId } = deal
  const input = { ...securityInput(), contractId }
  expect(recordSecurity(provider, input)).toEqual(recordSecurity(provider, input))
  const stranger = createPerson(db)
  expect(() => recordSecurity(stranger, { ...securityInput(), contractId })).toThrow(refused('errors:notFound'))
  expect(getSecurities(stranger, contractId)).toBeNull()
  const sent = await sentDeal(db)
  expect(() => recordSecurity(sent.client, { ...securityInput(), contractId: sent.contractId })).toThrow(
    refused('securities:refused.notSigned'),
  )
})

it('is given back with a mandate to release its amount', async () => {
  const { client, contractId } = await signedDeal(db)
  const { securityId } = recordSecurity(client, { ...securityInput(), contractId })
  const member = createPerson(db, { company: client.company, companyRole: 'member' })
  const giveBack = () => changeSecurity(member, { ...step, contractId, securityId, action: 'return' })
  expect(giveBack).toThrow(refused('team:mandate.refused.none'))
  giveMandates(member, 99_999)
  expect(giveBack).toThrow(refused('team:mandate.refused.aboveLimit'))
  giveMandates(member, 100_000)
  expect(giveBack()).toEqual({ status: 'returned' })
})

it('reminds both parties once before it expires, and not of one that was given back', async () => {
  const { client, contractId } = await signedDeal(db)
  const { securityId } = recordSecurity(client, { ...securityInput(), contractId, validUntil: '2097-03-31' })
  const returned = recordSecurity(client, { ...securityInput(), contractId, validUntil: '2097-03-31' })
  changeSecurity(client, { ...step, contractId, securityId: returned.securityId, action: 'return' })
  const at = (day: string) => systemContext(db, Date.parse(`${day}T12:00:00Z`))
  expect(remindSecurities(at('2097-02-28'))).toBe(0)
  expect(remindSecurities(at('2097-03-01'))).toBe(1)
  expect(remindSecurities(at('2097-03-02'))).toBe(0)
  expect(recorded(db, 'security.expiring')).toHaveLength(1)
  expect(getSecurities(client, contractId)?.securities.find(({ id }) => id === securityId)?.standing).toBe('received')
})

it('is recorded and received on its pages, with what was typed kept, and shown on the page of the contract', async () => {
  const { client, provider, contractId } = await signedDeal(db)
  const [theirs, ours] = await Promise.all([signedIn(provider), signedIn(client)])
  const path = `/contracts/${contractId}/securities`
  const form = {
    submissionId: newId(),
    ...{
      purpose: 'performance',
      kind: 'insurance',
      guarantor: 'Vakuutus Oy',
      number: '',
      amount: '1000',
      validUntil: '',
    },
  }
  const refusedForm = await server.ask(`${path}/new`, { cookie: theirs.cookie, form })
  expect(refusedForm.status).toBe(422)
  expect(refusedForm.text).toContain('value="Vakuutus Oy"')
  const saved = await server.ask(`${path}/new`, { cookie: theirs.cookie, form: { ...form, number: 'V-1' } })
  expect(saved.headers.location).toBe(path)
  const [{ id } = { id: '' }] = getSecurities(client, contractId)?.securities ?? []
  const receive = { submissionId: newId(), day: '2026-06-01', person: 'Aino Aho', note: '' }
  const later = await server.ask(`${path}/${id}/receive`, {
    cookie: ours.cookie,
    form: { ...receive, day: '2099-01-01' },
  })
  expect(pageText(later.text)).toContain('The date can’t be in the future.')
  await server.ask(`${path}/${id}/receive`, { cookie: ours.cookie, form: receive })
  const list = pageText((await server.ask(path, { cookie: ours.cookie })).text)
  for (const said of ['Vakuutus Oy', 'V-1', 'Received by the client', 'Aino Aho', 'No money moves here'])
    expect(list).toContain(said)
  expect(pageText((await server.ask(`/contracts/${contractId}`, { cookie: theirs.cookie })).text)).toContain('Received')
})
