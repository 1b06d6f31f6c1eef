import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { changeOrderSignatures } from '#db/schema/escrow.ts'
import { proposedChange } from '#tests/factories/change-order.ts'
import { fund, password, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

async function ask(person: UserContext, path: string, form?: Record<string, string>) {
  const { cookie } = await signedIn(person)
  return server.ask(path, { cookie, ...(form ? { form: { submissionId: newId(), ...form } } : {}) })
}

const fields = {
  ...{ title: 'Rotten beam', reason: 'site_conditions', description: 'It is replaced.', vatRateBp: '2550' },
  ...{ 'lines[0].effect': 'add', 'lines[0].description': 'Carpenter', 'lines[0].quantity': '10' },
  ...{ 'lines[0].unit': 'h', 'lines[0].unitPrice': '80', extensionDays: '7' },
}
const signature = (person: UserContext) => ({
  ...{ typedName: person.actor.name, jobTitle: 'Owner', authority: 'managing_director', password },
})

it('lets a party draft, review, propose and the other accept a change, and both see the sum to date', async () => {
  const { client, provider, contractId } = await signedDeal(db)
  const changes = `/contracts/${contractId}/changes`
  const empty = await ask(provider, `${changes}/new`, { ...fields, 'lines[0].quantity': '', extensionDays: 'x' })
  expect(empty.status).toBe(422)
  expect(empty.text).toContain('Line 1')
  const drafted = await ask(provider, `${changes}/new`, fields)
  const page = String(drafted.headers.location)
  expect([drafted.status, page.startsWith(changes)]).toEqual([303, true])
  expect((await ask(provider, page)).text).toMatch(/Draft.*Only your company sees this draft/s)
  expect((await ask(client, page)).status).toBe(404)
  const refused = await ask(provider, `${page}/sign`, { ...signature(provider), password: 'wrong' })
  expect(refused.status).toBe(422)
  expect((await ask(provider, `${page}/sign`, signature(provider))).headers.location).toBe(page)
  const listed = (await ask(client, changes)).text
  expect(listed).toMatch(/CO-1: Rotten beam/)
  expect(listed).toMatch(/1 proposed change, not included/)
  expect((await ask(client, page)).text).toMatch(/It changes nothing unless you accept it/)
  expect((await ask(client, `${page}/edit`)).headers.location).toBe(page)
  expect((await ask(client, `${page}/sign`, signature(client))).headers.location).toBe(page)
  for (const path of [`/contracts/${contractId}`, `/escrow/${contractId}`]) {
    const { text } = await ask(client, path)
    expect(text).toMatch(/Contract sum to date.*€13,554\.00/s)
    expect(text).toContain('CO-1: Rotten beam')
  }
  const again = await ask(client, `${page}/sign`, signature(client))
  expect(again.status).toBe(409)
})

it('adds and removes lines without JavaScript', async () => {
  const { client, contractId } = await signedDeal(db)
  const path = `/contracts/${contractId}/changes/new`
  const page = await ask(client, path)
  const intent = /name="__intent__"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="__intent__"/g
  const [insert = ''] = [...page.text.matchAll(intent)]
    .map(([, one, other]) => (one ?? other ?? '').replaceAll('&quot;', '"'))
    .filter((value) => value.includes('insert'))
  expect(insert).not.toBe('')
  const more = await ask(client, path, { ...fields, __intent__: insert })
  expect(more.text).toContain('lines[1].quantity')
  expect(more.text).toContain('Rotten beam')
})

it('asks a colleague above the mandate, and both names stand on the change', async () => {
  const { client, provider, contractId } = await signedDeal(db)
  const junior = await withPassword(createPerson(db, { company: client.company, companyRole: 'member' }))
  giveMandates(junior, 1000)
  const id = await proposedChange(provider, { contractId })
  const page = `/contracts/${contractId}/changes/${id}`
  expect((await ask(junior, `${page}/sign`)).text).toContain('This needs a second person')
  const asked = await ask(junior, `${page}/sign`, { ...signature(junior), asks: 'approval' })
  const approval = String(asked.headers.location)
  expect(approval).toMatch(/^\/approvals\//)
  const request = (await ask(client, approval)).text
  expect(request).toMatch(/Sign change order.*€1,004\.00/s)
  expect(request).toContain('Rotten beam')
  expect((await ask(client, approval, signature(client))).headers.location).toBe(page)
  const signed = db
    .select()
    .from(changeOrderSignatures)
    .all()
    .filter(({ changeOrderId }) => changeOrderId === id)
  expect(signed.map(({ party, ordinal, userId }) => [party, ordinal, userId])).toEqual([
    ['provider', 1, provider.actor.id],
    ['client', 1, junior.actor.id],
    ['client', 2, client.actor.id],
  ])
})

it('says everything that is wrong at once, of the fields and of the contract, and where a late deduction belongs', async () => {
  const deal = await signedDeal(db)
  const path = `/contracts/${deal.contractId}/changes/new`
  const wrong = { ...fields, title: '', 'lines[0].effect': 'deduct' }
  const unnamed = await ask(deal.provider, path, wrong)
  expect(unnamed.status).toBe(422)
  expect(unnamed.text).toMatch(/<input(?=[^>]*name="title")(?=[^>]*aria-invalid="true")/)
  expect(unnamed.text).toContain('needs a milestone with the same VAT rate')
  const nothing = await ask(deal.provider, path, { title: '', extensionDays: '0', vatRateBp: '2550' })
  expect(nothing.text).toMatch(/<input(?=[^>]*name="title")(?=[^>]*aria-invalid="true")/)
  expect(nothing.text).toContain('this changes nothing')
  for (const id of deal.milestoneIds) fund(deal, id)
  const late = await ask(deal.provider, path, wrong)
  expect(late.status).toBe(422)
  expect(late.text).toContain('Claim it in the final account')
  expect(late.text).not.toContain('needs a milestone with the same VAT rate')
})
