import { useTranslation } from 'react-i18next'
import type { FieldLabels } from '#app/ui/forms/error-summary.tsx'

const references = ['buyerReference', 'orderReference', 'contractReference', 'projectReference'] as const
const names = [
  ...(['siteName', 'siteStreet', 'sitePostalCode', 'siteCity'] as const),
  ...(['siteCountry', 'periodStart', 'periodEnd', 'lateInterest', 'complaintDays'] as const),
]
const lineNames = ['discount', 'charge', 'itemId', 'orderLine', 'periodStart', 'periodEnd'] as const
const eNames = ['eScheme', 'eAddress', 'eOperator'] as const

/** The labels of the rarely used fields, in the order of the form, for the error summary. */
export function useDetailLabels(): { labels: FieldLabels; line: Record<string, string> } {
  const { t } = useTranslation('invoiceparts')
  const { t: tAddress } = useTranslation('eaddress')
  return {
    labels: {
      adjustments: {
        label: t('form.adjustments'),
        row: (index) => t('form.adjustment', { number: index + 1 }),
        fields: {
          reason: t('field.reason'),
          text: t('field.reasonText'),
          amount: t('field.share'),
          vat: t('field.vat'),
        },
      },
      ...Object.fromEntries(references.map((name) => [name, t(`field.${name}`)])),
      ...Object.fromEntries(eNames.map((name) => [name, tAddress(`field.${name}`)])),
      ...Object.fromEntries(names.map((name) => [name, t(`field.${name}`)])),
    },
    line: Object.fromEntries(lineNames.map((name) => [name, t(`field.${name}`)])),
  }
}
