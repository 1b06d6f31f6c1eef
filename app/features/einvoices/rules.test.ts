import { describe, expect, it, test } from 'vitest'
import { vatCategories } from '#db/vocabulary/invoicing.ts'
import { einvoice, einvoiceAt, einvoiceLine } from '#tests/factories/einvoice.ts'
import { checkEinvoice, coreRules } from './check-einvoice.ts'
import type { Adjustment, Einvoice, Totals, Vat, VatGroup } from './einvoice.ts'
import { peppolRules } from './peppol-rules.ts'

type Change = Partial<Einvoice>
const seller = (change: Partial<Einvoice['seller']>): Change => ({ seller: { ...einvoice.seller, ...change } })
const buyer = (change: Partial<Einvoice['buyer']>): Change => ({ buyer: { ...einvoice.buyer, ...change } })
const totals = (change: Partial<Totals>): Change => ({ totals: { ...einvoice.totals, ...change } })
const line = (change: Parameters<typeof einvoiceLine>[0]): Change => ({ lines: [einvoiceLine(change)] })
const group = (change: Partial<VatGroup>): Change => ({ vat: [{ ...(einvoice.vat[0] as VatGroup), ...change }] })
const adjustment = (change: Partial<Adjustment> = {}): Adjustment => ({
  ...{ isCharge: false, amountCents: 1000, baseCents: null, percentBp: null, reason: 'Winter', reasonCode: null },
  ...{ category: 'S', rateBp: 2550 },
  ...change,
})
const adjusted = (change: Partial<Adjustment>): Change => ({ adjustments: [adjustment(change)] })
const lineAdjusted = (change: Partial<Adjustment>): Change => line({ adjustments: [adjustment(change)] })
const address = (scheme: string, id: string) => ({ address: { scheme, id } })
const wrongPeriod = { start: '2026-06-30', end: '2026-06-01' }

