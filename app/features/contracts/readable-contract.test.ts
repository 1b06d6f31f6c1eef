import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalBid } from '#app/features/bids/bid-seal.ts'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { canonicalText } from '#app/platform/text/canonical-text.ts'
import { documentText, valuesToSee, withoutSpaces } from '#tests/setup/canonical-values.ts'
import { canonicalContract } from './contract-document.ts'
import { readableContract } from './readable-contract.ts'

const reader = (locale: (typeof locales)[number]) => ({
  t: i18nFor(locale).getFixedT(null, 'contracts'),
  tSecurities: i18nFor(locale).getFixedT(null, 'securities'),
  format: formatFor(locale, 'Europe/Helsinki'),
})

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
const maybe = fc.option(text)
const cents = fc.integer({ min: 0, max: 10 ** 11 })
const rate = fc.integer({ min: 0, max: 3000 })
const count = fc.integer({ min: 2, max: 999 })
const vat = fc.oneof(
  fc.record({ vatCategory: fc.constantFrom('S', 'AE', 'Z', 'O', null), vatGround: fc.constant(null) }),
  fc.record({ vatCategory: fc.constant('E' as const), vatGround: text }),
)
const party = fc.record({
  companyId: fc.uuid(),
  name: text,
  businessId: maybe,
  street: maybe,
  postalCode: maybe,
  city: maybe,
  country: fc.constantFrom('FI', 'SE', 'AL', null),
})
const milestone = fc.record({
  position: fc.integer({ min: 1, max: 50 }),
  title: text,
  description: text,
  netCents: cents,
  vatRateBp: rate,
  vat,
  vatCents: cents,
  amountCents: cents,
  dueDate: fc.constantFrom('2026-09-01', null),
})
const contract = fc.record({
  number: text,
  title: text,
  projectId: fc.uuid(),
  bidDigest: maybe,
  tenderSetDigest: maybe,
  client: party,
  provider: party,
  currency: fc.constantFrom('EUR', 'USD'),
  netCents: cents,
  vatCents: cents,
  grossCents: cents,
  paymentMethod: fc.constantFrom('secure_escrow', 'direct_invoice'),
  paymentTerms: fc.option(
    fc.record({ paymentDays: fc.integer({ min: 0, max: 120 }), lateInterestBp: fc.option(rate), conditions: text }),
  ),
  retentionBp: rate,
  platformFeeBp: rate,
  platformFeeBasis: fc.constantFrom('net', 'gross'),
  closing: fc.record({
    handoverDue: fc.constantFrom('2026-12-01', null),
    warrantyMonths: fc.option(count),
    delay: fc.option(fc.record({ rateBp: rate, days: fc.constantFrom('working', 'calendar'), maxDays: count })),
    securities: fc.array(
      fc.record({
        purpose: fc.constantFrom('performance', 'warranty', 'advance'),
        rateBp: fc.option(rate),
        amountCents: cents,
        kind: fc.constantFrom('bank_guarantee', 'insurance', 'deposit'),
        months: count,
      }),
      { maxLength: 3 },
    ),
  }),
  terms: text,
  milestones: fc
    .array(milestone, { maxLength: 5 })
    .map((list) => list.map(({ vat, ...rest }) => ({ ...rest, ...vat }) as never)),
})

test('every value of the frozen text stands in the document, in every language and version', () => {
  const versions = fc.constantFrom(1, 2, 3, 4, 5, 6, 9)
  fc.assert(
    fc.property(contract, versions, fc.constantFrom(...locales), (given, version, locale) => {
      const { t, tSecurities, format } = reader(locale)
      const frozen = canonicalContract(given, version)
      const shown = documentText(readableContract({ text: frozen, bidText: null }, 'active', t, tSecurities, format))
      for (const value of valuesToSee(frozen, t, format)) expect(shown).toContain(value)
    }),
    { numRuns: 300 },
  )
})

