import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getCompany } from '#app/features/team/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { released, signedDeal } from '#tests/factories/deal.ts'
import { draftInvoice, invoiceInput, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { createInvoice } from './create-invoice.server.ts'
import { creditInvoice } from './credit-invoice.server.ts'
import { issueInvoice } from './issue-invoice.server.ts'
import { getInvoice, listInvoices } from './queries.server.ts'
import { shareInvoice } from './share-invoice.server.ts'
import { unshareInvoice } from './unshare-invoice.server.ts'

let db: Database
let server: TestServer
let ctx: CompanyContext
let cookie: string
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  ctx = createPerson(db, { now: Date.now() })
  cookie = (await signedIn(ctx)).cookie
})
afterAll(() => server.stop())

const form = {
  buyerName: 'Buyer <b>Oy</b>',
  buyerStreet: 'Ostajankatu 2',
  buyerPostalCode: '00200',
  buyerCity: 'Helsinki',
  buyerCountry: 'FI',
  currency: 'EUR',
  deliveryDate: '2026-05-29',
  paymentTermDays: '14',
  'lines[0].description': 'Painting',
  'lines[0].quantity': '10',
  'lines[0].unit': 'h',
  'lines[0].unitPrice': '50.00',
  'lines[0].vatRate': '2550',
}
const issued = () => listInvoices(ctx, { status: null, page: 1 })
const idIn = (location: string | undefined) => /\/invoicing\/([\w-]+)$/.exec(location ?? '')?.[1] ?? ''

describe('the form without scripts', () => {
  it('asks for a rate of exchange where VAT is in another currency, and shows the VAT in euros', async () => {
    const dollars = { ...form, currency: 'USD' }
    const refused = await server.ask('/invoicing/new', { cookie, form: { ...dollars, submissionId: newId() } })
    expect(refused.status).toBe(422)
    expect(refused.text).toMatch(/<input(?=[^>]*name="euroRate")(?=[^>]*aria-invalid="true")/)
    const rate = { euroRate: '1.0850', euroRateDate: '2026-05-29', euroRateSource: 'ECB' }
    const answer = await server.ask('/invoicing/new', { cookie, form: { ...dollars, ...rate, submissionId: newId() } })
    expect(answer.status).toBe(303)
    // 127.50 dollars at 1.0850 are 117.51 euros.
    const { text } = await server.ask(`/invoicing/${idIn(answer.headers.location)}`, { cookie })
    expect(text).toContain('€117.51')
    expect(text).toContain('1 EUR = 1.0850 USD')
  })

  it('saves a draft, once, and ignores unknown fields', async () => {
    const forged = { companyId: newId(), status: 'paid', number: '2026-0099', buyerCompanyId: newId(), paidCents: '9' }
    const answer = await server.ask('/invoicing/new', { cookie, form: { ...form, ...forged, submissionId: newId() } })
    expect(answer.status).toBe(303)
    const document = getInvoice(ctx, idIn(answer.headers.location))?.document
    expect(document).toMatchObject({ status: 'draft', number: null, paidCents: 0, grossCents: 62_750 })
    const { text } = await server.ask(String(answer.headers.location), { cookie })
    expect(text).toContain('Buyer &lt;b&gt;Oy')
  })

  it('answers 422 with the message at the field, and keeps the input', async () => {
    const before = issued().total
    const wrong = { ...form, 'lines[0].unitPrice': 'fifty', deliveryDate: '2024-01-01', buyerName: '' }
    const { status, text } = await server.ask('/invoicing/new', { cookie, form: wrong })
    expect(status).toBe(422)
    expect(text).toContain('<title>Error: ')
    expect(text).toContain('Please enter a price such as 1234.50')
    expect(text).toMatch(
      /<input(?=[^>]*name="lines\[0\]\.unitPrice")(?=[^>]*value="fifty")(?=[^>]*aria-invalid="true")/,
    )
    expect(text).toMatch(/<input(?=[^>]*name="lines\[0\]\.description")(?=[^>]*value="Painting")/)
    expect(issued().total).toBe(before)
  })

  it('overwrites a draft saved by somebody else only on confirmation', async () => {
    const id = draftInvoice(ctx)
    const edit = `/invoicing/${id}/edit`
    const versionIn = (text: string) => /name="expectedVersion" value="(\d+)"/.exec(text)?.[1] ?? ''
    const seen = versionIn((await server.ask(edit, { cookie })).text)
    const send = (buyerName: string, version: string) =>
      server.ask(edit, { cookie, form: { ...form, buyerName, expectedVersion: version, submissionId: newId() } })
    expect((await send('First Oy', seen)).status).toBe(303)
    // Neither a correction nor another line makes it a form of the newer version.
    const later = { ...form, expectedVersion: seen, submissionId: newId() }
    const insert = '{"type":"insert","payload":{"name":"lines"}}'
    for (const each of [
      { ...later, buyerName: '' },
      { ...later, __intent__: insert },
    ]) {
      expect(versionIn((await server.ask(edit, { cookie, form: each })).text)).toBe(seen)
    }
    const { status, text } = await send('Second Oy', seen)
    expect(status).toBe(409)
    expect(text).toContain('This was changed while you had the form open')
    expect(text).toMatch(new RegExp(`<a[^>]*href="/invoicing/${id}"[^>]*>Show the saved version`))
    expect(text).toMatch(/<input(?=[^>]*name="buyerName")(?=[^>]*value="Second Oy")/)
    expect(getInvoice(ctx, id)?.document.buyer.name).toBe('First Oy')
    expect((await send('Second Oy', versionIn(text))).status).toBe(303)
    expect(getInvoice(ctx, id)?.document.buyer.name).toBe('Second Oy')
  })

  it('keeps and shows the country of the buyer, wherever that is, and chooses none by itself', async () => {
    const chosen = async (path: string) => {
      const { text } = await server.ask(path, { cookie })
      const select = /<select[^>]*name="buyerCountry".*?<\/select>/s.exec(text)?.[0] ?? ''
      // Browsers choose the first where none is selected.
      return (/<option value="([A-Z]*)" selected=""/.exec(select) ?? /<option value="([A-Z]*)"/.exec(select))?.[1]
    }
    const addresses = [
      ['XK', '10000'],
      ['BA', '71000'],
      ['TR', '34000'],
      ['UA', '01001'],
      ['CN', '100000'],
      ['IN', '110001'],
      ['BR', '01000-000'],
      ['MX', '01000'],
    ] as const
    for (const [buyerCountry, buyerPostalCode] of addresses) {
      const foreign = { ...form, buyerCountry, buyerPostalCode, submissionId: newId() }
      const answer = await server.ask('/invoicing/new', { cookie, form: foreign })
      expect(answer.status).toBe(303)
      expect(await chosen(`${answer.headers.location}/edit`)).toBe(buyerCountry)
    }
    expect(await chosen('/invoicing/new')).toBe('')
  })

  it('adds and removes lines, and offers the VAT rates of the delivery date', async () => {
    const page = await server.ask('/invoicing/new', { cookie })
    const intent = /<button[^>]*name="__intent__"[^>]*value="([^"]*insert[^"]*)"/.exec(page.text)?.[1] ?? ''
    const decoded = intent.replaceAll('&quot;', '"')
    const posted = { ...form, deliveryDate: '2024-08-31', __intent__: decoded }
    const { status, text } = await server.ask('/invoicing/new', { cookie, form: posted })
    expect(status).toBe(200)
    expect(text).toContain('name="lines[1].description"')
    expect(text).toMatch(/<option value="2400"/)
    expect(text).toMatch(/<option value="2550" selected="">25.5% – not valid on this date/)
    const remove = JSON.stringify({ type: 'remove', payload: { name: 'lines', index: 0 } })
    const removed = await server.ask('/invoicing/new', { cookie, form: { ...form, __intent__: remove } })
    expect(removed.text).not.toContain('name="lines[0].description"')
  })
})

