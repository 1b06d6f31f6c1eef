import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { documentText, withoutSpaces } from '#tests/setup/canonical-values.ts'
import { canonicalHandover } from './handover-document.ts'
import { readableHandover } from './readable-handover.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

it('shows every word of the frozen text to a reader, in every language', () => {
  const handover = fc.record({
    name: fc.constant('HO-1'),
    contractNumber: text,
    contractDigest: text,
    parties: fc.record({
      client: fc.record({ name: text, businessId: fc.option(text) }),
      provider: fc.record({ name: text, businessId: fc.option(text) }),
    }),
    heldOn: fc.constant('2026-05-31'),
    present: text,
    result: fc.constantFrom('accepted', 'accepted_with_defects', 'refused'),
    reasons: text,
    defects: fc.array(
      fc.record({
        position: fc.integer({ min: 1, max: 99 }),
        description: text,
        place: text,
        responsible: fc.constantFrom('client', 'provider'),
        dueOn: fc.constantFrom('2026-07-01', null),
      }),
      { maxLength: 3 },
    ),
    files: fc.array(
      fc.record({
        ...{ position: fc.integer({ min: 1, max: 99 }), name: text, sha256: text },
        party: fc.constantFrom('client', 'provider'),
      }),
      { maxLength: 3 },
    ),
    clientClaims: text,
    providerClaims: text,
    warrantyUntil: fc.constantFrom('2028-05-31', null),
    securityUntil: fc.constantFrom('2026-08-31', null),
    parts: fc.array(fc.record({ position: fc.integer({ min: 1, max: 99 }), title: text }), { maxLength: 3 }),
    before: fc.array(fc.constantFrom('HO-1', 'HO-2'), { maxLength: 2 }),
  })
  fc.assert(
    fc.property(handover, fc.constantFrom(...locales), (given, locale) => {
      const format = formatFor(locale, 'Europe/Helsinki')
      const [t, tContract] = [i18nFor(locale).getFixedT(null, 'handover'), i18nFor(locale).getFixedT(null, 'contracts')]
      const frozen = canonicalHandover(given as never)
      const shown = documentText(
        readableHandover({ text: frozen, status: 'signed', name: 'HO-1' }, t, tContract, format),
      )
      const { present, reasons, clientClaims, providerClaims, contractNumber } = given
      const days = [given.heldOn, given.warrantyUntil, given.securityUntil].flatMap((day) =>
        day ? [format.date(day)] : [],
      )
      const defects = given.defects.flatMap(({ description, place }) => [description, place])
      const files = given.files.flatMap(({ name, sha256 }) => [name, sha256])
      const words = [present, reasons, clientClaims, providerClaims, contractNumber, ...defects, ...files]
      for (const value of [...words.map((word) => word.normalize('NFC')), ...days, t(`result.${given.result}`)])
        expect(shown).toContain(withoutSpaces(value))
    }),
    { numRuns: 150 },
  )
})