test('so does every price line of the bid that it names', () => {
  const line = fc.record({
    description: text,
    unit: text,
    quantityMilli: fc.integer({ min: 1, max: 10 ** 7 }),
    unitPriceE4: fc.integer({ min: 0, max: 10 ** 7 }),
    vatRateBp: rate,
    vatCategory: fc.constant('S' as const),
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), text, (lines, approach) => {
      const { t, tSecurities, format } = reader('fi')
      const bid = { id: 'b1', projectId: 'p1', projectVersion: 2, companyId: 'c2', revision: 1, currency: 'EUR' }
      const attachments = [{ name: 'plan.pdf', size: 4321, sha256: 'ab12' }]
      const rows = lines.map((each, position) => ({ ...each, position, excluded: false }))
      const bidText = canonicalBid({ ...bid, approach, timelineWeeks: 8, lines: rows, attachments })
      const shown = documentText(
        readableContract({ text: 'groundwork-contract 3\n', bidText }, 'active', t, tSecurities, format),
      )
      for (const { description, unit, quantityMilli, unitPriceE4, vatRateBp } of lines) {
        const reckoned = `${format.quantity(quantityMilli)} ${unit}`
        const prices = [format.unitPrice(unitPriceE4, 'EUR'), format.percent(vatRateBp)]
        for (const value of [description, reckoned, ...prices])
          expect(shown).toContain(withoutSpaces(value.normalize('NFC')))
      }
      for (const value of [approach.normalize('NFC'), 'plan.pdf', 'ab12']) expect(shown).toContain(withoutSpaces(value))
    }),
    { numRuns: 100 },
  )
})

test('a field that this version of the product does not know stands under its own name', () => {
  const { t, tSecurities, format } = reader('en')
  const frozen = canonicalText('groundwork-contract 99', [
    ['contract', 'C-1'],
    ['delay damages percent', '0.50'],
    [
      'client',
      [
        [
          ['name', 'Koti Oy'],
          ['represented by', 'Aino'],
        ] as const,
      ],
    ],
    [
      'bonds',
      [
        [
          ['kind', 'bank guarantee'],
          ['amount', '500.00'],
        ] as const,
      ],
    ],
  ])
  const shown = documentText(readableContract({ text: frozen, bidText: null }, 'active', t, tSecurities, format))
  for (const said of ['delay damages percent 0.50', 'represented by: Aino', 'kind bank guarantee', 'amount 500.00'])
    expect(shown).toContain(withoutSpaces(said))
})

test('securities, warranty and delay damages are written out', () => {
  const { t, tSecurities, format } = reader('en')
  const frozen = canonicalText('groundwork-contract 5', [
    ['currency', 'EUR'],
    ['ready for handover', '2026-12-01'],
    ['warranty months', 24],
    [
      'securities',
      [
        [
          ['purpose', 'performance'],
          ['percent', '10.00'],
          ['amount', '5000.00'],
          ['kind', 'bank_guarantee'],
          ['until', 'handover'],
          ['months after', 3],
        ] as const,
        [
          ['purpose', 'warranty'],
          ['amount', '900.00'],
          ['kind', 'deposit'],
          ['until', 'end of the warranty time'],
          ['months after', 0],
          ['issued in', 'Finland'],
        ] as const,
      ],
    ],
    [
      'delay damages',
      [
        [
          ['daily percent', '0.05'],
          ['days', 'working'],
          ['maximum days', 50],
        ] as const,
      ],
    ],
  ])
  const shown = documentText(readableContract({ text: frozen, bidText: null }, 'active', t, tSecurities, format))
  for (const said of [
    'Ready for handover on Dec 1, 2026'.replace('Dec 1, 2026', format.date('2026-12-01')),
    'Warranty time 24 months from the handover',
    `Performance security ${format.money(500_000, 'EUR')}, 10% of the price without VAT Bank guarantee Until 3 months after the handover`,
    `Warranty security ${format.money(90_000, 'EUR')} Deposit Until the end of the warranty time issued in: Finland`,
    'Delay damages 0.05% of the price without VAT a day, for at most 50 days Working days: Monday to Friday',
  ])
    expect(shown).toContain(withoutSpaces(said))
})

test('only what binds both parties bears no mark', () => {
  const { t, tSecurities, format } = reader('en')
  const mark = (status: 'draft' | 'sent' | 'active' | 'terminated' | 'voided') =>
    readableContract({ text: 'groundwork-contract 3\n', bidText: null }, status, t, tSecurities, format).mark
  expect([mark('draft'), mark('sent'), mark('voided')]).toEqual(['Draft', 'Not in force', 'Voided'])
  expect([mark('active'), mark('terminated')]).toEqual([null, null])
})
