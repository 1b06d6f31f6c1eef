import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { approvals } from '#db/schema/approvals.ts'
import { contractSignatures } from '#db/schema/contracts.ts'
import { type Deal, password, sentDeal, withPassword } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let deal: Deal
let member: CompanyContext
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  const now = Date.now()
  const client = await withPassword(createPerson(db, { now }))
  const provider = await withPassword(createPerson(db, { now }))
  member = await withPassword(createPerson(db, { now, company: client.company, companyRole: 'member' }))
  giveMandates(member, 500_000)
  deal = await sentDeal(db, { client, provider, admin: createAdmin(db, 'admin', now) })
})
afterAll(() => server.stop())

it('leads from the page of a contract above the mandate to its signature by two', async () => {
  const { client, contractId } = deal
  const [asker, approver] = [(await signedIn(member)).cookie, (await signedIn(client)).cookie]
  const sign = `/contracts/${contractId}/sign`
  const page = await server.ask(sign, { cookie: asker })
  expect(page.text).toContain('This needs a second person')
  expect(page.text).toContain(`who can approve it: ${client.actor.name}.`)
  expect(page.text).toContain('Ask for approval')
  expect((await server.ask(sign, { cookie: approver })).text).not.toContain('name="asks"')

  const form = { asks: 'approval', typedName: member.actor.name, password }
  const wrong = await server.ask(sign, { cookie: asker, form: { ...form, password: 'wrong' } })
  expect(wrong.status).toBe(422)
  const asked = await server.ask(sign, { cookie: asker, form })
  const { id } = db.select().from(approvals).get() ?? { id: '' }
  const path = `/approvals/${id}`
  expect([asked.status, asked.headers.location]).toEqual([303, path])
  expect((await server.ask(sign, { cookie: asker })).text).toContain('This waits for a colleague’s approval')

  const own = (await server.ask(path, { cookie: asker })).text
  expect(own).toContain(`Can approve it: ${client.actor.name}.`)
  expect([own.includes('Withdraw request'), own.includes('Approve and sign')]).toEqual([true, false])
  expect((await server.ask('/dashboard', { cookie: approver })).text).toContain('Waiting for your approval')
  const waiting = (await server.ask('/approvals', { cookie: approver })).text
  for (const text of [member.actor.name, 'Sign contract', '€12,550.00', `href="${path}"`])
    expect(waiting).toContain(text)
  const shown = (await server.ask(path, { cookie: approver })).text
  expect(shown).toContain('groundwork-contract')
  expect([shown.includes('Withdraw request'), shown.includes('Approve and sign')]).toEqual([false, true])

  const empty = await server.ask(path, { cookie: approver, form: { typedName: '', password: '' } })
  expect(empty.status).toBe(422)
  expect(empty.text).toMatch(/<input(?=[^>]*name="typedName")(?=[^>]*aria-invalid="true")/)
  const approved = await server.ask(path, { cookie: approver, form: { typedName: client.actor.name, password } })
  expect([approved.status, approved.headers.location]).toEqual([303, `/contracts/${contractId}`])
  const { documentHash } = db.select().from(contractSignatures).get() ?? {}
  for (const place of [`/contracts/${contractId}`, `/verify/${documentHash}`]) {
    const { text } = await server.ask(place, { cookie: asker })
    for (const person of [member, client]) expect(text).toContain(`the account of ${person.actor.name}`)
    expect(text).toContain('Second signatory, because the sum is above the mandate of the first')
  }
  expect((await server.ask(path, { cookie: asker })).text).toContain(`Approved by ${client.actor.name}`)
  expect((await server.ask('/approvals', { cookie: asker })).text).toContain('Earlier requests')
})

it('refuses on a page of its own, withdraws by a button, and has no page of a decided one', async () => {
  const { provider, contractId } = deal
  const junior = await withPassword(
    createPerson(db, { now: Date.now(), company: provider.company, companyRole: 'member' }),
  )
  giveMandates(junior, 1000)
  const [asker, approver] = [(await signedIn(junior)).cookie, (await signedIn(provider)).cookie]
  const ask = async () => {
    const form = { asks: 'approval', typedName: junior.actor.name, password }
    return String((await server.ask(`/contracts/${contractId}/sign`, { cookie: asker, form })).headers.location)
  }
  const first = await ask()
  expect((await server.ask(`${first}/refuse`, { cookie: asker })).headers.location).toBe(first)
  const refuse = `${first}/refuse`
  expect((await server.ask(refuse, { cookie: approver })).text).toContain('Kitchen of the school')
  expect((await server.ask(refuse, { cookie: approver, form: { reason: '' } })).status).toBe(422)
  const refused = await server.ask(refuse, { cookie: approver, form: { reason: 'The terms are wrong.' } })
  expect([refused.status, refused.headers.location]).toEqual([303, first])
  expect((await server.ask(first, { cookie: asker })).text).toContain('The terms are wrong.')
  const second = await ask()
  await server.ask(`${second}/withdraw`, { cookie: asker, form: { sent: 'yes' } })
  expect((await server.ask(second, { cookie: approver })).text).toContain(`Withdrawn by ${junior.actor.name}`)
  const late = await server.ask(second, { cookie: approver, form: { typedName: provider.actor.name, password } })
  expect([late.status, late.text.includes('This request has already been decided.')]).toEqual([409, true])
})
