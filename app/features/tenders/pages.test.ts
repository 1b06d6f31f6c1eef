import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { listDocuments, listTenderSets } from '#app/features/projects/tender-set.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
let cookies: { owner: string; stranger: string }
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
  const stranger = createPerson(db, { now: Date.now() })
  cookies = { owner: (await signedIn(owner)).cookie, stranger: (await signedIn(stranger)).cookie }
})
afterAll(() => server.stop())

/** Posts a form with files, as a browser without scripts does. */
function upload(path: string, fields: Record<string, string>, files: Record<string, string>, cookie = cookies.owner) {
  const form = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const parts = Object.entries(files).map(
    ([name, content]) =>
      `--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${content}\r\n`,
  )
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b', Origin: ownOrigin }
  return server.ask(path, { cookie, headers, body: `${[...form, ...parts].join('')}--b--\r\n` })
}

const page = async (path: string, cookie = cookies.owner) => (await server.ask(path, { cookie })).text

it('documents are uploaded to a draft, replaced by an addendum, and read with the tender set, all by plain forms', async () => {
  const { id } = createDraft(owner, { bidDeadline: owner.now + 3 * day, addendumDays: 2 })
  const add = `/projects/${id}/documents/add`
  expect((await upload(add, { submissionId: newId() }, {})).text).toContain('Choose a file.')
  expect((await upload(add, { submissionId: newId() }, { 'virus.exe': 'MZ' })).status).toBe(422)
  expect((await upload(add, { submissionId: newId() }, { 'plan.txt': 'the plan' }, cookies.stranger)).status).toBe(404)
  const sent = await upload(add, { submissionId: newId() }, { 'plan.txt': 'the plan', 'terms.txt': 'the terms' })
  expect([sent.status, sent.headers.location]).toEqual([303, `/projects/${id}`])
  const documents = listDocuments(db, id)
  expect(documents.map(({ versions }) => versions[0]?.file?.name).sort()).toEqual(['plan.txt', 'terms.txt'])
  const plan = documents.find(({ versions }) => versions[0]?.file?.name === 'plan.txt')
  const file = `/files/${plan?.versions[0]?.file?.id}`
  expect(await page(`/projects/${id}`)).toContain('plan.txt')
  expect((await server.ask(file, { cookie: cookies.stranger })).status).toBe(404)

  publishProject(owner, { projectId: id })
  const replace = `/projects/${id}/documents/${plan?.documentId}/replace`
  expect(await page(replace)).toContain('New version of “plan.txt”')
  const unsaid = await upload(replace, { submissionId: newId() }, { 'plan b.txt': 'the new plan' })
  expect(unsaid.status).toBe(422)
  const bidDeadline = new Date(owner.now + 5 * day).toISOString().slice(0, 16)
  const change = { submissionId: newId(), summary: 'The plan is corrected.', bidDeadline }
  expect((await upload(replace, change, { 'plan b.txt': 'the new plan' })).status).toBe(303)

  const shown = await page(`/projects/${id}`, cookies.stranger)
  for (const text of ['plan b.txt', 'Superseded', 'The plan is corrected.', 'Tender set']) expect(shown).toContain(text)
  expect(shown).not.toContain('Add documents')
  const [current] = listTenderSets(db, id)
  expect(shown).toContain(current?.digest)
  expect((await server.ask(file, { cookie: cookies.stranger })).text).toBe('the plan')
  const text = await server.ask(`/projects/${id}/tender-set/2`, { cookie: cookies.stranger })
  expect([text.status, text.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text.text).toContain('plan b.txt')
  for (const edition of ['3', '0', 'x', '1e999'])
    expect((await server.ask(`/projects/${id}/tender-set/${edition}`, { cookie: cookies.owner })).status).toBe(404)
})