/** For each rule what breaks it, beside a valid invoice; the VAT categories have their own table. */
const broken: [id: string, change: Change][] = [
  ['BR-02', { number: ' ' }],
  ['BR-03', { issueDate: '1.6.2026' }],
  ['BR-06', seller({ name: '' })],
  ['BR-07', buyer({ name: ' ' })],
  ['BR-09', seller({ country: '' })],
  ['BR-11', buyer({ country: 'Finland' })],
  ['BR-16', { lines: [] }],
  ['BR-21', line({ id: '' })],
  ['BR-23', line({ unitCode: '' })],
  ['BR-25', line({ name: '' })],
  ['BR-27', line({ unitPriceE4: -1 })],
  ['BR-29', { period: wrongPeriod }],
  ['BR-30', line({ period: wrongPeriod })],
  ['BR-33', adjusted({ reason: null })],
  ['BR-38', adjusted({ reason: ' ', isCharge: true })],
  ['BR-42', lineAdjusted({ reason: null })],
  ['BR-44', lineAdjusted({ reason: null, isCharge: true })],
  ['BR-53', { currency: 'USD' }],
  ['BR-53', totals({ vatEuroCents: 12_750 })],
  ['BR-55', { preceding: [{ number: '', issueDate: '2026-05-01' }] }],
  ['BR-57', { delivery: { date: '2026-05-29', name: null, street: null, city: null, postalCode: null, country: '' } }],
  ['BR-61', { payment: { means: '58', reference: null, iban: '', accountName: 'Seller Oy', bic: null } }],
  ['BR-62', seller(address('', '003712345671'))],
  ['BR-63', buyer(address('', '003723456780'))],
  ['BR-CL-04', { currency: 'XXX', ...totals({ vatEuroCents: 12_750 }) }],
  ['BR-CL-18', line({ category: 'X' as 'S' })],
  ['BR-CL-22', group({ reasonCode: 'VATEX-FI-1' })],
  ['BR-CL-25', seller(address('0000', '1'))],
  ['BR-CL-25', buyer(address('0000', '1'))],
  ['BR-CO-09', seller({ vatId: '12345671' })],
  ['BR-CO-09', buyer({ vatId: '23456780' })],
  ['BR-CO-10', totals({ linesCents: 49_999 })],
  ['BR-CO-11', totals({ allowancesCents: 1 })],
  ['BR-CO-12', adjusted({ isCharge: true })],
  ['BR-CO-13', totals({ netCents: 50_001 })],
  ['BR-CO-14', totals({ vatCents: 12_751 })],
  ['BR-CO-15', totals({ grossCents: 62_749 })],
  ['BR-CO-16', totals({ dueCents: 62_749 })],
  ['BR-CO-16', totals({ paidCents: 100 })],
  ['BR-CO-17', group({ vatCents: 12_850 })],
  ['BR-CO-18', { vat: [] }],
  ['BR-CO-25', { dueDate: null }],
  ['BR-CO-26', seller({ legalId: null, vatId: null })],
  ['PEPPOL-EN16931-R002', { notes: ['One', 'Two'] }],
  ['PEPPOL-EN16931-R003', { buyerReference: null }],
  ['PEPPOL-EN16931-R005', totals({ vatEuroCents: 12_750 })],
  ['PEPPOL-EN16931-R010', buyer({ address: null })],
  ['PEPPOL-EN16931-R020', seller({ address: null })],
  ['PEPPOL-EN16931-R040', adjusted({ baseCents: 10_000, percentBp: 1500 })],
  ['PEPPOL-EN16931-R041', lineAdjusted({ percentBp: 1000 })],
  ['PEPPOL-EN16931-R042', adjusted({ baseCents: 10_000 })],
  ['PEPPOL-EN16931-R055', totals({ vatEuroCents: -1 })],
  [
    'PEPPOL-EN16931-R110',
    {
      period: { start: '2026-05-02', end: '2026-06-30' },
      ...line({ period: { start: '2026-05-01', end: '2026-05-31' } }),
    },
  ],
  [
    'PEPPOL-EN16931-R111',
    {
      period: { start: '2026-05-01', end: '2026-05-30' },
      ...line({ period: { start: '2026-05-01', end: '2026-05-31' } }),
    },
  ],
  ['PEPPOL-EN16931-R120', line({ netCents: 49_997 })],
  ['PEPPOL-EN16931-R120', lineAdjusted({ amountCents: 3 })],
  ['PEPPOL-EN16931-P0104', group({ reasonCode: 'VATEX-EU-G' })],
  ['PEPPOL-EN16931-P0105', group({ reasonCode: 'VATEX-EU-O' })],
  ['PEPPOL-EN16931-P0106', group({ reasonCode: 'VATEX-EU-IC' })],
  ['PEPPOL-EN16931-P0107', group({ reasonCode: 'VATEX-EU-AE' })],
  ['PEPPOL-EN16931-CL008', buyer(address('EM', 'invoices@buyer.example'))],
  ['PEPPOL-EN16931-CL008', seller(address('EM', 'invoices@seller.example'))],
  ['PEPPOL-COMMON-R040', buyer(address('0088', '7300010000002'))],
  ['PEPPOL-COMMON-R041', buyer(address('0192', '974760674'))],
  ['PEPPOL-COMMON-R049', seller({ legalId: { scheme: '0007', id: '5567321708' } })],
]

const untaxed = (category: Vat['category']): Einvoice => {
  if (category === 'S') return einvoice
  const invoice = einvoiceAt(
    { category, rateBp: category === 'O' ? null : 0 },
    category === 'Z' ? {} : { reason: 'As the law says' },
  )
  return category === 'O' ? { ...invoice, ...seller({ vatId: null }), ...buyer({ vatId: null }) } : invoice
}
const name = (category: Vat['category']) => (category === 'K' ? 'IC' : category)
const part = (vat: Vat, isCharge: boolean): Change => ({ adjustments: [adjustment({ ...vat, isCharge })] })

/** The rules of one VAT category, and what breaks each in an invoice of that category. */
function brokenOf(category: Vat['category']): [id: string, change: Change][] {
  const invoice = untaxed(category)
  const rateBp = invoice.vat[0]?.rateBp ?? null
  const wrong: Vat = { category, rateBp: category === 'S' ? 0 : 1000 }
  const nobody =
    category === 'O'
      ? { ...seller({ vatId: 'FI12345671' }) }
      : { ...seller({ vatId: null }), ...buyer({ vatId: null, legalId: null }) }
  const of = (number: string, change: Change): [string, Change] => [`BR-${name(category)}-${number}`, change]
  const first = invoice.vat[0] as VatGroup
  return [
    of('01', { vat: [] }),
    of('02', nobody),
    of('03', { ...nobody, ...part({ category, rateBp }, false) }),
    of('04', { ...nobody, ...part({ category, rateBp }, true) }),
    of('05', { lines: [einvoiceLine(wrong)] }),
    of('06', part(wrong, false)),
    of('07', part(wrong, true)),
    of('08', { vat: [{ ...first, netCents: 49_999 }] }),
    ...(category === 'S' ? [] : [of('09', { vat: [{ ...first, vatCents: 1 }] })]),
    of('10', {
      vat: [category === 'S' || category === 'Z' ? { ...first, reason: 'None' } : { ...first, reason: null }],
    }),
  ]
}

