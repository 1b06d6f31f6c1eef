import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { archiveClient } from '#app/features/clients/archive-client.server.ts'
import { blankClient } from '#app/features/clients/client.ts'
import { createClient } from '#app/features/clients/create-client.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { clients } from '#db/schema/clients.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { clientColumns, clientHeaders } from './client-columns.server.ts'
import { exportClients } from './export-queries.server.ts'
import { vcardText } from './write-vcard.server.ts'

const person = { name: 'Liisa Lähde', role: 'Site manager', email: 'liisa@lahde.example', phone: '+358 40 555 0111' }
const client = {
  ...blankClient('FI'),
  ...{ name: 'Hämeen, Rakennus; Oy', businessId: '1234567-1', street: 'Katu 1', postalCode: '00100', city: 'Helsinki' },
  contacts: [person, { name: '=HYPERLINK("x")', role: null, email: null, phone: null }],
  ...{ lateInterestBp: 1150, creditLimits: [{ currency: 'EUR' as const, cents: 600_000 }], tags: ['Public'] },
  notes: 'Only for us',
}

let server: TestServer
let ctx: CompanyContext
let cookie: string
let id: string
beforeAll(async () => {
  const db = testDatabase()
  server = await startServer()
  ctx = createPerson(db, { now: Date.now() })
  cookie = (await signedIn(ctx)).cookie
  id = createClient(ctx, { content: client }).id
  createClient(ctx, { content: { ...blankClient('SE'), name: 'Östlund AB' } })
  const old = createClient(ctx, { content: { ...blankClient('FI'), name: 'Old Oy' } })
  archiveClient(ctx, { clientId: old.id, archived: true })
})
afterAll(() => server.stop())

it('has a header of its own for each column, in each language', () => {
  for (const locale of locales) {
    const headers = clientHeaders(locale)
    expect([locale, new Set(headers).size]).toEqual([locale, clientColumns.length])
  }
})

it('is a table with a row for each person, in which nothing is a formula', async () => {
  const answer = await server.ask('/clients.csv', { cookie })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head = '', ...rows] = answer.text.trim().split('\r\n')
  expect(head.split(',')).toHaveLength(clientColumns.length)
  expect(rows.map((row) => row.split(',')[0])).toEqual(['"Hämeen', '"Hämeen', 'Östlund AB'])
  const [first = '', second = ''] = rows
  expect(first).toContain('"Hämeen, Rakennus; Oy",1234567-1')
  expect(first).toContain(`11.5,Public,Only for us,6000.00 EUR,,,,Liisa Lähde,Site manager,liisa@lahde.example,"'+358`)
  expect(second).toContain(`"'=HYPERLINK(""x"")"`)
  const archived = (await server.ask('/clients.csv?view=archived&q=old', { cookie })).text
  expect(archived.trim().split('\r\n')).toHaveLength(2)
})

it('is vCards of a client and its people, without what is for the company only', async () => {
  const text = (await server.ask(`/clients/${id}/client.vcf`, { cookie })).text
  const cards = text.replaceAll('\r\n ', '').split('BEGIN:VCARD\r\n').slice(1)
  expect(cards).toHaveLength(3)
  expect(cards.every((card) => card.startsWith('VERSION:4.0\r\n') && card.endsWith('END:VCARD\r\n'))).toBe(true)
  expect(cards[0]).toContain(`UID:urn:uuid:${id}\r\nKIND:org\r\nFN:Hämeen\\, Rakennus\\; Oy\r\n`)
  expect(cards[0]).toContain('ADR;TYPE=work:;;Katu 1;Helsinki;;00100;Finland\r\n')
  expect(cards[1]).toContain(
    'KIND:individual\r\nFN:Liisa Lähde\r\nORG:Hämeen\\, Rakennus\\; Oy\r\nTITLE:Site manager\r\n',
  )
  expect(cards[1]).toContain('EMAIL;TYPE=work:liisa@lahde.example\r\nTEL;TYPE=work:+358 40 555 0111\r\n')
  for (const own of ['Only for us', 'Public', '6000']) expect(text).not.toContain(own)
  const all = (await server.ask('/clients.vcf', { cookie })).text
  expect(all.match(/^BEGIN:VCARD/gm)).toHaveLength(4)
  const stranger = (await signedIn(createPerson(ctx.db, { now: Date.now() }))).cookie
  expect((await server.ask(`/clients/${id}/client.vcf`, { cookie: stranger })).status).toBe(404)
  expect((await server.ask('/clients.vcf', { cookie: stranger })).text).toBe('')
})

it('reads the records a hundred at a time, by name, as they are taken', () => {
  const db = testDatabase()
  const owner = createPerson(db)
  for (let count = 0; count < 250; count += 1)
    createClient(owner, { content: { ...blankClient('FI'), name: `Client ${String(count).padStart(3, '0')}` } })
  const slices = exportClients(owner, { view: 'active', q: '', tag: null })
  const first = slices.next().value ?? []
  expect([first.length, first[0]?.name, first.at(-1)?.name]).toEqual([100, 'Client 000', 'Client 099'])
  // What has changed since is as it is now; whoever was there at first is neither left out nor repeated.
  db.update(clients).set({ name: 'Aardvark', sortName: 'aardvark' }).where(eq(clients.name, 'Client 249')).run()
  const rest = [...slices]
  expect(rest.map(({ length }) => length)).toEqual([100, 50])
  expect(rest.at(-1)?.at(-1)?.name).toBe('Aardvark')
  expect([...exportClients(owner, { view: 'overdue', q: '', tag: null })]).toEqual([])
})

it('folds lines at 75 octets, and between characters', () => {
  const text = vcardText([{ ...client, name: 'Ä€😀'.repeat(40), id, updatedAt: 0 }], (code) => code)
  const lines = text.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(`FN:${'Ä€😀'.repeat(40)}\r\n`)
  expect(text).not.toContain('\ufffd')
})
