import type { InitOptions, i18n } from 'i18next'
import { defaultLocale, locales } from './locale.ts'

/** Options that the server's and the browser's i18next share. React escapes already, so i18next must not. */
export const i18nOptions = {
  supportedLngs: [...locales],
  fallbackLng: defaultLocale,
  defaultNS: 'ui',
  interpolation: { escapeValue: false },
  returnNull: false,
  showSupportNotice: false,
} satisfies InitOptions & { showSupportNotice?: boolean }

/**
 * The same translations behind an object without own properties. `useTranslation` copies all properties of its argument
 * in every component that calls it; for i18next itself that takes a quarter of a list page's time.
 */
export function delegateOf(instance: i18n): i18n {
  return Object.create(instance) as i18n
}