const brokenOfVat: [id: string, invoice: Einvoice][] = [
  ...vatCategories.flatMap((category) =>
    brokenOf(category).map(([id, change]): [string, Einvoice] => [id, { ...untaxed(category), ...change }]),
  ),
  ['BR-IC-11', { ...untaxed('K'), delivery: null }],
  ['BR-IC-12', { ...untaxed('K'), delivery: null }],
  ['BR-O-11', { ...untaxed('O'), vat: [...untaxed('O').vat, ...einvoice.vat] }],
  ['BR-O-12', { ...untaxed('O'), lines: [einvoiceLine()] }],
  ['BR-O-13', { ...untaxed('O'), ...adjusted({}) }],
  ['BR-O-14', { ...untaxed('O'), ...adjusted({ isCharge: true }) }],
]

const idsOf = (invoice: Einvoice) => {
  const { core, peppol } = checkEinvoice(invoice)
  return [...core, ...peppol].map(({ id }) => id)
}

describe('an invoice breaks no rule', () => {
  it.each(vatCategories)('of category %s', (category) => expect(idsOf(untaxed(category))).toEqual([]))
  it('with discounts and charges, a payment, a rounding and another currency', () => {
    const adjustments = [
      adjustment({ amountCents: 5000, baseCents: 50_000, percentBp: 1000 }),
      adjustment({ isCharge: true, amountCents: 1000, reason: null, reasonCode: 'FC' }),
    ]
    const sums = { linesCents: 50_000, allowancesCents: 5000, chargesCents: 1000, netCents: 46_000, vatCents: 11_730 }
    const rest = { grossCents: 57_730, paidCents: 7_730, roundingCents: 1, dueCents: 50_001 }
    const both = { ...einvoice, adjustments, ...group({ netCents: 46_000, vatCents: 11_730 }) }
    expect(idsOf({ ...both, ...totals({ ...sums, ...rest }) })).toEqual([])
    expect(idsOf({ ...both, currency: 'USD', ...totals({ ...sums, ...rest, vatEuroCents: 10_811 }) })).toEqual([])
  })
  it('with an order number in place of the buyer’s reference, and without a due date where nothing is due', () => {
    expect(idsOf({ ...einvoice, buyerReference: null, orderReference: '4500-1182' })).toEqual([])
    const paid = { ...einvoice, dueDate: null, payment: null, ...totals({ paidCents: 62_750, dueCents: 0 }) }
    expect(idsOf(paid)).toEqual([])
    expect(idsOf({ ...einvoice, typeCode: '381', dueDate: null, payment: null })).toEqual([])
    expect(idsOf({ ...einvoice, dueDate: null, paymentTerms: 'When it is done' })).toEqual([])
  })
  it('with addresses and registers whose check digits are right', () => {
    for (const [scheme, id] of [
      ['0088', '7300010000001'],
      ['0192', '974760673'],
      ['0007', '5567321707'],
    ] as const)
      expect(idsOf({ ...einvoice, ...buyer({ ...address(scheme, id), legalId: { scheme, id } }) })).toEqual([])
  })
  it('of a small business, which has a business id alone', () => {
    expect(idsOf({ ...untaxed('E'), ...seller({ vatId: null, taxId: '1234567-1' }) })).toEqual([])
  })
})

test.each(broken)('%s is broken by %o', (id, change) => expect(idsOf({ ...einvoice, ...change })).toContain(id))
test.each(brokenOfVat)('%s is broken', (id, invoice) => expect(idsOf(invoice)).toContain(id))

it('has an example for each rule', () => {
  const shown = new Set([...broken, ...brokenOfVat].map(([id]) => id))
  // The official rule for the VAT of the standard rate is BR-CO-17 again.
  const rules = [...coreRules, ...peppolRules].map(({ id }) => id).filter((id) => id !== 'BR-S-09')
  expect(rules.filter((id) => !shown.has(id))).toEqual([])
})
