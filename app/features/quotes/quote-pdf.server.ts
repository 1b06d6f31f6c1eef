import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { invoicePaper } from '#app/features/einvoices/pdf/invoice-paper.server.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'

/** A quote as a PDF in a reader's language; the same bytes for the same version. */
export function quotePdf(document: InvoiceDocumentData, sentAt: number | null, reader: Reader): PdfFile {
  const { number, issueDate, quote } = document
  const version = (quote?.version ?? 0) > 1 ? `-${quote?.version}` : ''
  return {
    name: `${number ?? 'quote'}${version}.pdf`,
    document: invoicePaper(document, null, reader),
    options: { locale: reader.locale, createdAt: sentAt ?? Date.parse(issueDate ?? ''), attachments: [] },
  }
}
