import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { readTable } from '#app/platform/tables/read-table.server.ts'
import { xlsxBytes } from '#app/platform/tables/write-xlsx.server.ts'
import type { Database } from '#db/client.server.ts'
import { files } from '#db/schema/files.ts'
import { projects } from '#db/schema/projects.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day } from '#tests/factories/project.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
let cookie: string
const bidDeadline = Date.now() + 10 * day
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
  cookie = (await signedIn(owner)).cookie
})
afterAll(() => server.stop())

const plain = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
/** The hidden fields of a part of a page, as a browser posts them. */
const hidden = (html: string) =>
  [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value]) => [plain(name), plain(value)] as const,
  )
const formsOf = (html: string) => [...html.matchAll(/<form method="post"[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form)

/** Uploads a file with the fields that the page has in its form. */
function upload(
  to: string,
  fields: readonly (readonly [string, string])[],
  name: string,
  content: Uint8Array | string,
) {
  const parts = fields.map(
    ([field, value]) => `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`
  const body = Buffer.concat([Buffer.from(parts.join('') + head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')])
  return server.ask(to, {
    cookie,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', Origin: ownOrigin },
    body,
  })
}

/** What the page offers to fill in. */
function offered(html: string) {
  const form = formsOf(html).find((each) => each.includes('__restore__')) ?? ''
  return { to: plain(/action="([^"]+)"/.exec(form)?.[1]), fields: Object.fromEntries(hidden(form)) }
}

it('a new project’s form takes lines from a file, and keeps what was typed in it', async () => {
  const typed = { title: 'A school with a “kitchen” & more', vatTreatment: 'standard', 'lines[0].description': '' }
  const page = await server.ask('/projects/new', { cookie })
  expect(page.text).toMatch(/formaction="\/projects\/request-lines"/i)
  // With scripts, the page is loaded once more after its form was sent: it must not lead away.
  const again = await server.ask('/projects/request-lines', { cookie })
  expect([again.status, again.text.includes('vatTreatment')]).toEqual([200, true])
  const asked = await server.ask('/projects/request-lines', { cookie, form: typed })
  expect(asked.status).toBe(200)
  expect(asked.text).not.toContain('The form has')
  const carried = hidden(asked.text).filter(([name]) => name.startsWith('typed'))
  const preview = await upload(
    '/projects/request-lines',
    carried,
    'a.csv',
    'Description,Quantity,Unit\nTiles,12.5,m²\n',
  )
  expect(preview.status).toBe(200)
  for (const text of ['Tiles', '12.5 m²', 'Nothing is saved yet.']) expect(preview.text).toContain(text)
  const { to, fields } = offered(preview.text)
  expect([to, fields.title]).toEqual(['/projects/new', typed.title])
  const form = await server.ask(to, { cookie, form: fields })
  expect(form.status).toBe(200)
  for (const value of ['Tiles', '12.5', 'A school with a “kitchen” &amp; more'])
    expect(form.text).toContain(`value="${value}"`)
  expect([db.select().from(projects).all(), db.select().from(files).all()]).toEqual([[], []])
})

it('a draft’s lines are replaced or followed, as its owner chooses, once the form is saved', async () => {
  const { id } = createDraft(owner, { bidDeadline })
  const path = `/projects/request-lines?project=${id}`
  const page = await server.ask(path, { cookie })
  expect(page.text).toContain('The form has 2 lines already')
  const carried = hidden(page.text).filter(([name]) => name.startsWith('typed'))
  const xlsx = await xlsxBytes([
    ['No.', 'Description', 'Quantity', 'Unit', 'Price form', 'Option'],
    [1, 'Demolition', 130, 'm²', '', 'no'],
    [2, 'Cleaning', 1, 'LS', 'Lump sum', 'X'],
  ])
  const before = getOwnProject(owner, id)
  const replaced = await upload(path, [...carried, ['mode', 'replace']], 'lines.xlsx', xlsx)
  expect(replaced.text).toContain('The form will have 2 lines, those of the file.')
  expect(replaced.text).toContain('1 line will no longer be there')
  const appended = offered((await upload(path, [...carried, ['mode', 'append']], 'lines.xlsx', xlsx)).text)
  expect(appended.fields['lines[3].description']).toBe('Cleaning')
  expect(getOwnProject(owner, id)).toEqual(before)
  const { to, fields } = offered(replaced.text)
  const { __restore__: _, ...sent } = fields
  expect((await server.ask(to, { cookie, form: sent })).headers.location).toBe(`/projects/${id}`)
  const after = getOwnProject(owner, id)?.lines.map((line) => [
    line.id,
    line.description,
    line.quantityMilli,
    line.priceForm,
    line.isOption,
  ])
  expect(after).toEqual([
    [before?.lines[0]?.id, 'Demolition', 130_000, 'unit', false],
    [expect.any(String), 'Cleaning', 1000, 'fixed', true],
  ])
  // Saved again from the same page: somebody has changed the draft since it was opened.
  expect((await server.ask(to, { cookie, form: { ...sent, submissionId: crypto.randomUUID() } })).status).toBe(409)
  const download = await server.ask(`/projects/request-lines/lines.csv?project=${id}`, { cookie })
  expect(download.text).toBe(
    '\uFEFFNo.,Description,Quantity,Unit,Price form,Option\r\n1,Demolition,130,m²,Unit price,\r\n2,Cleaning,1,LS,Lump sum,yes\r\n',
  )
  const table = await readTable((await server.ask('/projects/request-lines/lines.xlsx', { cookie })).bytes, 'xlsx')
  expect(table).toEqual([['No.', 'Description', 'Quantity', 'Unit', 'Price form', 'Option']])
})

it('an open project’s lines change by an addendum only', async () => {
  const { id } = createOpenProject(owner, { bidDeadline })
  const path = `/projects/request-lines?project=${id}`
  const carried = hidden((await server.ask(path, { cookie })).text).filter(([name]) => name.startsWith('typed'))
  const list = 'Description,Quantity,Unit\nDemolition,120,m²\nRoof,1,pcs\n'
  const { to, fields } = offered((await upload(path, carried, 'a.csv', list)).text)
  const { __restore__: _, ...sent } = fields
  const refused = await server.ask(to, { cookie, form: sent })
  expect([refused.status, refused.text.includes('Roof')]).toEqual([422, true])
  expect(getOwnProject(owner, id)?.lines.map(({ description }) => description)).toEqual([
    'Demolition',
    'Kitchen equipment',
  ])
  const summary = { summary: 'A roof instead of the equipment.' }
  expect((await server.ask(to, { cookie, form: { ...sent, ...summary } })).status).toBe(303)
  const after = getOwnProject(owner, id)
  expect([after?.version, after?.lines.map(({ description }) => description)]).toEqual([2, ['Demolition', 'Roof']])
})

it('says what is wrong by row, keeps the form along with a refused file, and is for the owner of a draft or an open project', async () => {
  const { id } = createDraft(owner, { bidDeadline })
  const path = `/projects/request-lines?project=${id}`
  const carried = hidden((await server.ask(path, { cookie })).text).filter(([name]) => name.startsWith('typed'))
  const wrong = await upload(path, carried, 'a.csv', 'Description,Quantity,Unit\nTiles,many,m²\n,2,\n')
  for (const text of [
    'can’t be used yet',
    'Row 2',
    'Quantity – Please enter a quantity',
    'Row 3',
    'Description – This field',
  ])
    expect(wrong.text).toContain(text)
  expect(wrong.text).not.toContain('name="__restore__"')
  for (const [name, content] of [
    ['a.csv', 'a;b\n1;2\n'],
    ['a.csv', ''],
    ['a.exe', 'MZ'],
    ['a.xlsx', 'PK\u0003\u0004'],
  ] as const) {
    const { status, text } = await upload(path, carried, name, content)
    expect([status, hidden(text).filter(([field]) => field.startsWith('typed'))], `${name} ${content}`).toEqual([
      422,
      carried,
    ])
  }
  const stranger = (await signedIn(createPerson(db, { now: Date.now() }))).cookie
  const statuses = await Promise.all(
    [
      server.ask(path, { cookie: stranger }),
      server.ask(path, { cookie: stranger, form: { title: 'A' } }),
      server.ask(`/projects/request-lines/lines.csv?project=${id}`, { cookie: stranger }),
      server.ask('/projects/request-lines/other.csv', { cookie }),
      server.ask('/projects/request-lines', { cookie }),
    ].map(async (answer) => (await answer).status),
  )
  expect(statuses).toEqual([302, 404, 404, 404, 200])
})
