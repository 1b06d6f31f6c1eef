import { bytesAnswer } from '#app/documents/pdf-answer.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'
import { invoiceXml } from './invoice-files.server.ts'
import type { InvoiceFileData } from './queries.server.ts'

/** Responds with the file of an invoice that the URL ends with. */
export async function invoiceFileAnswer(request: Request, data: InvoiceFileData, reader: Reader): Promise<Response> {
  const isFinvoice = lastPathSegment(request) === 'invoice.finvoice.xml'
  const file = invoiceXml(data, isFinvoice ? 'finvoice' : 'ubl', reader)
  return bytesAnswer(request, file, Buffer.from(file.text))
}
