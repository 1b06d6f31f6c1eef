import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { setAwardTerms } from '#app/features/evaluation/set-award-terms.server.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { deleteDraft } from '#app/features/projects/delete-draft.server.ts'
import { listDemanded } from '#app/features/projects/demanded-certificates.server.ts'
import { maxTemplates } from '#app/features/projects/limits.ts'
import { listProjectTemplates } from '#app/features/projects/templates/project-templates.server.ts'
import { saveProjectTemplate } from '#app/features/projects/templates/save-project-template.server.ts'
import { setDemanded } from '#app/features/qualifications/set-demanded.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { ratioTerms } from '#tests/factories/evaluation.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
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

it('begins a project with the request of another, its lines, criteria and certificates, but without dates', async () => {
  const client = createPerson(db)
  const projectId = createDraft(client, { title: 'Bathhouse', bidDeadline: client.now + 10 * day }).id
  setAwardTerms(client, { projectId, terms: ratioTerms() })
  setDemanded(client, { projectId, demanded: [{ kind: 'other', label: 'Rescue plan', minSumCents: null }] })
  expect((await ask(client, '/projects/new')).text).not.toContain('Begin with')
  expect((await ask(client, `/projects/${projectId}`)).text).toContain(`href="/projects/${projectId}/template"`)
  const saved = await ask(client, `/projects/${projectId}/template`, { name: 'Bathhouses' })
  expect(saved.headers.location).toBe('/projects/templates')
  const form = await ask(client, '/projects/new')
  expect(form.text).toContain(`href="/projects/new?template=${projectId}"`)
  const filled = await ask(client, `/projects/new?template=${projectId}`)
  expect(filled.text).toContain('value="Bathhouse"')
  expect(filled.text).toMatch(/name="bidDeadline"(?![^>]*value="[^"]+")/)
  const fields = {
    ...{ title: 'Second bathhouse', description: 'As the first.', category: 'kitchen', location: 'Espoo' },
    ...{ bidDeadline: '2027-06-01T12:00', vatTreatment: 'standard', buyerDeductsVat: 'on' },
  }
  const made = await ask(client, `/projects/new?template=${projectId}`, fields)
  expect(made.status).toBe(303)
  const id = String(made.headers.location).split('/').at(-1) ?? ''
  expect(findAwardTerms(db, id).ratio?.criteria).toMatchObject(
    (findAwardTerms(db, projectId).ratio?.criteria ?? []).map(({ name, weightBp }) => ({ name, weightBp })),
  )
  expect(listDemanded(db, id)).toMatchObject([{ kind: 'other', label: 'Rescue plan' }])
})

it('is the company’s own: nobody else begins with it, and its names are unique within the company only', () => {
  const client = createPerson(db)
  const other = createPerson(db)
  const begin = (by: typeof client, templateProjectId: string) =>
    createProject(by, { ...projectInput({ bidDeadline: by.now + 10 * day }), templateProjectId })
  const open = { bidDeadline: client.now + 10 * day }
  const first = createOpenProject(client, open).id
  const second = createOpenProject(client, open).id
  saveProjectTemplate(client, { projectId: first, name: 'Halls' })
  expect(() => saveProjectTemplate(client, { projectId: second, name: 'HALLS' })).toThrow('nameTaken')
  expect(() => saveProjectTemplate(other, { projectId: first, name: 'Mine' })).toThrow('notFound')
  saveProjectTemplate(other, { projectId: createDraft(other, open).id, name: 'Halls' })
  saveProjectTemplate(client, { projectId: first, name: 'Large halls' })
  expect(listProjectTemplates(client).map(({ name }) => name)).toEqual(['Large halls'])
  expect(() => begin(other, first)).toThrow('notFound')
  expect(begin(client, first).id).toBeTruthy()
})

it('goes with its draft, and can be taken off the templates', async () => {
  const client = createPerson(db)
  const ahead = { bidDeadline: client.now + 10 * day }
  const [kept, gone] = [createDraft(client, ahead).id, createDraft(client, ahead).id]
  saveProjectTemplate(client, { projectId: kept, name: 'Kept' })
  saveProjectTemplate(client, { projectId: gone, name: 'Gone' })
  deleteDraft(client, { projectId: gone })
  expect(listProjectTemplates(client).map(({ name }) => name)).toEqual(['Kept'])
  await ask(client, `/projects/${kept}/template/remove`, {})
  expect(listProjectTemplates(client)).toEqual([])
  const again = await ask(client, `/projects/${kept}/template/remove`, {})
  expect(again.status).toBeLessThan(500)
})

it('allows a number of templates that a list can show', () => {
  const client = createPerson(db)
  const ahead = { bidDeadline: client.now + 10 * day }
  for (let n = 0; n < maxTemplates; n += 1)
    saveProjectTemplate(client, { projectId: createDraft(client, ahead).id, name: `Template ${n}` })
  expect(() => saveProjectTemplate(client, { projectId: createDraft(client, ahead).id, name: 'One more' })).toThrow(
    'tooMany',
  )
})
