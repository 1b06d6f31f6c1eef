import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { blankClient, type ClientContent } from '#app/features/clients/client.ts'
import { contentOf } from '#app/features/clients/client-rows.server.ts'
import { createClient } from '#app/features/clients/create-client.server.ts'
import { clientColumns, clientHeaders } from '#app/features/clients/files/client-columns.server.ts'
import { clientHead, clientTable } from '#app/features/clients/files/client-table.server.ts'
import { vcardText } from '#app/features/clients/files/write-vcard.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { contactKinds } from '#app/platform/files/sniff-file.server.ts'
import { xlsxBytes } from '#app/platform/tables/write-xlsx.server.ts'
import { csvText } from '#app/platform/text/csv.ts'
import type { Database } from '#db/client.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { clients } from '#db/schema/clients.ts'
import { createPerson } from '#tests/factories/people.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase, testDatabaseFile } from '#tests/setup/database.ts'
import { race, won } from '#tests/setup/race.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { columnOf } from './column-of.server.ts'
import { importClients, offerOf } from './import-clients.server.ts'
import type { ImportedClient } from './imported-client.ts'
import { countryCodeOf } from './names.server.ts'
import { planImport } from './plan-import.server.ts'
import { readClients } from './read-clients.server.ts'

const now = Date.UTC(2026, 10, 20)
let server: TestServer
let db: Database
let ctx: CompanyContext
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  ctx = createPerson(db, { now })
})

const full: ClientContent = {
  ...blankClient('FI'),
  ...{ name: '=Hämeen, "Rakennus"; Oy', businessId: '1234567-1', vatNumber: 'FI12345671', street: "'=Katu 1" },
  ...{ postalCode: '00100', city: 'Helsinki', locale: 'fi', email: 'laskut@hame.example', phone: '+358 40 555 0111' },
  contacts: [
    { name: 'Liisa Lähde', role: 'Site manager', email: 'liisa@hame.example', phone: '-1-2' },
    { name: '=HYPERLINK("x")', role: null, email: null, phone: null },
  ],
  ...{ paymentTermDays: 14, lateInterestBp: 1150, tags: ['Public', '@home'], notes: 'First line\nand “second”' },
  creditLimits: [
    { currency: 'EUR', cents: 600_000 },
    { currency: 'USD', cents: 1_050 },
  ],
  ...{ eScheme: '0216', eAddress: '003712345671', eOperator: 'DABAFIHH', buysAs: 'other' },
}
const plain: ClientContent = { ...blankClient('SE'), name: 'Östlund AB' }

const read = (content: string | Uint8Array, kind: keyof typeof contactKinds = '.csv') =>
  readClients(typeof content === 'string' ? Buffer.from(content) : content, contactKinds[kind], 'Name')
const stateOf = (imported: readonly ImportedClient[]) =>
  planImport(db, ctx, imported).map((one) => (one.state === 'problem' ? JSON.stringify(one.problems) : one.state))
const stored = () =>
  db.select().from(clients).where(eq(clients.companyId, ctx.company.id)).orderBy(clients.id).all().map(contentOf)
/** Imports all that can be. */
function take(imported: readonly ImportedClient[]) {
  const offers = planImport(db, ctx, imported).map(offerOf)
  return importClients(ctx, { clients: imported, take: offers.filter((one) => one !== null), fileName: 'a.csv' })
}
const problemsOf = (imported: readonly ImportedClient[]) =>
  planImport(db, ctx, imported).flatMap((one) =>
    one.state === 'problem'
      ? one.problems.map(({ line, column, message }) => [line, column, message.split('?')[0]])
      : [],
  )

it('names no column by the same word as another in any language', () => {
  for (const locale of locales)
    for (const [index, header] of clientHeaders(locale).entries())
      expect([locale, header, columnOf(header)]).toEqual([locale, header, clientColumns[index]])
  expect([countryCodeOf('Suomi'), countryCodeOf('Allemagne'), countryCodeOf('se'), countryCodeOf('Nowhere')]).toEqual([
    ...['FI', 'DE', 'SE', 'Nowhere'],
  ])
  for (const header of ['Email', 'E-Mail', 'sähköposti', 'E-post', 'Correo electrónico'])
    expect(columnOf(header)).toBe('email')
})