describe('the steps of an invoice, by plain forms', () => {
  it('from the draft to the payment, the credit note and the mail', async () => {
    const id = draftInvoice(ctx)
    const post = (step: string, fields: Record<string, string> = {}) =>
      server.ask(`/invoicing/${id}/${step}`, { cookie, form: { submissionId: newId(), ...fields } })
    expect((await post('issue')).headers.location).toBe(`/invoicing/${id}`)
    expect((await post('send', { email: 'x' })).status).toBe(422)
    expect((await post('send', { email: 'buyer@example.com' })).status).toBe(303)
    expect(db.select().from(mails).all()).toHaveLength(1)
    expect((await post('record-payment', { amount: '9999', paidOn: '2026-06-01' })).status).toBe(422)
    expect((await post('record-payment', { amount: '600', paidOn: '2026-06-01' })).status).toBe(303)
    const tooMuch = await post('credit', { extent: 'part', amount: '700', reason: 'Wrong' })
    expect([tooMuch.status, tooMuch.text.includes('Credit notes cannot exceed the invoice.')]).toEqual([422, true])
    const note = await post('credit', { extent: 'part', amount: '27.50', reason: 'Wrong' })
    expect((await server.ask(String(note.headers.location), { cookie })).text).toContain('Credit on invoice')
    expect(getInvoice(ctx, id)?.document).toMatchObject({ status: 'paid', openCents: 0 })
    const again = await post('issue')
    expect([again.status, again.headers.location]).toEqual([303, `/invoicing/${id}`])
    expect((await server.ask(`/invoicing/${id}`, { cookie })).text).toContain('current status doesn’t allow this')
  })

  it('refuses a payment form that is sent again with another amount, and keeps the input', async () => {
    const id = issuedInvoice(ctx)
    const fields = { submissionId: newId(), paidOn: '2026-06-01' }
    const pay = (amount: string) =>
      server.ask(`/invoicing/${id}/record-payment`, { cookie, form: { ...fields, amount } })
    expect((await pay('100')).status).toBe(303)
    const { status, text } = await pay('200')
    expect(status).toBe(409)
    expect(text).toContain('This form was already sent with different content.')
    expect(text).toMatch(/<input(?=[^>]*name="amount")(?=[^>]*value="200")/)
    expect((await pay('100')).status).toBe(303)
    expect(getInvoice(ctx, id)?.payments).toMatchObject([{ amountCents: 10_000 }])
  })

  it('shows which seller details are missing, with a link to add them', async () => {
    const poor = createPerson(db, { now: Date.now() })
    const { cookie: theirs } = await signedIn(poor)
    const id = draftInvoice(poor)
    db.update(companies).set({ iban: null }).run()
    try {
      const page = await server.ask(`/invoicing/${id}/issue`, { cookie: theirs })
      expect(page.text).toMatch(
        /IBAN of your account.*href="\/company-settings\/bank-account\?|href="\/company-settings\/bank-account\?.*IBAN of your account/s,
      )
      const returnTo = encodeURIComponent(`/invoicing/${id}/issue`)
      expect(page.text).toContain(`/company-settings/bank-account?returnTo=${returnTo}`)
      db.update(companies).set({ street: null }).where(eq(companies.id, poor.company.id)).run()
      const poorer = await server.ask(`/invoicing/${id}/issue`, { cookie: theirs })
      expect(poorer.text).toContain(`/company-settings?returnTo=${returnTo}`)
      const answer = await server.ask(`/invoicing/${id}/issue`, { cookie: theirs, form: { submissionId: newId() } })
      expect(answer.status).toBe(422)
      expect(getInvoice(poor, id)?.document.status).toBe('draft')
    } finally {
      db.update(companies).set({ iban: 'FI7944052020036082' }).run()
    }
  })
})

