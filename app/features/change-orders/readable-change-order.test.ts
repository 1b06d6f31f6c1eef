import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { changeReasons } from '#db/vocabulary/change-orders.ts'
import { documentText, valuesToSee, withoutSpaces } from '#tests/setup/canonical-values.ts'
import { canonicalChangeOrder } from './change-order-document.ts'
import { readableChangeOrder } from './readable-change-order.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
const cents = fc.integer({ min: -(10 ** 11), max: 10 ** 11 })
const party = fc.record({
  ...{ name: text, businessId: fc.option(text), street: text, postalCode: text, city: text },
})
const change = fc.record({
  ...{ number: fc.integer({ min: 1, max: 999 }), contractNumber: text, contractDigest: text, title: text },
  proposer: fc.constantFrom('client' as const, 'provider' as const),
  parties: fc.record({ client: party, provider: party }),
  reason: fc.constantFrom(...changeReasons),
  ...{
    description: text,
    currency: fc.constantFrom('EUR', 'USD'),
    netCents: cents,
    vatCents: cents,
    grossCents: cents,
  },
  lines: fc.array(
    fc.record({
      ...{ position: fc.integer({ min: 1, max: 100 }), contractLine: fc.option(fc.integer({ min: 1, max: 400 })) },
      ...{ description: text, quantityMilli: fc.integer({ min: -(10 ** 7), max: 10 ** 7 }), unit: text },
      unitPriceE4: fc.integer({ min: 0, max: 10 ** 8 }),
    }),
    { maxLength: 4 },
  ),
  vatRateBp: fc.integer({ min: 0, max: 3000 }),
  vatCategory: fc.constantFrom('S' as const, 'AE' as const, 'E' as const, null),
  ...{ vatGround: fc.option(text), extensionDays: fc.integer({ min: 0, max: 400 }) },
  milestone: fc.option(fc.record({ position: fc.integer({ min: 1, max: 99 }), title: text })),
  extendedMilestone: fc.option(fc.record({ position: fc.integer({ min: 1, max: 99 }), title: text })),
  files: fc.array(fc.record({ name: text, sha256: text }), { maxLength: 3 }),
})

test.each(locales)('shows every value of the signed text in %s', (locale) => {
  const format = formatFor(locale, 'Europe/Helsinki')
  const i18n = i18nFor(locale)
  const t = i18n.getFixedT(null, 'changeorders')
  const tContract = i18n.getFixedT(null, 'contracts')
  fc.assert(
    fc.property(change, (one) => {
      const canonical = canonicalChangeOrder(one)
      const shown = documentText(readableChangeOrder(canonical, 'accepted', t, tContract, format))
      const { fields } = readCanonicalText(canonical)
      // Stands in words of the reader's language.
      const worded = ['proposed by', 'reason', 'days of extension', 'effect'].map((name) => String(fields.get(name)))
      const untaxed = withoutSpaces(tContract('paper.vat.S'))
      const values = valuesToSee(canonical, tContract, format).filter(
        (value) => ![...worded.map(withoutSpaces), untaxed, '0'].includes(value),
      )
      const words = [
        tContract(`party.${one.proposer}`),
        t(`reason.${one.reason}`),
        t('days', { count: one.extensionDays }),
      ]
      for (const value of [...values, ...words.map(withoutSpaces)]) expect(shown).toContain(value)
    }),
    { numRuns: 40 },
  )
})

test('a field of a later version stands under its own name', () => {
  const i18n = i18nFor('en')
  const document = readableChangeOrder(
    'groundwork-change-order 2\nchange order:\n  | CO-1\nwarranty:\n  | ten years\n',
    'proposed',
    i18n.getFixedT(null, 'changeorders'),
    i18n.getFixedT(null, 'contracts'),
    formatFor('en', 'Europe/Helsinki'),
  )
  expect(documentText(document)).toContain('warrantytenyears')
  expect(document.mark).toBe('Proposed')
})
