import { useTranslation } from 'react-i18next'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { useFormat } from '#app/i18n/format.ts'

type RetentionDue = NonNullable<InvoiceDocumentData['retentionDue']>

/** Says when a retention becomes due (INV-12). */
export function useRetentionDue(): (due: RetentionDue) => string {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  return ({ when, expectedOn }) =>
    expectedOn && (when === 'completion' || when === 'handover')
      ? t(`retention.${when}On`, { date: format.date(expectedOn) })
      : t(`retention.${when}`)
}
