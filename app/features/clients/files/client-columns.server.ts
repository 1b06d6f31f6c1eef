import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'

const own = [
  ...(['name', 'businessId', 'vatNumber', 'buysAs', 'street', 'postalCode', 'city', 'country', 'locale'] as const),
  ...(['email', 'phone', 'paymentTermDays', 'lateInterest', 'tags', 'notes'] as const),
]
const electronic = ['eScheme', 'eAddress', 'eOperator'] as const
const person = ['contactName', 'contactRole', 'contactEmail', 'contactPhone'] as const

/** The columns of a file of clients, in their order. */
export const clientColumns = [...own, 'creditLimits', ...electronic, ...person] as const
export type ClientColumn = (typeof clientColumns)[number]

/** The headers of a file of clients in a language: the names that the form has. */
export function clientHeaders(locale: Locale): string[] {
  const { t } = i18nFor(locale)
  return [
    ...own.map((name) => t(`clientform:field.${name}`)),
    t('clientform:limits'),
    ...electronic.map((name) => t(`eaddress:field.${name}`)),
    ...person.map((name) => t(`serveronly:clientFile.${name}`)),
  ]
}
