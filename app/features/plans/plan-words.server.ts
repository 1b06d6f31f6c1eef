import { planNames } from '#app/features/accounts/subscriptions/plan.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { defaultLocale, isLocale } from '#app/i18n/locale.ts'
import type { WordsOf } from './order.server.ts'

/** What the invoices of plans and their credit notes say, in the language of the buyer's people. */
export const planWords: WordsOf = (locale) => {
  const { t } = i18nFor(locale && isLocale(locale) ? locale : defaultLocale)
  return {
    unit: t('invoicing:form.pieces'),
    line: ({ kind, plan, cycle }) =>
      t(`billing:line.${kind === 'change' || kind === 'agreement' ? kind : cycle}`, { plan: planNames[plan] }),
    credit: (reason) => t(`billing:credit.${reason}`),
  }
}
