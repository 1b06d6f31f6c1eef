import { describe, expect, it } from 'vitest'
import type { Einvoice } from '#app/features/einvoices/einvoice.ts'
import { writeFinvoice } from '#app/features/einvoices/write-finvoice.ts'
import { writeUbl } from '#app/features/einvoices/write-ubl.ts'
import { einvoice, einvoiceAt, einvoiceLine } from '#tests/factories/einvoice.ts'
import { checkFile } from './check-file.ts'
import { FileError } from './file-error.ts'
import { readEinvoice } from './read-einvoice.server.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readEinvoice(bytes(text))
const ubl = (invoice: Einvoice) => writeUbl(invoice, { isPeppol: true })
const finvoice = (invoice: Einvoice) => writeFinvoice(invoice, { id: 'message', at: 0 })

const problemOf = async (text: string) => {
  const answer = await read(text).catch((error: unknown) => error)
  return answer instanceof FileError ? `${answer.problem} ${answer.line}` : 'accepted'
}

/** All that both formats keep. */
const full: Einvoice = {
  ...einvoice,
  ...{ orderReference: 'Order 7', contractReference: 'C-1', projectReference: 'P-2', notes: ['Thank you & welcome'] },
  period: { start: '2026-05-01', end: '2026-05-31' },
  lines: [
    einvoiceLine({ itemId: 'A1', orderLine: '3', description: 'Two coats' }),
    einvoiceLine({ id: '2', quantityMilli: 2500, unitPriceE4: 125_050, unit: 'm', unitCode: 'MTR', name: 'Skirting' }),
  ],
  adjustments: [
    {
      ...{ isCharge: false, amountCents: 1000, baseCents: null, percentBp: null, reason: 'Bonus', reasonCode: '95' },
      ...{ category: 'S', rateBp: 2550 },
    },
  ],
  totals: {
    ...{ linesCents: 53_126, allowancesCents: 1000, chargesCents: 0, netCents: 52_126, vatCents: 13_292 },
    ...{ vatEuroCents: null, grossCents: 65_418, paidCents: 5000, roundingCents: 2, dueCents: 60_420 },
  },
  vat: [{ category: 'S', rateBp: 2550, netCents: 52_126, vatCents: 13_292, reason: null, reasonCode: null }],
}
const creditNote: Einvoice = {
  ...full,
  ...{ typeCode: '381', payment: null, dueDate: null, preceding: [{ number: '2026-000001', issueDate: '2026-06-01' }] },
  totals: { ...full.totals, paidCents: 0, dueCents: 65_420 },
}

describe.each([
  ['ubl', ubl],
  ['finvoice', finvoice],
] as const)('%s', (format, write) => {
  it.each([
    ['an invoice', full],
    ['a credit note', creditNote],
  ])('reads what we write of %s', async (_name, written) => {
    const { format: found, invoice } = await read(write(written))
    expect(found).toBe(format)
    const { number, typeCode, issueDate, currency, totals, period, orderReference, contractReference } = written
    expect(invoice).toMatchObject({
      number,
      typeCode,
      issueDate,
      currency,
      totals,
      period,
      orderReference,
      contractReference,
    })
    expect(invoice.vat).toEqual(written.vat)
    expect(invoice.notes).toEqual(written.notes)
    expect([invoice.seller.vatId, invoice.seller.legalId?.id, invoice.seller.name]).toEqual([
      'FI12345671',
      '1234567-1',
      'Seller Oy',
    ])
    expect([invoice.buyer.vatId, invoice.buyer.address?.id]).toEqual(['FI23456780', '003723456780'])
    expect(invoice.payment?.iban ?? null).toBe(
      typeCode === '380' || format === 'finvoice' ? 'FI2112345600000785' : null,
    )
    const of = ({ name, netCents, quantityMilli, unitPriceE4, category, rateBp }: Einvoice['lines'][number]) => ({
      ...{ name, netCents, quantityMilli, unitPriceE4, category, rateBp },
    })
    expect(invoice.lines.map(of)).toEqual(written.lines.map(of))
    expect(checkFile(format, invoice).refused).toEqual([])
  })

  it('reads the VAT categories and their grounds', async () => {
    for (const vat of [{ category: 'AE', rateBp: 0 } as const, { category: 'E', rateBp: 0 } as const]) {
      const { invoice } = await read(write(einvoiceAt(vat, { reason: 'Because', reasonCode: 'VATEX-EU-AE' })))
      expect(invoice.vat[0]).toMatchObject({ ...vat, vatCents: 0, reason: 'Because' })
      expect(invoice.lines[0]).toMatchObject(vat)
    }
  })

  it('refuses sums that do not add up, by the ids of the rules', async () => {
    const wrong = { ...full, totals: { ...full.totals, grossCents: 65_518, dueCents: 60_520 } }
    const { invoice } = await read(write(wrong))
    expect(checkFile(format, invoice).refused).toEqual(['BR-CO-15'])
  })

  it('refuses an invoice that is not above zero', async () => {
    const none = { ...full.totals, netCents: 0, vatCents: 0, grossCents: 0, dueCents: 0 }
    expect(await problemOf(write({ ...full, totals: none }))).toMatch(/^notPositive \d/)
  })
})