it('gives back the same clients from the exported table, in every language, separator and encoding', async () => {
  const other = createPerson(db, { now })
  for (const content of [full, plain]) createClient(other, { content })
  for (const locale of locales) {
    ctx = createPerson(db, { now })
    const { clients: imported } = await read(csvText([clientHead(locale), ...clientTable([full, plain])]))
    expect([locale, stateOf(imported)]).toEqual([locale, ['new', 'new']])
    expect(take(imported)).toEqual({ added: 2, updated: 0 })
    expect(stored()).toEqual([full, plain])
    // Repeating it finds nothing to do.
    expect(stateOf(imported)).toEqual(['same', 'same'])
  }
  const text = 'Name;City\r\nÄlvängen Öl;Borgå\r\n'
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')
  const files = [text, text.replaceAll(';', ','), text.replaceAll(';', '\t'), `\uFEFF${text}`, `sep=;\r\n${text}`]
  const big = Buffer.from(utf16).swap16()
  for (const file of [...files, utf16, big, Buffer.from(text, 'latin1')]) {
    const { clients: found } = await read(file)
    expect(found.map(({ cells }) => cells)).toEqual([{ name: 'Älvängen Öl', city: 'Borgå' }])
  }
})

it('gives back from its own vCards what they say, and reads those of address books', async () => {
  const { clients: imported } = await read(
    vcardText([{ ...full, id: 'x', updatedAt: now }], (code) => (code === 'FI' ? 'Finland' : code)),
    '.vcf',
  )
  take(imported)
  const { paymentTermDays: _p, lateInterestBp: _l, creditLimits: _c, tags: _t, notes: _n, ...shared } = full
  const { eScheme: _s, eAddress: _a, eOperator: _o, buysAs: _b, ...said } = shared
  expect(stored()).toEqual([{ ...blankClient('FI'), ...said }])
  const book = [
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jane;;;\r\nFN:Jane Doe\r\nORG:Acme\\, Inc;Sales\r\nTITLE:Buyer\r\nEMAIL;TYPE=INTERNET:old@acme.example',
    'item1.EMAIL;TYPE=INTERNET,PREF:jane@acme.example\r\nTEL;TYPE=CELL:+1 2\r\nADR;TYPE=WORK:;;Main St 1;Turku;;20100;Suomi',
    'PHOTO;ENCODING=b;TYPE=JPEG:AAAA\r\n BBBB\r\nEND:VCARD\r\n\r\nBEGIN:VCARD\r\nVERSION:4.0\r\nFN:Matti Virtanen\r\nTEL;VALUE=uri:tel:+358-9',
    'NOTE:One\\nTwo\r\nCATEGORIES:Private,Sauna\r\nEND:VCARD\r\n',
  ].join('\r\n')
  const { clients: people } = await read(book, '.vcf')
  expect(people).toEqual([
    {
      line: 1,
      cells: { name: 'Acme, Inc', street: 'Main St 1', postalCode: '20100', city: 'Turku', country: 'Suomi' },
      people: [{ line: 1, name: 'Jane Doe', role: 'Buyer', email: 'jane@acme.example', phone: '+1 2' }],
    },
    {
      ...{ line: 15, people: [] },
      cells: { name: 'Matti Virtanen', phone: '+358-9', tags: 'Private, Sauna', notes: 'One\nTwo' },
    },
  ])
  expect(stateOf(people)).toEqual(['new', 'new'])
})

it('knows a client by its number, its email or its name, and completes it', async () => {
  createClient(ctx, { content: { ...full, notes: '' } })
  createClient(ctx, { content: { ...plain, email: 'a@ostlund.example', postalCode: '111 22' } })
  const file = [
    'Name;VAT number;Business ID;Email for invoices;Postal code;Person;Email of the person;City',
    'Hämeen Rakennus Oy;FI12345671;;;;LIISA;liisa@hame.example;',
    'Ostlund;;;a@ostlund.example;;;;Lund',
    'Östlund AB;;;b@ostlund.example;;;;',
  ].join('\n')
  const { clients: imported } = await read(file)
  const plan = planImport(db, ctx, imported)
  expect(plan.map(({ state, known }) => [state, known?.reason])).toEqual([
    ...[
      ['update', 'vatNumber'],
      ['update', 'email'],
      ['new', undefined],
    ],
  ])
  expect(plan[0]?.state === 'update' && plan[0].changes).toEqual([
    { field: 'name', before: full.name, after: 'Hämeen Rakennus Oy' },
    {
      field: 'contacts',
      before: 'Liisa Lähde, Site manager, liisa@hame.example, -1-2',
      after: 'LIISA, Site manager, liisa@hame.example, -1-2',
    },
  ])
  expect(take(imported)).toEqual({ added: 1, updated: 2 })
  const [first, second, third] = stored()
  expect(first).toEqual({
    ...{ ...full, name: 'Hämeen Rakennus Oy', notes: '' },
    contacts: [{ ...full.contacts[0], name: 'LIISA' }, full.contacts[1]],
  })
  expect([second?.name, second?.city, second?.postalCode, third?.email]).toEqual([
    ...['Ostlund', 'Lund', '111 22', 'b@ostlund.example'],
  ])
  expect(stateOf(imported)).toEqual(['same', 'same', 'same'])
  const audited = db.select().from(auditLog).where(eq(auditLog.companyId, ctx.company.id)).all()
  expect(audited.filter(({ detail }) => JSON.stringify(detail).includes('import')).map(({ action }) => action)).toEqual(
    [...['client.update', 'client.update', 'client.create']],
  )
})

