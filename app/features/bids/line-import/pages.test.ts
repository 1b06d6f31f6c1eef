import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { readTable } from '#app/platform/tables/read-table.server.ts'
import { xlsxBytes } from '#app/platform/tables/write-xlsx.server.ts'
import type { Database } from '#db/client.server.ts'
import { bids } from '#db/schema/bids.ts'
import { files } from '#db/schema/files.ts'
import { createBidDraft } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let [owner, bidder, newcomer]: CompanyContext[] = []
const cookies = { owner: '', bidder: '', newcomer: '' }
let projectId: string
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  const now = Date.now()
  ;[owner, bidder, newcomer] = [createPerson(db, { now }), createPerson(db, { now }), createPerson(db, { now })]
  for (const [name, ctx] of Object.entries({ owner, bidder, newcomer }))
    cookies[name as keyof typeof cookies] = (await signedIn(ctx)).cookie
  projectId = createOpenProject(owner, { bidDeadline: now + 10 * day }).id
})
afterAll(() => server.stop())

const path = (rest: string) => `/projects/${projectId}/lines/${rest}`

function upload(cookie: string, name: string, content: Uint8Array | string, to = path('import')) {
  const head = `--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')])
  return server.ask(to, {
    cookie,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', Origin: ownOrigin },
    body,
  })
}

/** The fields of the form that a page offers to fill in, as a browser posts them. */
function offered(html: string): { to: string; fields: Record<string, string> } {
  const [, to = '', inner = ''] =
    /<form method="post" action="([^"]+)"[^>]*>([\s\S]*?__restore__[\s\S]*?)<\/form>/.exec(
      html.slice(html.indexOf('What “')),
    ) ?? []
  const plain = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
  const inputs = [...inner.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return { to: plain(to), fields: Object.fromEntries(inputs.map(([, name, value]) => [name, plain(value)])) }
}

it('a bidder downloads the lines, uploads them with prices, sees what was read, and fills in the form of a new bid with it', async () => {
  const download = await server.ask(path('prices.xlsx'), { cookie: cookies.newcomer })
  expect([download.status, download.headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="prices.xlsx"',
  ])
  const [header = [], ...lines] = (await readTable(download.bytes, 'xlsx')) as (string | number | null)[][]
  expect(header).toEqual(['No.', 'Description', 'Quantity', 'Unit', 'Unit price'])
  const priced = lines.map((line, index) => [...line.slice(0, 4), index === 0 ? 12.3456 : null])
  const preview = await upload(cookies.newcomer, 'prices.xlsx', await xlsxBytes([header, ...priced]))
  expect(preview.status).toBe(200)
  for (const text of ['€12.3456', 'No price: the form keeps what it has', 'Nothing is saved yet.'])
    expect(preview.text).toContain(text)
  expect([db.select().from(bids).all(), db.select().from(files).all()]).toEqual([[], []])
  const { to, fields } = offered(preview.text)
  expect(to).toBe(`/bids/new?project=${projectId}`)
  const form = await server.ask(to, { cookie: cookies.newcomer, form: fields })
  expect(form.status).toBe(200)
  expect(form.text).toContain('value="12.3456"')
  expect(db.select().from(bids).all()).toEqual([])
})

it('a draft gets the prices in its own form, with its version, and keeps what the file does not price', async () => {
  const { id } = createBidDraft({ ...bidder, now: Date.now() } as CompanyContext, projectId)
  const csv = (await server.ask(path('prices.csv'), { cookie: cookies.bidder })).text
  const [head = '', first = '', ...rest] = csv.split('\r\n')
  expect(first).toMatch(/^1,.*,100$/)
  const changed = [head, first.replace(/100$/, '77.5')].join('\r\n')
  const preview = await upload(cookies.bidder, 'prices.csv', changed)
  expect(preview.text).toContain('Not in the file: the form keeps what it has')
  const { to, fields } = offered(preview.text)
  expect([to, fields.expectedVersion]).toEqual([
    `/bids/${id}/edit`,
    String(getBid(bidder as CompanyContext, id)?.updatedAt),
  ])
  expect((await server.ask(to, { cookie: cookies.bidder, form: fields })).text).toContain('value="77.50"')
  const { __restore__: _, ...sent } = fields
  const saved = await server.ask(to, { cookie: cookies.bidder, form: { ...sent, outcome: 'draft' } })
  expect(saved.headers.location).toBe(`/bids/${id}`)
  expect(getBid(bidder as CompanyContext, id)?.lines.map(({ unitPriceE4 }) => unitPriceE4)).toEqual([
    775_000, 1_000_000,
  ])
  const wrong = await upload(cookies.bidder, 'prices.csv', [head, first.replace(',120,', ',9,'), ...rest].join('\r\n'))
  for (const text of ['The file can’t be used yet', 'Row 2', 'the quantity differs from what is asked'])
    expect(wrong.text).toContain(text)
  expect(wrong.text).not.toContain('name="__restore__"')
})

it('a file of another type, an empty one and one without a header are refused at the field', async () => {
  const said = async (name: string, content: string) => {
    const { status, text } = await upload(cookies.bidder, name, content)
    return [
      status,
      ['can’t be read', 'The file begins with: a, b', 'is empty', 'type'].find((word) => text.includes(word)),
    ]
  }
  expect(await said('prices.xlsx', 'no archive')).toEqual([422, 'type'])
  expect(await said('prices.csv', 'a;b\n1;2\n')).toEqual([422, 'The file begins with: a, b'])
  expect((await said('prices.csv', ''))[0]).toBe(422)
  expect((await said('prices.exe', 'MZ'))[0]).toBe(422)
})

it('is for those who may bid on it now', async () => {
  const asked = async (cookie: string) =>
    Promise.all(
      ['import', 'prices.csv', 'prices.xlsx', 'other.csv'].map(
        async (rest) => (await server.ask(path(rest), { cookie })).status,
      ),
    )
  expect(await asked(cookies.owner)).toEqual([302, 404, 404, 404])
  expect(await asked(cookies.bidder)).toEqual([200, 200, 200, 404])
  expect((await upload(cookies.owner, 'prices.csv', 'No.,Unit price\n1,5\n')).status).toBe(404)
})

it('names how a line is priced where it is not by the unit', async () => {
  const lines = (['unit', 'day_work'] as const).map((priceForm) => ({
    ...{ id: null, description: `Work by ${priceForm}`, quantityMilli: 5000, unit: 'h', priceForm },
  }))
  const { id } = createOpenProject(owner as CompanyContext, { bidDeadline: Date.now() + 10 * day, lines })
  const list = (await server.ask(`/projects/${id}/lines/prices.csv`, { cookie: cookies.newcomer })).text
  const [header, , second] = list.split('\r\n')
  expect([header, second]).toEqual([
    expect.stringMatching(/Unit price,Price form$/),
    expect.stringMatching(/^2,.*,Day-work$/),
  ])
  // The file that was downloaded can be uploaded with that column.
  const csv = list.replace('h,,Unit price', 'h,10,Unit price').replace('h,,Day-work', 'h,45,Day-work')
  const shown = await upload(cookies.newcomer, 'prices.csv', csv, `/projects/${id}/lines/import`)
  expect(shown.text.match(/Day-work/g)).toHaveLength(1)
  expect(shown.text).toContain('Work by day_work')
})
