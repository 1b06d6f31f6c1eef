import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { EinvoiceTexts } from './to-einvoice.server.ts'

/** The words that a structured invoice contains beside those of its seller, in a reader's language. */
export function einvoiceTexts({ locale, format }: Reader, currency: string): EinvoiceTexts {
  const i18n = i18nFor(locale)
  const [t, tInvoicing] = [i18n.getFixedT(null, 'einvoices'), i18n.getFixedT(null, 'invoicing')]
  return {
    ground: (ground) => tInvoicing(`ground.${ground}`),
    retained: (cents) => t('text.retained', { amount: format.money(cents, currency) }),
    unit: (unit) => t('text.unit', { unit }),
    lateInterest: (rateBp) =>
      rateBp === null ? t('text.lateInterestLaw') : t('text.lateInterest', { rate: format.percent(rateBp) }),
    complaints: (count) => t('text.complaints', { count }),
    deducts: (number) => i18n.getFixedT(null, 'invoiceadvances')('deducts', { number }),
    credits: (number) => t('text.credits', { number }),
  }
}