it('names what is wrong with its line and column, and offers the rest', async () => {
  createClient(ctx, { content: { ...plain, name: 'Twin', country: 'FI' } })
  createClient(ctx, { content: { ...plain, name: 'Twin', country: 'FI' } })
  const file = [
    'Name,Business ID,Country,Email for invoices,Person,Email of the person,Credit limits',
    'Good Oy,1234567-1,FI,,,,',
    '"Two',
    'lines Oy",1234567-2,FI,wrong,,,',
    'Again Oy,12345671,,,,,',
    ',,FI,,,,',
    'Bad Oy,,Nowhere,,Ann,not an address,many',
    'Twin,,,,,,',
  ].join('\n')
  const { clients: imported } = await read(file)
  expect(problemsOf(imported)).toEqual([
    [3, 'email', 'validation:email'],
    [3, 'businessId', 'team:company.businessIdWrong'],
    [5, null, 'clientimport:problem.twice'],
    [6, 'name', 'validation:required'],
    [7, 'country', 'validation:choice'],
    [7, 'contactEmail', 'validation:email'],
    [7, 'creditLimits', expect.stringMatching(/^validation:/)],
    [7, 'creditLimits', expect.stringMatching(/^validation:/)],
    [8, null, 'clientimport:problem.several'],
  ])
  expect(take(imported)).toEqual({ added: 1, updated: 0 })
})

it('refuses a broken file with its line', async () => {
  const refusal = async (content: string | Uint8Array, kind?: keyof typeof contactKinds) =>
    await read(content, kind).then(
      () => 'read',
      ({ text }) => [text.key.replace('clientimport:refused.', ''), text.params?.line],
    )
  expect(await refusal('Name,City\nA,"open\nB,C\n')).toEqual(['bidimport:refused.brokenAt', expect.any(Number)])
  expect(await refusal('Nom de guerre,City\nA,B\n')).toEqual(['noHeader', undefined])
  expect(await refusal('Name,Nimi\nA,B\n')).toEqual(['columnTwice', undefined])
  expect(await refusal('Name\n\n')).toEqual(['empty', undefined])
  expect(await refusal('hello', '.vcf')).toEqual(['noVcard', 1])
  expect(await refusal('BEGIN:VCARD\nVERSION:3.0\nFN:x\n', '.vcf')).toEqual(['cardOpen', 1])
  const one = 'BEGIN:VCARD\nVERSION:4.0\nFN:x\nEND:VCARD\n'
  expect(await refusal(`${one}BEGIN:VCARD\nVERSION:2.1\nFN:x\nEND:VCARD\n`, '.vcf')).toEqual(['cardVersion', 5])
  expect(await refusal(`${one}BEGIN:VCARD\nVERSION:4.0\nFN:x\nNO COLON\nEND:VCARD\n`, '.vcf')).toEqual([
    'cardBroken',
    8,
  ])
  const parameters = `TEL;${'A=B;'.repeat(400_000)}X=Y:1`
  expect(await refusal(one.replace('FN:x', `FN:x\n${parameters}`), '.vcf')).toEqual(['cardBroken', 4])
  expect(await refusal(one.repeat(1001), '.vcf')).toEqual(['tooManyCards', 4001])
})

