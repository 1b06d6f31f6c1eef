// A project whose contract was terminated, and the new one that tenders the rest of it.
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { getProject, listContinuation } from '#app/features/projects/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { projects } from '#db/schema/projects.ts'
import { released, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { day, projectInput } from '#tests/factories/project.ts'
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

async function terminated() {
  const deal = await signedDeal(db)
  await released(deal, deal.milestoneIds[0] ?? '')
  terminateContract(deal.client, { contractId: deal.contractId, reason: 'Bankrupt' })
  return deal
}

it('begins as a copy without dates, names what was not paid, and refers to the old project for its owner only', async () => {
  const { client, provider, projectId } = await terminated()
  const old = getProject(client, projectId)
  expect((await ask(client, `/projects/${projectId}`)).text).toContain(`/projects/new?continues=${projectId}`)
  expect((await ask(provider, `/projects/${projectId}`)).text).not.toContain('continues=')
  const form = await ask(client, `/projects/new?continues=${projectId}`)
  expect(form.text).toContain(`value="${old?.title}"`)
  expect(form.text).toMatch(/name="bidDeadline"(?![^>]*value="[^"]+")/)
  expect(form.text).toMatch(/not paid:.*<li[^>]*>Installation</s)
  expect(form.text).not.toMatch(/not paid:(?:(?!<\/ul>).)*>Demolition</s)
  const fields = {
    ...{ title: 'The rest of the kitchen', description: 'Installation.', category: 'kitchen', location: 'Espoo' },
    ...{ bidDeadline: '2027-06-01T12:00', vatTreatment: 'standard', buyerDeductsVat: 'on' },
    ...{ 'lines[0].description': 'Cabinets', 'lines[0].quantity': '4', 'lines[0].unit': 'pcs' },
  }
  const saved = await ask(client, `/projects/new?continues=${projectId}`, fields)
  expect(saved.status).toBe(303)
  const isContinuation = and(eq(projects.companyId, client.company.id), isNotNull(projects.continuesProjectId))
  const rest = db.select().from(projects).where(isContinuation).get()
  expect([rest?.status, rest?.continuesProjectId]).toEqual(['draft', projectId])
  const id = rest?.id ?? ''
  expect(listContinuation(client, id)).toEqual([{ id: projectId, title: old?.title, side: 'before' }])
  expect(listContinuation(client, projectId)).toEqual([{ id, title: 'The rest of the kitchen', side: 'after' }])
  publishProject(client, { projectId: id })
  expect((await ask(client, `/projects/${id}`)).text).toContain(`/projects/${projectId}"`)
  const seen = await ask(createPerson(db), `/projects/${id}`)
  expect(seen.text).toContain('The rest of the kitchen')
  expect(seen.text).not.toContain(projectId)
})

it('is refused for a project that is not the company’s, and for one that goes on', async () => {
  const { client, projectId } = await terminated()
  const stranger = createPerson(db)
  const running = await signedDeal(db)
  const input = projectInput({ bidDeadline: client.now + 10 * day })
  const notFound = expect.objectContaining({ code: 'not_found' })
  expect(() => createProject(stranger, { ...input, continuesProjectId: projectId })).toThrow(notFound)
  expect(() => createProject(running.client, { ...input, continuesProjectId: running.projectId })).toThrow(notFound)
  expect((await ask(stranger, `/projects/new?continues=${projectId}`)).status).toBe(404)
  expect((await ask(running.client, `/projects/new?continues=${running.projectId}`)).status).toBe(404)
})
