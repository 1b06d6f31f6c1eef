import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
let [alpha, beta]: CompanyContext[] = []
let cookie: string
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
  alpha = createPerson(db, { now: Date.now() })
  beta = createPerson(db, { now: Date.now() })
  db.update(companies).set({ inDirectory: true }).run()
  for (const [ctx, name] of [
    [alpha, 'Alfa Betoni Oy'],
    [beta, 'Beeta Sähkö Oy'],
  ] as const)
    db.$client.prepare('UPDATE companies SET name = ? WHERE id = ?').run(name, ctx.company.id)
  cookie = (await signedIn(owner)).cookie
})
afterAll(() => server.stop())

const inFuture = () => ({ bidDeadline: Date.now() + 10 * day })
const page = async (path: string) => (await server.ask(path, { cookie })).text
const box = (text: string, { company }: CompanyContext) =>
  new RegExp(`<input[^>]*value="${company.id}"[^>]*>`).exec(text)?.[0] ?? ''

it('another search keeps what was ticked and written', async () => {
  const { id } = createOpenProject(owner, inFuture())
  const path = `/projects/${id}/invitations`
  const first = await server.ask(path, {
    cookie,
    form: { submissionId: newId(), q: 'betoni', note: 'Come', search: '1' },
  })
  expect(box(first.text, alpha as CompanyContext)).not.toContain('checked=""')
  const second = await server.ask(path, {
    cookie,
    form: { submissionId: newId(), q: 'sähkö', companyIds: alpha?.company.id ?? '', note: 'Come and see', search: '1' },
  })
  expect(second.status).toBe(200)
  expect(box(second.text, alpha as CompanyContext)).toContain('checked=""')
  expect(box(second.text, beta as CompanyContext)).not.toContain('checked=""')
  expect(second.text).toContain('>Come and see</textarea>')
  const refused = await server.ask(path, {
    cookie,
    form: { submissionId: newId(), q: 'sähkö', companyIds: alpha?.company.id ?? '', note: 'x'.repeat(1001) },
  })
  expect(refused.status).toBe(422)
  expect(box(refused.text, alpha as CompanyContext)).toContain('checked=""')
  expect(box(refused.text, beta as CompanyContext)).not.toBe('')
})

it('publishing by invitation leads to inviting, and the project says so until somebody is invited', async () => {
  const { id } = createDraft(owner, { ...inFuture(), invitedOnly: true })
  const published = await server.ask(`/projects/${id}/publish`, { cookie, form: { submissionId: newId() } })
  expect([published.status, published.headers.location]).toEqual([303, `/projects/${id}/invitations`])
  expect(await page(`/projects/${id}`)).toContain('Nobody is invited yet')
  await server.ask(`/projects/${id}/invitations`, {
    cookie,
    form: { submissionId: newId(), companyIds: alpha?.company.id ?? '' },
  })
  expect(await page(`/projects/${id}`)).not.toContain('Nobody is invited yet')
  const open = createDraft(owner, inFuture())
  const toAll = await server.ask(`/projects/${open.id}/publish`, { cookie, form: { submissionId: newId() } })
  expect(toAll.headers.location).toBe(`/projects/${open.id}`)
})

it('inviting to bid and inviting to a team are counted apart', () => {
  expect(rateLimits.inviteToBid.name).not.toBe(rateLimits.invite.name)
})

it('a price ceiling below the budget is pointed out to the client', async () => {
  const withCeiling = (ceilingCents: number) => {
    const { id: projectId } = createDraft(owner, { ...inFuture(), budget: 100_000_00 })
    const criteria = [{ name: 'Plan', description: 'Its depth', weightBp: 4000 }]
    const ratio = { priceWeightBp: 6000, maxPoints: 10, priceFormula: 'linear' as const, ceilingCents, criteria }
    setAwardTerms(owner, { projectId, terms: { ratio, requirements: [] } })
    return page(`/projects/${projectId}/criteria`)
  }
  expect(await withCeiling(1_000_00)).toContain('The ceiling is below the budget')
  expect(await withCeiling(120_000_00)).not.toContain('The ceiling is below the budget')
})