it('takes all that was chosen or nothing, once, and nothing other than was shown', async () => {
  const { clients: imported } = await read('Name,Business ID,City\nOne Oy,1234567-1,Turku\nTwo Oy,,Turku\n')
  const offers = planImport(db, ctx, imported).flatMap((one) => offerOf(one) ?? [])
  const submissionId = '0197b4d2-7f2c-7c50-9c1c-5f6a1f6b2a01'
  const input = { clients: imported, fileName: 'a.csv', submissionId }
  createClient(ctx, { content: { ...plain, country: 'FI', name: 'Somebody', businessId: '1234567-1' } })
  expect(() => importClients(ctx, { ...input, take: offers })).toThrow('clientimport:refused.changed')
  expect(stored()).toHaveLength(1)
  expect(() => importClients(ctx, { ...input, take: [] })).toThrow('clientimport:refused.nothing')
  const second = offers.slice(1)
  expect(importClients(ctx, { ...input, take: second })).toEqual({ added: 1, updated: 0 })
  expect(importClients(ctx, { ...input, take: second })).toEqual({ added: 1, updated: 0 })
  expect(stored()).toHaveLength(2)
})

it('does not decide between two clients that a number each points to', async () => {
  createClient(ctx, { content: { ...plain, country: 'FI', name: 'One', businessId: '1234567-1' } })
  createClient(ctx, { content: { ...plain, country: 'FI', name: 'Two', vatNumber: 'FI12345671' } })
  const { clients: imported } = await read('Name,Business ID,VAT number\nBoth,1234567-1,FI12345671\n')
  expect(problemsOf(imported)).toEqual([[2, null, 'clientimport:problem.several']])
})

it('reads a workbook, in which a number of an address has lost its zeros', async () => {
  const scheme = clientHeaders('en')[clientColumns.indexOf('eScheme')] ?? ''
  const table = [
    ['Name', scheme, 'Payment term in days'],
    ['One Oy', 216, 14],
  ]
  const { clients: imported } = await read(await xlsxBytes(table), '.xlsx')
  expect(imported).toEqual([{ line: 2, cells: { name: 'One Oy', eScheme: '216', paymentTermDays: '14' }, people: [] }])
  expect(problemsOf(imported).map(([, column]) => column)).toEqual(['eAddress'])
})

it('is uploaded, shown and confirmed on its page', async () => {
  const { cookie } = await signedIn(ctx)
  const upload = (name: string, content: string) => {
    const head = `--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', Origin: ownOrigin }
    return server.ask('/clients/import', { cookie, headers, body: Buffer.from(`${head}${content}\r\n--b--\r\n`) })
  }
  const shown = await upload('list.csv', 'Name,City,Shoe size\nOne Oy,Turku,44\nTwo Oy,Turku,45\n')
  expect(shown.status).toBe(200)
  for (const text of ['One Oy', 'Line 2 · New client', 'Shoe size', 'Nothing is saved yet'])
    expect(shown.text).toContain(text)
  expect(stored()).toEqual([])
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.text)?.[1] ?? ''
  const fields = { submissionId: value('submissionId'), packed: value('packed'), name: 'list.csv', take: '3.new' }
  const confirmed = await server.ask('/clients/import', { cookie, form: fields })
  expect([confirmed.status, confirmed.headers.location]).toEqual([303, '/clients?sort=newest'])
  expect(stored().map(({ name }) => name)).toEqual(['Two Oy'])
  const again = await server.ask('/clients/import', { cookie, form: { ...fields, submissionId: '', take: '3.new' } })
  expect([again.status, again.text.includes('have changed in the meantime')]).toEqual([422, true])
  const broken = await server.ask('/clients/import', { cookie, form: { ...fields, packed: 'x' } })
  expect([broken.status, broken.text.includes('did not arrive whole')]).toEqual([422, true])
  expect((await upload('list.vcf', 'BEGIN:VCARD\r\nVERSION:2.1\r\nEND:VCARD\r\n')).text).toContain(
    'Line 1: vCards of version 2.1',
  )
})

it('adds a client once when a file is confirmed on several pages at the same time', async () => {
  const { file, db: shared, remove } = testDatabaseFile()
  const company = createPerson(shared, { now })
  const { clients: imported } = await read('Name,Email for invoices\nOne Oy,one@example.org\nTwo Oy,\n')
  const take = planImport(shared, company, imported).flatMap((one) => offerOf(one) ?? [])
  const calls = Array.from({ length: 10 }, () => ({
    ctx: company,
    input: { clients: imported, take, fileName: 'a.csv' },
  }))
  const outcomes = await race(file, '#app/features/clients/import/import-clients.server.ts', 'importClients', calls)
  expect(won(outcomes)).toHaveLength(1)
  expect(outcomes.filter((one) => !one.ok && one.message.includes('clientimport:refused.changed'))).toHaveLength(9)
  const { companyId } = clients
  expect(shared.select().from(clients).where(eq(companyId, company.company.id)).all()).toHaveLength(2)
  remove()
})
