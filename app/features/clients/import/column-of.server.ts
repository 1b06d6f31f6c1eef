import { type ClientColumn, clientColumns, clientHeaders } from '#app/features/clients/files/client-columns.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { keyOf } from './names.server.ts'

let columns: Map<string, ClientColumn> | undefined
/**
 * The column that a header names, in any of our languages, however it is capitalized, or as programs call it (`businessId`); null for another. Tables of other
 * programs have one address of a client, which they call “Email”.
 */
export function columnOf(header: string): ClientColumn | null {
  columns ??= new Map([
    ...locales.map((locale) => [keyOf(i18nFor(locale).t('clientform:contact.email')), 'email'] as const),
    ...clientColumns.map((column) => [column.toLowerCase(), column] as const),
    ...locales.flatMap((locale) =>
      clientHeaders(locale).map((name, index) => [keyOf(name), clientColumns[index] ?? 'name'] as const),
    ),
  ])
  return columns.get(keyOf(header)) ?? null
}
