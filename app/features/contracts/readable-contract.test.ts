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
  format: formatFor(locale, 'Europe/Helsinki'),
})

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
const maybe = fc.option(text)
const cents = fc.integer({ min: 0, max: 10 ** 11 })
const rate = fc.integer({ min: 0, max: 3000 })
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
  paymentTerms: maybe,
  retentionBp: rate,
  platformFeeBp: rate,
  terms: text,
  milestones: fc
    .array(milestone, { maxLength: 5 })
    .map((list) => list.map(({ vat, ...rest }) => ({ ...rest, ...vat }) as never)),
})

test('every value of the frozen text stands in the document, in every language and version', () => {
  const versions = fc.constantFrom(1, 2, 3, 4, 9)
  fc.assert(
    fc.property(contract, versions, fc.constantFrom(...locales), (given, version, locale) => {
      const { t, format } = reader(locale)
      const frozen = canonicalContract(given, version)
      const shown = documentText(readableContract({ text: frozen, bidText: null }, 'active', t, format))
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
      const { t, format } = reader('fi')
      const bid = { id: 'b1', projectId: 'p1', projectVersion: 2, companyId: 'c2', revision: 1, currency: 'EUR' }
      const attachments = [{ name: 'plan.pdf', sha256: 'ab12' }]
      const rows = lines.map((each, position) => ({ ...each, position, excluded: false }))
      const bidText = canonicalBid({ ...bid, approach, timelineWeeks: 8, lines: rows, attachments })
      const shown = documentText(readableContract({ text: 'groundwork-contract 3\n', bidText }, 'active', t, format))
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
  const { t, format } = reader('en')
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
      'securities',
      [
        [
          ['kind', 'bank guarantee'],
          ['amount', '500.00'],
        ] as const,
      ],
    ],
  ])
  const shown = documentText(readableContract({ text: frozen, bidText: null }, 'active', t, format))
  for (const said of ['delay damages percent 0.50', 'represented by: Aino', 'kind bank guarantee', 'amount 500.00'])
    expect(shown).toContain(withoutSpaces(said))
})

test('only what binds both parties bears no mark', () => {
  const { t, format } = reader('en')
  const mark = (status: 'draft' | 'sent' | 'active' | 'terminated' | 'voided') =>
    readableContract({ text: 'groundwork-contract 3\n', bidText: null }, status, t, format).mark
  expect([mark('draft'), mark('sent'), mark('voided')]).toEqual(['Draft', 'Not in force', 'Voided'])
  expect([mark('active'), mark('terminated')]).toEqual([null, null])
})
