import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { writeFinvoice } from '#app/features/einvoices/write-finvoice.ts'
import { writeUbl } from '#app/features/einvoices/write-ubl.ts'
import { listRules } from '#app/features/finance/rules/rules.server.ts'
import { getTransaction, listTransactions } from '#app/features/finance/transactions.server.ts'
import { listInbox, listReceiptsOf } from '#app/features/receipts/receipts.server.ts'
import { listReceived } from '#app/features/received-invoices/list-received.server.ts'
import { getReceived } from '#app/features/received-invoices/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { files } from '#db/schema/files.ts'
import { einvoice } from '#tests/factories/einvoice.ts'
import { createAccount, createTransaction } from '#tests/factories/finance.ts'
import { createPerson } from '#tests/factories/people.ts'
import { camt, testIban } from '#tests/factories/statement.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let ctx: CompanyContext
let cookie: string
let own: typeof einvoice
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  ctx = createPerson(db, { now: Date.now() })
  cookie = (await signedIn(ctx)).cookie
  const { business_id, vat_number } = db.$client
    .prepare<[string], { business_id: string; vat_number: string }>(
      'SELECT business_id, vat_number FROM companies WHERE id = ?',
    )
    .get(ctx.company.id) ?? { business_id: '', vat_number: '' }
  const buyer = { ...einvoice.buyer, legalId: { id: business_id, scheme: '0212' }, vatId: vat_number, address: null }
  own = { ...einvoice, issueDate: '2026-05-01', dueDate: '2026-05-15', buyer }
})
afterAll(() => server.stop())

function upload(to: string, name: string, content: string | Uint8Array, fields: Record<string, string> = {}) {
  const field = ([key, value]: [string, string]) =>
    `--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const typed = Object.entries({ submissionId: newId(), ...fields }).map(field)
  const head = `--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(typed.join('') + head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')])
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b', Origin: ownOrigin }
  return server.ask(to, { cookie, headers, body })
}
const stored = () => db.select().from(files).all().length
const received = () => listReceived(ctx, { view: null, after: null }).rows

it('a company without an account is led to add one before it imports a statement', async () => {
  const { text } = await server.ask('/financials/import', { cookie })
  expect(text).toContain('href="/financials/accounts/new"')
  expect(text).not.toContain('type="file"')
})

it('an e-invoice is uploaded, read as a page, and its file downloaded; what is wrong with one is said with its line', async () => {
  const add = '/invoicing/received/add'
  const ubl = writeUbl(own, { isPeppol: true })
  const answer = await upload(add, 'invoice.xml', ubl)
  expect([answer.status, received().length]).toEqual([303, 1])
  const page = await server.ask(answer.headers.location ?? '', { cookie })
  for (const text of ['Seller Oy', 'Painting', '627.50', 'FI21 1234 5600 0007 85', '25.5%'])
    expect(page.text).toContain(text)
  const fileId = getReceived(ctx, received()[0]?.id ?? '')?.invoice.fileId
  const file = await server.ask(`/files/${fileId}`, { cookie })
  expect([file.status, file.text]).toEqual([200, ubl])

  const before = stored()
  const finvoice = writeFinvoice({ ...own, number: '2' }, { id: 'message', at: 0 })
  for (const [content, said] of [
    [ubl, /Invoice 2026-000001 of this supplier is here already/],
    [
      ubl.replace('2026-000001', '3').replaceAll('>627.50<', '>628.50<'),
      /sums of the invoice don’t add up \(EN 16931: BR-CO-15\)/,
    ],
    [
      ubl.replace('?>', '?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'),
      /Line 1: the file has a document type/,
    ],
    [finvoice.replace(/<InvoiceDate [^>]*>[^<]*<\/InvoiceDate>/, ''), /Line \d+: the file lacks InvoiceDate/],
    [writeUbl({ ...einvoice, number: '4' }, { isPeppol: true }), /addressed to another company/],
    ['', /empty/],
  ] as const) {
    const refused = await upload(add, 'invoice.xml', content)
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(said)])
  }
  expect((await upload(add, 'invoice.pdf', '%PDF-1.7')).status).toBe(422)
  expect([received().length, stored()]).toEqual([1, before])
  expect((await upload(add, 'second.xml', finvoice)).status).toBe(303)
  expect(
    received()
      .map(({ number }) => number)
      .sort(),
  ).toEqual(['2', '2026-000001'])
})

it('an invoice in a PDF is typed, and what was typed comes back with a refusal', async () => {
  const to = '/invoicing/received/type'
  const typed = {
    ...{
      kind: 'invoice',
      supplierName: 'Lautatarha Oy',
      supplierCountry: 'FI',
      supplierBusinessId: '',
      supplierVatNumber: '',
    },
    ...{
      number: 'L-1',
      issueDate: '2026-05-04',
      dueDate: '2026-05-18',
      currency: 'EUR',
      amount: '125.50',
      vat: 'standard',
    },
    ...{ vatAmount: '', iban: 'FI21 1234 5600 0007 86', reference: '' },
  }
  const pdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'
  const refused = await upload(to, 'invoice.pdf', pdf, typed)
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('value="Lautatarha Oy"')])
  expect(refused.text).toContain('This IBAN isn’t valid')
  expect((await upload(to, 'invoice.pdf', pdf, { ...typed, iban: '' })).status).toBe(303)
  const id = received().find(({ number }) => number === 'L-1')?.id ?? ''
  expect(getReceived(ctx, id)?.invoice).toMatchObject({
    netCents: 10_000,
    vatCents: 2550,
    grossCents: 12_550,
    iban: null,
  })
})

