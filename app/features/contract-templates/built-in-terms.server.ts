import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import type { BuiltInTemplate } from './template.ts'

/**
 * The terms that every company can begin a draft with, in the reader's language: the plain ones, for any country, and those that are
 * based on the Finnish General Conditions for Building Contracts YSE 1998 (RT 16-10660). The conditions themselves are Rakennustieto's;
 * the terms refer to their sections and do not repeat them.
 */
export function builtInTerms(
  locale: Locale,
  id: BuiltInTemplate,
  names: { client: string; provider: string; project: string },
): string {
  const { t } = i18nFor(locale)
  return id === 'yse1998' ? t('termsyse:terms', names) : t('terms:terms', names)
}
