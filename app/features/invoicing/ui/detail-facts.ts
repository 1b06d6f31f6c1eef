import { useTranslation } from 'react-i18next'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { useFormat } from '#app/i18n/format.ts'

/** A period of which one end may be open. */
export function usePeriodText() {
  const format = useFormat()
  return (start: string | null, end: string | null): string | null =>
    start || end ? `${start ? format.date(start) : ''} – ${end ? format.date(end) : ''}`.trim() : null
}

/** The references, place, period and terms of a document, as far as it has them. */
export function useDetailFacts(document: InvoiceDocumentData): (readonly [term: string, value: string | null])[] {
  const { t } = useTranslation('invoiceparts')
  const format = useFormat()
  const periodOf = usePeriodText()
  const { deliverySite: site, lateInterestBp, complaintDays, buyer } = document
  const town = [site?.postalCode, site?.city].filter(Boolean).join(' ')
  const place = site && [site.name, site.street, town].filter(Boolean).join(', ')
  const isPayable = document.kind === 'invoice'
  return [
    [t('field.buyerReference'), document.buyerReference],
    [t('field.orderReference'), document.orderReference],
    [t('field.contractReference'), document.contractReference],
    [t('field.projectReference'), document.projectReference],
    [t('document.site'), place],
    [t('document.period'), periodOf(document.periodStart, document.periodEnd)],
    [
      t('field.lateInterest'),
      isPayable ? (lateInterestBp === null ? t('document.lateInterestLaw') : format.percent(lateInterestBp)) : null,
    ],
    [
      t('document.complaints'),
      isPayable && complaintDays !== null ? t('document.complaintDays', { count: complaintDays }) : null,
    ],
    [t('field.eAddress'), buyer.eAddress ?? null],
  ]
}
