import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { draftedDeal, sentDeal } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let client: CompanyContext
let provider: CompanyContext
let admin: UserContext
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  client = createPerson(db, { now: Date.now() })
  provider = createPerson(db, { now: Date.now() })
  admin = createAdmin(db)
})
afterAll(() => server.stop())

async function as(ctx: CompanyContext, path: string, form?: Record<string, string>) {
  return server.ask(path, { cookie: (await signedIn(ctx)).cookie, ...(form && { form }) })
}
const idIn = (location: string | undefined) => /^\/messages\/([\w-]{36})$/.exec(location ?? '')?.[1] ?? ''

describe('the conversation of a project', () => {
  it('opens from its page, for its company only', async () => {
    const { id } = createOpenProject(client, { bidDeadline: client.now + day })
    const path = `/projects/${id}/conversation`
    expect((await as(client, `/projects/${id}`)).text).toContain(`action="${path}"`)
    expect((await as(provider, `/projects/${id}`)).text).not.toContain(path)
    const [first, again] = [await as(client, path, { x: '' }), await as(client, path, { x: '' })]
    expect([first.status, again.headers.location]).toEqual([303, first.headers.location])
    expect(getConversation(client, idIn(first.headers.location))?.subject).toEqual({ type: 'project', id })
    expect((await as(provider, path, { x: '' })).status).toBe(404)
  })
})

describe('the conversation of a contract', () => {
  it('opens for both parties, and for nobody else', async () => {
    const { contractId } = await sentDeal(db, { client, provider, admin })
    const path = `/contracts/${contractId}/conversation`
    const opened = await Promise.all([client, provider].map((ctx) => as(ctx, path, { x: '' })))
    const [id, same] = opened.map(({ headers }) => idIn(headers.location))
    expect(id).not.toBe('')
    expect(same).toBe(id)
    expect((await as(client, `/contracts/${contractId}`)).text).toContain(`action="${path}"`)
    expect((await as(createPerson(db), path, { x: '' })).status).toBe(404)
  })

  it('does not exist while it is a draft', async () => {
    const { contractId } = await draftedDeal(db, { client, provider, admin })
    const path = `/contracts/${contractId}/conversation`
    expect((await as(client, `/contracts/${contractId}`)).text).not.toContain(path)
    expect((await as(client, path, { x: '' })).status).toBe(404)
  })

  it('leads to an invoice for the other party, whose address is filled in', async () => {
    const { contractId } = await sentDeal(db, { client, provider, admin })
    const { headers } = await as(provider, `/contracts/${contractId}/conversation`, { x: '' })
    const details = await as(provider, `${headers.location}/details`)
    const shortcut = /href="(\/invoicing\?clientName=[^"]+)"/.exec(details.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const sent = await as(provider, shortcut)
    expect(sent.headers.location).toBe(`/invoicing/new?${new URLSearchParams({ clientName: client.company.name })}`)
    const { text } = await as(provider, String(sent.headers.location))
    expect(text).toMatch(new RegExp(`<input(?=[^>]*name="buyerName")(?=[^>]*value="${client.company.name}")`))
    expect(text).toMatch(/<input(?=[^>]*name="buyerStreet")(?=[^>]*value="Testikatu 1")/)
  })

  it('reveals nothing of a company without a shared contract', async () => {
    const stranger = createPerson(db)
    const { text } = await as(provider, `/invoicing/new?clientName=${encodeURIComponent(stranger.company.name)}`)
    expect(text).toMatch(new RegExp(`<input(?=[^>]*name="buyerName")(?=[^>]*value="${stranger.company.name}")`))
    expect(text).not.toMatch(/<input(?=[^>]*name="buyerStreet")(?=[^>]*value="Testikatu 1")/)
  })
})