it('receipts are uploaded into the inbox', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  expect((await upload('/financials/receipts', 'fuel.png', png, { note: 'Van' })).status).toBe(303)
  expect(listInbox(ctx)).toMatchObject([{ name: 'fuel.png', note: 'Van' }])
  const refused = await upload('/financials/receipts', 'fuel.png', 'no picture', { note: 'Lorry' })
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('value="Lorry"')])
  expect(listInbox(ctx)).toHaveLength(1)
  const row = createTransaction(ctx, createAccount(ctx))
  const attach = `/financials/transactions/${row}/receipt`
  const answer = await upload(attach, 'diesel.png', png, { back: '/financials/transactions?receipt=missing' })
  expect([answer.status, answer.headers.location]).toEqual([303, '/financials/transactions?receipt=missing'])
  const refusedThere = await upload(attach, 'fuel.png', '', {})
  expect(refusedThere.status).toBe(422)
  expect(listReceiptsOf(ctx, row).map(({ name }) => name)).toEqual(['diesel.png'])
  const stranger = createPerson(db)
  const theirs = createTransaction(stranger, createAccount(stranger))
  expect((await upload(`/financials/transactions/${theirs}/receipt`, 'fuel.png', png, {})).status).toBe(404)
})

it('a statement is shown before anything is imported: CSV as far as it can be read, XML whole or not at all', async () => {
  const accountId = createAccount(ctx, { iban: testIban })
  const csv = 'Kirjauspäivä;Määrä;Saaja/Maksaja;Viite;Arkistointitunnus\n04.05.2026;-12,50;Fuel Oy;;A1\n'
  const answer = await upload('/financials/import', 'statement.csv', csv, { accountId })
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('Fuel Oy')])
  const list = { state: null, direction: null, category: null, projectId: null, from: null, to: null }
  expect(listTransactions(ctx, { ...list, accountId, receipt: null, q: '', after: null }).rows).toEqual([])
  expect((await upload('/financials/import', 'statement.csv', 'one;two\n1;2\n', { accountId })).status).toBe(422)

  const xml = camt({
    version: '08',
    openingCents: 10_000,
    entries: [{ cents: -1250, archiveId: 'A1', name: 'Timber Oy' }],
  })
  const shown = await upload('/financials/import', 'statement.xml', xml, { accountId })
  expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Timber Oy')])
  const wrong = await upload('/financials/import', 'statement.xml', xml.replace('>12.50<', '>12.51<'), { accountId })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('don’t add up to the closing balance')])
  const unnamed = await upload('/financials/import', 'statement.xml', xml, { accountId: createAccount(ctx) })
  expect([unnamed.status, unnamed.text]).toEqual([422, expect.stringContaining('This account has no IBAN')])
})

it('a booking rule is tested as typed without being stored, saved, and applied to what was shown', async () => {
  const row = createTransaction(ctx, createAccount(ctx), { counterparty: 'Ruukki Oy', splits: [] })
  const typed = {
    ...{ name: 'Steel', mode: 'suggest', counterpartyContains: 'ruukki', currency: 'EUR', min: '100' },
    ...{ 'parts[0].category': 'materials', 'parts[0].vat': 'standard', 'parts[0].share': '60' },
    ...{ 'parts[1].category': 'equipment', 'parts[1].vat': 'none', 'parts[1].share': '' },
  }
  const post = (to: string, form: Record<string, string>) =>
    server.ask(to, { cookie, form: { submissionId: newId(), ...form }, headers: { Origin: ownOrigin } })
  const tested = await post('/financials/rules/new', { ...typed, intent: 'test' })
  expect([tested.status, listRules(ctx)]).toEqual([200, []])
  for (const text of ['Ruukki Oy', 'value="ruukki"', 'value="60"', 'Would be for: 2 parts'])
    expect(tested.text).toContain(text)
  const nothing = await post('/financials/rules/new', { ...typed, counterpartyContains: '', min: '' })
  expect([nothing.status, nothing.text]).toEqual([422, expect.stringContaining('would fit every row')])
  expect((await post('/financials/rules/new', typed)).status).toBe(303)
  const page = (await server.ask('/financials/rules', { cookie })).text
  const pick = /name="pick" value="([^"]+)"/.exec(page)?.[1] ?? ''
  expect((await post('/financials/rules/apply', { ids: row, pick, back: '/financials/rules' })).status).toBe(303)
  expect(getTransaction(ctx, row)).toMatchObject({
    ruleName: 'Steel',
    splits: [
      { category: 'materials', amountCents: -7530 },
      { category: 'equipment', amountCents: -5020 },
    ],
  })
})
