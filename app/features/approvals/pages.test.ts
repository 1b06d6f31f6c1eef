import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { approvals } from '#db/schema/approvals.ts'
import { contractSignatures } from '#db/schema/contracts.ts'
import {
  approved as approvedMilestone,
  bidInput,
  type Deal,
  password,
  sentDeal,
  signedDeal,
  withPassword,
} from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const role = { jobTitle: 'Site manager', authority: 'procuration' }

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

  const form = { asks: 'approval', typedName: member.actor.name, ...role, password }
  const wrong = await server.ask(sign, { cookie: asker, form: { ...form, password: 'wrong' } })
  expect(wrong.status).toBe(422)
  const asked = await server.ask(sign, { cookie: asker, form })
  const { id } = db.select().from(approvals).get() ?? { id: '' }
  const path = `/approvals/${id}`
  expect([asked.status, asked.headers.location]).toEqual([303, path])
  expect((await server.ask(sign, { cookie: asker })).text).toContain('This waits for a colleague’s approval')
  const able = (await server.ask(sign, { cookie: approver })).text
  expect(able).toContain('You may do it yourself here. The request then lapses.')
  expect(able).not.toContain('This waits for a colleague’s approval')

  const own = (await server.ask(path, { cookie: asker })).text
  expect(own).toContain(`Can approve it: ${client.actor.name}.`)
  expect([own.includes('Withdraw request'), own.includes('Approve and sign')]).toEqual([true, false])
  expect((await server.ask('/dashboard', { cookie: approver })).text).toContain('Approve or refuse')
  const waiting = (await server.ask('/approvals', { cookie: approver })).text
  for (const text of [member.actor.name, 'Sign contract', '€12,550.00', `href="${path}"`])
    expect(waiting).toContain(text)
  const shown = (await server.ask(path, { cookie: approver })).text
  expect(shown).toContain('groundwork-contract')
  expect([shown.includes('Withdraw request'), shown.includes('Approve and sign')]).toEqual([false, true])

  const empty = await server.ask(path, { cookie: approver, form: { typedName: '', ...role, password: '' } })
  expect(empty.status).toBe(422)
  expect(empty.text).toMatch(/<input(?=[^>]*name="typedName")(?=[^>]*aria-invalid="true")/)
  const approved = await server.ask(path, {
    cookie: approver,
    form: { typedName: client.actor.name, ...role, password },
  })
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
    const form = { asks: 'approval', typedName: junior.actor.name, ...role, password }
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
  const late = await server.ask(second, {
    cookie: approver,
    form: { typedName: provider.actor.name, ...role, password },
  })
  expect([late.status, late.text.includes('This request has already been decided.')]).toEqual([409, true])
})

it('asks on the pages of an award, a release and the bank account too', async () => {
  const { client, provider } = deal
  const parties = { client, provider, admin: deal.admin }
  const { id: projectId } = createOpenProject(client, { bidDeadline: client.now + 10 * day })
  const { id: bidId } = createBid(provider, { ...bidInput, projectId, submit: true })
  closeBidding(client, { projectId })
  const signed = await signedDeal(db, parties)
  const [milestoneId = ''] = signed.milestoneIds
  approvedMilestone(signed, milestoneId)
  const manager = await withPassword(
    createPerson(db, { now: client.now, company: provider.company, companyRole: 'manager' }),
  )
  giveMandates(manager, 1000)
  giveMandates(member, 1000)
  const [junior, treasurer] = [(await signedIn(member)).cookie, (await signedIn(manager)).cookie]
  const asks = { asks: 'approval', submissionId: newId() }
  const places = [
    [`/bids/${bidId}/award`, junior, { ...asks, contact: 'Cleo, 09 123' }],
    [`/milestones/${milestoneId}/release`, junior, { ...asks, expectedRetentionCents: '0', password }],
    ['/company-settings/bank-account', treasurer, { ...asks, iban: 'FI2112345600000785', password }],
  ] as const
  for (const [path, cookie, form] of places) {
    expect((await server.ask(path, { cookie })).text, path).toContain('Ask for approval')
    const { status, headers } = await server.ask(path, { cookie, form })
    expect([path, status, headers.location]).toEqual([path, 303, expect.stringMatching(/^\/approvals\//)])
    const approver = path.startsWith('/company') ? provider : client
    const cookieOfApprover = (await signedIn(approver)).cookie
    const page = String(headers.location)
    expect((await server.ask(page, { cookie: cookieOfApprover })).text).toContain('Your password')
    const done = await server.ask(page, { cookie: cookieOfApprover, form: { password } })
    expect([path, done.status]).toEqual([path, 303])
  }
})
