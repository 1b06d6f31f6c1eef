import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { einvoiceOf, fileName, invoiceXml } from '#app/features/einvoices/invoice-files.server.ts'
import type { InvoiceFileData } from '#app/features/einvoices/queries.server.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { invoicePaper } from './invoice-paper.server.ts'

/**
 * An invoice or credit note as a PDF (PDF/A-3) in a reader's language, with the same in UBL as a file within the file where it breaks no rule. Asked for
 * again it is the same bytes, until something is paid or credited: from then on it is a copy of the day.
 */
export function invoicePdf(data: InvoiceFileData, reader: Reader, now: number): PdfFile {
  const { document, facts, issuedAt } = data
  const t = i18nFor(reader.locale).getFixedT(null, 'invoicepdf')
  const isIssued = document.number !== null
  const isChanged = document.paidCents !== facts.paidCents || document.creditedCents > 0
  const today = invoiceDay(now)
  const copyOf = isIssued && isChanged ? today : null
  const hasUbl = isIssued && einvoiceOf(data, reader).check.core.length === 0
  const ubl = hasUbl && {
    name: 'invoice.xml',
    text: invoiceXml(data, 'ubl', reader).text,
    description: t('ubl'),
    mime: 'text/xml',
    relationship: 'Alternative' as const,
  }
  return {
    name: `${fileName(document)}.pdf`,
    document: invoicePaper(document, copyOf, reader),
    options: {
      locale: reader.locale,
      createdAt: copyOf || !issuedAt ? Date.parse(today) : issuedAt,
      attachments: ubl ? [ubl] : [],
    },
  }
}
