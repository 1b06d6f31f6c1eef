import { afterAll, beforeAll, expect, it } from 'vitest'
import { noDetails } from '#app/features/invoicing/content/invoice-content.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { sendInvoice } from '#app/features/invoicing/send-invoice.server.ts'
import { shareInvoice } from '#app/features/invoicing/share-invoice.server.ts'
import { unshareInvoice } from '#app/features/invoicing/unshare-invoice.server.ts'
import { deliverDue, type OutgoingMail } from '#app/features/notifications/deliver-mails.server.ts'
import type { Database } from '#db/client.server.ts'
import { draftInvoice, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

import { invoiceAttachments } from './invoice-attachments.server.ts'
import { getOpenings } from './record-opening.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

it('an invoice and its credit note are downloaded as UBL and Finvoice by the seller, and by whoever has the link while it works', async () => {
  const ctx = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(ctx)
  const invoiceId = issuedInvoice(ctx)
  const share = shareInvoice(ctx, { invoiceId, days: 0 }).shareId
  const get = (path: string, by: { cookie?: string } = { cookie }) => server.ask(path, by)
  const [ubl, finvoice, shared, stranger, pdf, sharedPdf] = await Promise.all([
    get(`/invoicing/${invoiceId}/invoice.xml`),
    get(`/invoicing/${invoiceId}/invoice.finvoice.xml`),
    get(`/shared/invoice/${share}/invoice.xml`, {}),
    get(`/invoicing/${invoiceId}/invoice.xml`, { cookie: (await signedIn(createPerson(db))).cookie }),
    get(`/invoicing/${invoiceId}/invoice.pdf`),
    get(`/shared/invoice/${share}/invoice.pdf`, {}),
  ])
  expect([pdf.status, sharedPdf.status]).toEqual([200, 200])
  expect(pdf.headers['content-disposition']).toMatch(/filename="?invoice-\d{4}-\d+\.pdf/)
  expect(sharedPdf.text).toMatch(/^%PDF-1\.7/)
  expect(sharedPdf.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  expect([ubl.status, finvoice.status, shared.status, stranger.status]).toEqual([200, 200, 200, 404])
  expect(ubl.headers['content-type']).toBe('application/xml')
  expect(ubl.headers['content-disposition']).toMatch(/attachment; filename="?invoice-\d{4}-\d+\.xml/)
  expect(ubl.text).toContain('<cbc:PayableAmount currencyID="EUR">627.50</cbc:PayableAmount>')
  expect(finvoice.text).toContain('<Finvoice Version="3.0"')
  expect(shared.text).toBe(ubl.text)
  expect(shared.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  const credit = { invoiceId, amountCents: 10_000, reason: 'Less work', lineText: 'Credit', unit: 'pcs' }
  const note = await get(`/invoicing/${creditInvoice(ctx, credit).id}/invoice.xml`)
  expect(note.text).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>')
  expect((await get(`/invoicing/${invoiceId}/invoice.xml`)).text).toBe(ubl.text)
  unshareInvoice(ctx, { invoiceId })
  const revoked = ['', '/invoice.xml', '/invoice.finvoice.xml', '/invoice.pdf']
  for (const file of revoked) expect((await get(`/shared/invoice/${share}${file}`, {})).status).toBe(404)
  const brief = shareInvoice(ctx, { invoiceId, days: 7 }).shareId
  db.$client.prepare('UPDATE invoices SET share_expires_at = 1 WHERE id = ?').run(invoiceId)
  for (const file of revoked) expect((await get(`/shared/invoice/${brief}${file}`, {})).status).toBe(404)
})

it('discounts, a charge, references and the place of work are in both files, which break no rule', async () => {
  const ctx = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(ctx)
  const of = (kind: 'allowance' | 'charge', reasonCode: string, amountCents: number) => ({
    ...{
      kind,
      reasonCode,
      reason: kind === 'charge' ? 'Freight' : 'Discount',
      amountCents,
      rateBp: null,
      baseCents: null,
    },
  })
  const vat = { vatCategory: 'S' as const, vatRateBp: 2550, vatGround: null }
  const invoiceId = issuedInvoice(ctx, {
    lines: [{ ...invoiceLine, adjustments: [of('allowance', '95', 5000)] }],
    adjustments: [
      { ...of('allowance', '95', 2000), ...vat },
      { ...of('charge', 'FC', 1000), ...vat },
    ],
    details: {
      ...noDetails,
      ...{ orderReference: 'PO-17', buyerReference: 'Site office', periodStart: '2026-05-01' },
      ...{ lateInterestBp: 800, complaintDays: 14 },
      deliverySite: { name: null, street: 'Koivutie 3', postalCode: '00100', city: 'Helsinki', country: 'FI' },
    },
  })
  const get = (file: string) => server.ask(`/invoicing/${invoiceId}/${file}`, { cookie })
  const [ubl, finvoice] = await Promise.all([get('invoice.xml'), get('invoice.finvoice.xml')])
  expect([ubl.status, finvoice.status]).toEqual([200, 200])
  // 500.00 less 50.00 on the line; less 20.00, and 10.00 of freight: 440.00 and 25.5 %.
  for (const [name, amount] of [
    ['LineExtensionAmount', '450.00'],
    ['AllowanceTotalAmount', '20.00'],
    ['ChargeTotalAmount', '10.00'],
    ['TaxExclusiveAmount', '440.00'],
    ['PayableAmount', '552.20'],
  ])
    expect(ubl.text).toContain(`<cbc:${name} currencyID="EUR">${amount}</cbc:${name}>`)
  expect(ubl.text.match(/<cac:AllowanceCharge>/g)).toHaveLength(3)
  // An open end of the period stays open; what is said of payment is said here too (BT-20).
  expect(ubl.text).toMatch(/<cac:InvoicePeriod>\s*<cbc:StartDate>2026-05-01<\/cbc:StartDate>\s*<\/cac:InvoicePeriod>/)
  expect(ubl.text).toContain('<cbc:Note>Complaints within 14 days. Late interest: 8% a year.</cbc:Note>')
  expect(finvoice.text).toContain('<PaymentOverDueFinePercent>8</PaymentOverDueFinePercent>')
  expect(finvoice.text).not.toContain('InvoicingPeriodEndDate')
  for (const text of ['PO-17', 'Site office', 'Koivutie 3']) {
    expect(ubl.text).toContain(text)
    expect(finvoice.text).toContain(text)
  }
})

it('a draft has no XML, and its page says what the e-invoice would lack; an issued one says what Peppol asks for', async () => {
  const ctx = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(ctx)
  const draft = draftInvoice(ctx)
  const [file, page] = await Promise.all([
    server.ask(`/invoicing/${draft}/invoice.xml`, { cookie }),
    server.ask(`/invoicing/${draft}`, { cookie }),
  ])
  expect(file.status).toBe(409)
  expect(file.text).toContain('Please issue the invoice first.')
  expect(page.text).toContain('PEPPOL-EN16931-R003')
  expect(page.text).not.toContain(`${draft}/invoice.xml`)
  const issued = await server.ask(`/invoicing/${issuedInvoice(ctx)}`, { cookie })
  expect(issued.text).toContain('invoice.finvoice.xml')
  expect(issued.text).toContain('What it lacks for Peppol:')
})

it('an invoice that breaks a rule of EN 16931 is not offered, and its page says which and what to do', async () => {
  const ctx = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(ctx)
  const line = { ...invoiceLine, vatCategory: 'Z' as const, vatRateBp: 0 }
  const invoiceId = issuedInvoice(ctx, { lines: [line], note: 'A vessel' })
  // No invoice is issued without these numbers now; old ones may be.
  db.$client.exec('DROP TRIGGER invoices_immutable')
  db.$client
    .prepare("update invoices set seller = json_set(seller, '$.vatNumber', null, '$.businessId', null) where id = ?")
    .run(invoiceId)
  const [file, page] = await Promise.all([
    server.ask(`/invoicing/${invoiceId}/invoice.xml`, { cookie }),
    server.ask(`/invoicing/${invoiceId}`, { cookie }),
  ])
  expect(file.status).toBe(409)
  expect(page.text).toContain('BR-Z-02')
  expect(page.text).toContain('BR-CO-26')
  expect(page.text).not.toContain(`${invoiceId}/invoice.xml`)
})

it('counts how often a link was opened, without its seller, and shows that to the seller and nobody else (INV-20)', async () => {
  const ctx = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(ctx)
  const invoiceId = issuedInvoice(ctx)
  const link = `/shared/invoice/${shareInvoice(ctx, { invoiceId, days: 0 }).shareId}`
  const page = await server.ask(`/invoicing/${invoiceId}`, { cookie })
  expect(page.text).toContain('Not opened yet.')
  await server.ask(link, { cookie })
  await server.ask(link, { headers: { 'Sec-Purpose': 'prefetch' } })
  expect(getOpenings(db, invoiceId)).toBeNull()
  const seen = await server.ask(link, {})
  expect(seen.text).toContain('The sender sees when this page was first and last opened')
  await server.ask(`${link}/invoice.xml`, {})
  expect(getOpenings(db, invoiceId)).toMatchObject({ count: 1 })
  db.$client.prepare('UPDATE invoice_openings SET last_at = last_at - 60001 WHERE invoice_id = ?').run(invoiceId)
  await server.ask(link, {})
  expect(getOpenings(db, invoiceId)).toMatchObject({ count: 2 })
  expect((await server.ask(`/invoicing/${invoiceId}`, { cookie })).text).toContain('Opened 2 times')
  unshareInvoice(ctx, { invoiceId })
  await server.ask(link, {})
  expect(getOpenings(db, invoiceId)).toMatchObject({ count: 2 })
})

it('a mail brings the invoice as PDF and UBL to whoever has an account, and to a stranger nothing but the link (INV-21)', async () => {
  const fresh = testDatabase()
  // Later than now, so that the server's own job leaves the mails alone.
  const ctx = createPerson(fresh, { now: Date.now() + 3_600_000 })
  const known = createPerson(fresh).actor.email
  const mailed: OutgoingMail[] = []
  const deliver = () => deliverDue(fresh, ctx.now + 1, async (mail) => void mailed.push(mail), invoiceAttachments)
  sendInvoice(ctx, { invoiceId: issuedInvoice(ctx), email: known, locale: 'fi' })
  sendInvoice(ctx, { invoiceId: issuedInvoice(ctx), email: 'stranger@example.com', locale: 'fi' })
  const revoked = issuedInvoice(ctx)
  sendInvoice(ctx, { invoiceId: revoked, email: known, locale: 'fi' })
  unshareInvoice(ctx, { invoiceId: revoked })
  await deliver()
  const files = mailed.map(({ attachments = [] }) => attachments.map(({ filename }) => filename))
  expect(files.toSorted((one, other) => other.length - one.length)).toEqual([
    [expect.stringMatching(/^invoice-\d{4}-\d+\.pdf$/), expect.stringMatching(/^invoice-\d{4}-\d+\.xml$/)],
    [],
    [],
  ])
  const [pdf] = mailed.flatMap(({ attachments = [] }) => attachments)
  expect(await pdfText(pdf?.content ?? Buffer.alloc(0))).toContain('Eräpäivä')
})
