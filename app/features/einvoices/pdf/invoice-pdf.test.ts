import { getDocumentProxy } from 'unpdf'
import { expect, it, test } from 'vitest'
import { renderFile } from '#app/documents/pdf-answer.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import type { Locale } from '#app/i18n/locale.ts'
import { generatedInvoices } from '#tests/einvoices/generated-invoices.ts'
import { withoutSpaces } from '#tests/setup/canonical-values.ts'
import { pdfPages, pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { invoicePdf } from './invoice-pdf.server.ts'

const now = Date.UTC(2026, 6, 1, 9)
const all = generatedInvoices(120)
type Generated = (typeof all)[number]

const pick = (suits: (one: Generated) => boolean): Generated => {
  const found = all.find(suits)
  if (!found) throw new Error('no such invoice was generated')
  return found
}
const printed = ({ document, facts }: Generated, locale: Locale = 'en', at = now) => {
  const reader = { locale, format: formatFor(locale, 'Europe/Helsinki') }
  return invoicePdf({ id: 'invoice', document, facts, issuedAt: Date.UTC(2026, 5, 1) }, reader, at)
}
const attachmentsOf = async (bytes: Uint8Array) => {
  const files = (await (await getDocumentProxy(new Uint8Array(bytes))).getAttachments()) as Record<
    string,
    { content: Uint8Array }
  > | null
  return Object.fromEntries(
    Object.entries(files ?? {}).map(([name, { content }]) => [name, Buffer.from(content).toString('utf8')]),
  )
}

/** A plain invoice: three lines at 25.5 %, every reference, nothing paid. */
function plain(change: Partial<Generated['document']> = {}, count = 3): Generated {
  const base = pick(({ document }) => document.kind === 'invoice' && document.seller.country === 'FI')
  const [first] = base.document.lines
  if (!first) throw new Error('no line')
  const line = { ...first, vatCategory: 'S' as const, vatRateBp: 2550, vatGround: null, adjustments: [] }
  const priced = { ...line, quantityMilli: 10_000, unitPriceE4: 500_000, netCents: 50_000, unit: 'm²' }
  const [netCents, vatCents] = [50_000 * count, 12_750 * count]
  const sums = {
    netCents,
    linesCents: netCents,
    vatCents,
    grossCents: netCents + vatCents,
    openCents: netCents + vatCents,
  }
  const none = { paidCents: 0, retainedCents: 0, creditedCents: 0, roundingCents: 0, allowanceCents: 0, chargeCents: 0 }
  return {
    facts: { ...base.facts, paidCents: 0, retainedCents: 0 },
    document: {
      ...base.document,
      lines: Array.from({ length: count }, (_, index) => ({
        ...priced,
        description: `Formwork and slab ${index + 1}`,
      })),
      ...{ ...sums, ...none, currency: 'EUR', euroVat: null, adjustments: [], note: 'Thank you for the order.' },
      vatBreakdown: [{ vatCategory: 'S', vatRateBp: 2550, netCents, vatCents }],
      ...{ buyerReference: 'Site office', orderReference: 'PO-17', contractReference: 'C-9', projectReference: 'P-3' },
      isAdvance: false,
      ...{ lateInterestBp: 1100, complaintDays: 14, periodStart: '2026-05-01', periodEnd: '2026-05-29' },
      ...change,
    },
  }
}

it('says who, what, when and how much on one page, with the bank’s bars, and is the same file for everybody', async () => {
  const data = plain()
  const bytes = await renderFile(printed(data))
  const pages = await pdfPages(bytes)
  expect(pages).toHaveLength(1)
  const { seller, buyer, number, reference } = data.document
  const said = withoutSpaces(pages.join())
  for (const text of [
    ...[seller.name, seller.street, seller.vatNumber, seller.email, buyer.name, buyer.businessId, number, reference],
    ...['Invoice', 'Site office', 'PO-17', 'C-9', 'P-3', '11%', 'Within 14 days', '1 May 2026 – 29 May 2026'],
    ...['Formwork and slab 3', '10 m²', '€50.00', '25.5%', 'VAT 25.5% on €1,500.00', '€382.50', '€1,882.50'],
    ...['Thank you for the order.', 'FI21 1234 5600 0007 85', 'NDEAFIHH', 'Finnish bank barcode', '1 / 1'],
  ])
    expect(said).toContain(withoutSpaces(text ?? 'nothing'))
  expect(said).toMatch(/42112345600000785001882500{3}\d{20}260615/)
  expect(Buffer.from(bytes).equals(await renderFile(printed(data, 'en', now + 86_400_000)))).toBe(true)
})

it('has the e-invoice inside as an alternative of itself (PDF/A-3), in which nothing else is claimed', async () => {
  const bytes = await renderFile(printed(plain()))
  const { 'invoice.xml': ubl, ...others } = await attachmentsOf(bytes)
  expect(others).toEqual({})
  expect(ubl).toContain('<cbc:PayableAmount currencyID="EUR">1882.50</cbc:PayableAmount>')
  const raw = Buffer.from(bytes).toString('latin1')
  expect(raw).toContain('/AFRelationship /Alternative')
  expect(raw).toMatch(/\/AF \[\d+ 0 R\]/)
  expect(raw).toContain('/Subtype /text#2Fxml')
  expect(raw).toContain('<pdfaid:part>3</pdfaid:part>')
})

it('has none where the rules of e-invoices are broken, and a draft is marked and asks for no money', async () => {
  const { document } = plain()
  const broken = plain({ seller: { ...document.seller, vatNumber: null, businessId: null } })
  expect(await attachmentsOf(await renderFile(printed(broken)))).toEqual({})
  const draft = await renderFile(printed(plain({ number: null, status: 'draft' })))
  expect(await attachmentsOf(draft)).toEqual({})
  const said = (await pdfPages(draft)).join()
  expect(said.startsWith('Draft')).toBe(true)
  expect(said).not.toContain('IBAN')
})

it('is a copy of the day once something was paid or credited, with what is left to pay', async () => {
  const said = withoutSpaces(await pdfText(await renderFile(printed(plain({ paidCents: 100_000, openCents: 88_250 })))))
  for (const text of ['Invoice (copy, 1 Jul 2026)', 'Amount due €882.50', 'paid or credited up to 1 Jul 2026'])
    expect(said).toContain(withoutSpaces(text))
  expect(said).toMatch(/42112345600000785000882500{3}\d{20}260615/)
  const paid = await pdfText(await renderFile(printed(plain({ paidCents: 188_250, openCents: 0, status: 'paid' }))))
  expect(paid).toContain('Paid in full.')
  expect(paid).not.toContain('IBAN')
})

it('says of a credit note what it corrects, and why', async () => {
  const note = pick(({ document }) => document.kind === 'credit_note')
  const said = withoutSpaces(await pdfText(await renderFile(printed(note))))
  const { creditedNumber } = note.document
  for (const text of ['Credit note', `This credit note corrects invoice ${creditedNumber}.`, 'Reason'])
    expect(said).toContain(withoutSpaces(text))
  expect(said).not.toContain('IBAN')
})

it('says the grounds of a line without VAT, and the VAT in euros of another currency, in the reader’s language', async () => {
  const data = pick(({ document: { euroVat, lines } }) => euroVat !== null && lines.some((line) => line.vatGround))
  const said = withoutSpaces(await pdfText(await renderFile(printed(data, 'fi'))))
  for (const text of ['Alv euroina', '1 EUR =']) expect(said).toContain(withoutSpaces(text))
  expect(said).toMatch(/Käännettyverovelvollisuus|Alv0%/)
})

test('two hundred lines go on over pages, each with the head of the table and its number', async () => {
  const bytes = await renderFile(printed(plain({ note: 'A long note. '.repeat(300) }, 200)))
  const pages = await pdfPages(bytes)
  expect(pages.length).toBeGreaterThan(5)
  for (const [index, page] of pages.entries()) {
    expect(page.trimEnd().endsWith(`${index + 1} / ${pages.length}`)).toBe(true)
    if (page.includes('Formwork and slab')) expect(page).toContain('Description Quantity Unit price VAT Net')
  }
  const said = withoutSpaces(await pdfText(bytes))
  expect(said).toContain('Formworkandslab200')
  expect(said.match(/Alongnote\./g)).toHaveLength(300)
})