it('reads a Finvoice behind its transmission frame, with the lines of the file', async () => {
  const operated = (party: Einvoice['seller']) => ({ ...party, operator: '003701234567' })
  const framed = finvoice({ ...full, seller: operated(full.seller), buyer: operated(full.buyer) })
  expect(framed).toContain('Envelope')
  expect((await read(framed)).invoice.number).toBe(full.number)
  const line = framed.split('\n').findIndex((text) => text.includes('<InvoiceDate ')) + 1
  expect(await problemOf(framed.replace(/(<InvoiceDate [^>]*>)\d+/, '$120261399'))).toBe(`date ${line}`)
})

it('reads prices of a base quantity and more decimals than we keep', async () => {
  const text = ubl(full)
    .replace(
      /(<cbc:PriceAmount currencyID="EUR">)50.00(<\/cbc:PriceAmount>)/,
      '$15000.00000$2<cbc:BaseQuantity unitCode="HUR">100</cbc:BaseQuantity>',
    )
    .replace('>2.5<', '>2.50049<')
  const { invoice } = await read(text)
  expect(invoice.lines.map(({ unitPriceE4, quantityMilli }) => [unitPriceE4, quantityMilli])).toEqual([
    [500_000, 10_000],
    [125_050, 2500],
  ])
})

const plain = ubl(einvoice)
it.each([
  [
    'an entity',
    plain.replace('?>', '?><!DOCTYPE Invoice [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    /^xmlDoctype 1$/,
  ],
  [
    'a billion laughs',
    '<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY lol "lol">]><Invoice>&lol;</Invoice>',
    /^xmlDoctype 2$/,
  ],
  ['an unknown reference', plain.replace('Painting', 'Painting &nbsp;'), /^xmlEntity \d+$/],
  ['a cut-off file', plain.slice(0, 600), /^xmlSyntax \d+$/],
  ['another namespace of the root', plain.replace('schema:xsd:Invoice-2', 'schema:xsd:Order-2'), /^otherFormat \d$/],
  [
    'another namespace of the parts',
    plain.replaceAll('CommonBasicComponents-2', 'CommonBasicComponents-1'),
    /^missing \d+$/,
  ],
  ['a statement of a bank', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"/>', /^otherFormat 1$/],
  ['an older Finvoice', '<Finvoice Version="1.3"/>', /^otherFormat 1$/],
  ['no number', plain.replace(/<cbc:ID>2026-000001<\/cbc:ID>\n/, ''), /^missing \d$/],
  ['an amount in words', plain.replace('>627.50<', '>much<'), /^amount \d+$/],
  ['a third decimal', plain.replace('>627.50<', '>627.505<'), /^amount \d+$/],
  ['a day that is none', plain.replace('<cbc:IssueDate>2026-06-01', '<cbc:IssueDate>2026-06-31'), /^date 6$/],
  [
    'a currency that is not kept',
    plain.replace('>EUR</cbc:DocumentCurrencyCode>', '>SEK</cbc:DocumentCurrencyCode>'),
    /^currency \d+$/,
  ],
  ['a category of the Canary Islands', plain.replace('<cbc:ID>S</cbc:ID>', '<cbc:ID>L</cbc:ID>'), /^vatCategory \d+$/],
  ['no XML', 'Invoice 1', /^xmlSyntax 1$/],
])('refuses %s with its line', async (_what, text, expected) => {
  expect(await problemOf(text)).toMatch(expected)
})
