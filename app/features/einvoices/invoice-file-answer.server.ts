import { bytesAnswer, pdfAnswer } from '#app/documents/pdf-answer.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'
import { invoiceXml } from './invoice-files.server.ts'
import { invoicePdf } from './pdf/invoice-pdf.server.ts'
import type { InvoiceFileData } from './queries.server.ts'

/** Responds with the file of an invoice that the URL ends with, as it is at `now` (UTC epoch ms). */
export async function invoiceFileAnswer(
  request: Request,
  { data, now }: { data: InvoiceFileData; now: number },
  reader: Reader,
): Promise<Response> {
  const name = lastPathSegment(request)
  if (name === 'invoice.pdf') return await pdfAnswer(request, invoicePdf(data, reader, now))
  const file = invoiceXml(data, name === 'invoice.finvoice.xml' ? 'finvoice' : 'ubl', reader)
  return bytesAnswer(request, file, Buffer.from(file.text))
}
