import { useTranslation } from 'react-i18next'
import type { DocumentReader } from '#app/features/invoicing/content/document-texts.ts'
import { useFormat } from '#app/i18n/format.ts'

/** The reader of the page, for the texts of an invoice. */
export function useDocumentReader(): DocumentReader {
  const { t } = useTranslation('invoicing')
  const { t: tParts } = useTranslation('invoiceparts')
  return { t, tParts, format: useFormat() }
}
