import { expect, it } from 'vitest'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { encodeMessage } from '#app/platform/forms/form.server.ts'
import { textOf } from './text.ts'

const params = { expectedCents: 1_503_992, plannedCents: 1_503_991, currency: 'EUR', rate: 25.5 }

it.each(locales)('a message writes its amounts as %s does', (locale) => {
  const { money } = formatFor(locale, 'UTC')
  for (const key of ['contracts:invalid.sum', 'contracts:invalid.sumAtRate']) {
    const text = textOf(i18nFor(locale), encodeMessage({ key, params }))
    expect(text).toContain(money(params.expectedCents, 'EUR'))
    expect(text).toContain(money(params.plannedCents, 'EUR'))
    expect(text).not.toMatch(/EUR|\{\{/)
  }
})