describe('strangers', () => {
  it.each(['', '/edit', '/issue', '/send', '/record-payment', '/credit', '/delete'])(
    'get a 404 for %s',
    async (step) => {
      const id = draftInvoice(ctx)
      const { cookie: theirs } = await signedIn(createPerson(db))
      expect((await server.ask(`/invoicing/${id}${step}`, { cookie: theirs })).status).toBe(404)
    },
  )

  it.each(['edit', 'issue', 'send', 'record-payment', 'credit', 'delete', 'share', 'unshare'])(
    'cannot %s',
    async (step) => {
      const id = issuedInvoice(ctx)
      const before = db.$client.prepare('select * from invoices where id = ?').get(id)
      const { cookie: theirs } = await signedIn(createPerson(db))
      const fields = { ...form, email: 'a@b.example', amount: '1', paidOn: '2026-06-01', extent: 'whole', reason: 'x' }
      expect((await server.ask(`/invoicing/${id}/${step}`, { cookie: theirs, form: fields })).status).toBe(404)
      expect(db.$client.prepare('select * from invoices where id = ?').get(id)).toEqual(before)
    },
  )
})

describe('a shared invoice', () => {
  it('is public to everybody with the link, without scripts, and neither cached nor indexed', async () => {
    const id = issuedInvoice(ctx)
    const { shareId } = shareInvoice(ctx, { invoiceId: id, days: 0 })
    const { status, headers, text } = await server.ask(`/shared/invoice/${shareId}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(text).not.toMatch(/<script|modulepreload/)
    expect(text).toContain('name="robots" content="noindex, nofollow"')
    const { reference } = getInvoice(ctx, id)?.document ?? {}
    for (const word of [
      'FI79 4405 2020 0360 82',
      getCompany(ctx)?.businessId ?? 'none',
      'Virtual barcode',
      '€627.50',
      '25.5%',
    ])
      expect(text).toContain(word)
    expect(text.replace(/\s/g, '')).toContain(reference ?? 'none')
    expect(text).not.toContain(id)
  })

  it('is the same 404 for an unknown, revoked or expired link, and for a draft', async () => {
    const draft = draftInvoice(ctx)
    const draftShare = 'A'.repeat(22)
    db.$client.prepare('update invoices set share_id = ? where id = ?').run(draftShare, draft)
    const withdrawn = issuedInvoice(ctx)
    const gone = shareInvoice(ctx, { invoiceId: withdrawn, days: 0 }).shareId
    unshareInvoice(ctx, { invoiceId: withdrawn })
    const past = { ...ctx, now: ctx.now - 8 * 86_400_000 }
    const expired = shareInvoice(past, { invoiceId: issuedInvoice(ctx), days: 7 }).shareId
    const links = [draftShare, gone, expired, 'D'.repeat(21)]
    const bare = async (link: string) => {
      const { status, text } = await server.ask(`/shared/invoice/${link}`)
      return { status, text: text.replaceAll(link, '').replace(/[0-9a-f-]{36}|nonce="[^"]*"/g, '') }
    }
    const unknown = await bare('C'.repeat(22))
    expect(unknown.status).toBe(404)
    for (const link of links) expect(await bare(link)).toEqual(unknown)
  })
})

it('/invoicing and /Invoicing are the same page', async () => {
  const [one, other] = await Promise.all(['/invoicing', '/Invoicing'].map((path) => server.ask(path, { cookie })))
  expect([one?.status, other?.status]).toEqual([200, 200])
  expect(other?.text).toContain('Issued by us')
})

describe('an invoice credited in full', () => {
  it('says so in a sum that adds up, and offers the next invoice of its milestone', async () => {
    const deal = await signedDeal(db)
    const { provider, client, milestoneIds } = deal
    const [milestoneId = ''] = milestoneIds
    await released(deal, milestoneId)
    const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
    const { id: invoiceId } = createInvoice(provider, { ...invoiceInput, lines, milestoneId })
    issueInvoice(provider, { invoiceId })
    const credit = { invoiceId, amountCents: null, reason: 'Wrong', lineText: 'Credit', unit: 'pcs' }
    const note = creditInvoice(provider, credit).id
    const pageFor = async (person: CompanyContext, id: string) =>
      (await server.ask(`/invoicing/${id}`, { cookie: (await signedIn(person)).cookie })).text
    for (const person of [provider, client]) {
      const text = await pageFor(person, invoiceId)
      expect(text).toContain('Credited in full')
      expect(text).not.toContain('Paid in full')
      expect(text).toMatch(/Goes to the next invoice.*€5,961\.25.*Amount due.*€0\.00/s)
    }
    const again = `href="/invoicing/new?milestone=${milestoneId}"`
    expect(await pageFor(provider, invoiceId)).toContain(again)
    expect(await pageFor(provider, invoiceId)).not.toContain('There is nothing left to do')
    expect(await pageFor(provider, note)).toContain(again)
    expect(await pageFor(client, invoiceId)).not.toContain(again)
    const { id: next } = createInvoice(provider, { ...invoiceInput, lines, milestoneId })
    issueInvoice(provider, { invoiceId: next })
    expect(await pageFor(provider, invoiceId)).toContain('Credited in full')
    expect(await pageFor(provider, invoiceId)).toContain('Invoiced again')
  })
})

describe('the form for a milestone', () => {
  it('shows the client of a milestone’s contract read-only, with its VAT alone and the most that can be invoiced', async () => {
    const deal = await signedDeal(db)
    const [milestoneId = ''] = deal.milestoneIds
    await released(deal, milestoneId)
    const { cookie: own } = await signedIn(deal.provider)
    const { text } = await server.ask(`/invoicing/new?milestone=${milestoneId}`, { cookie: own })
    for (const name of [
      'buyerName',
      'buyerBusinessId',
      'buyerVatNumber',
      'buyerStreet',
      'buyerPostalCode',
      'buyerCity',
    ])
      expect(text).toMatch(new RegExp(`<input(?=[^>]*name="${name}")(?=[^>]*readOnly)`, 'i'))
    expect(text).toMatch(/<input(?=[^>]*type="hidden")(?=[^>]*name="buyerCountry")(?=[^>]*value="FI")/)
    expect(text).toContain('The buyer is the client of contract')
    expect(text).toContain('the most that can be invoiced: €5,000.00 without VAT')
    const options = /<select[^>]*name="lines\[0\]\.vatRate".*?<\/select>/s.exec(text)?.[0] ?? ''
    expect([...options.matchAll(/value="(\w+)"/g)].map(([, value]) => value)).toEqual(['2550'])
  })
})

it('the lists of what is open and overdue end with what all of it comes to', async () => {
  const seller = createPerson(db, { now: Date.now() - 30 * 86_400_000 })
  issuedInvoice(seller, { paymentTermDays: 7 })
  issuedInvoice({ ...seller, now: Date.now() }, { paymentTermDays: 7 })
  const own = (await signedIn(seller)).cookie
  const footer = async (status: string) =>
    (await server.ask(`/invoicing?status=${status}`, { cookie: own })).text.split('<tfoot')[1] ?? ''
  expect(await footer('open')).toMatch(/Total of all pages.*€1,255\.00/s)
  expect(await footer('overdue')).toMatch(/Total of all pages.*€627\.50/s)
  expect(await footer('paid')).toBe('')
})
