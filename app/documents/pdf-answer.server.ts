import { createHash } from 'node:crypto'
import { disposition, matchesEtag } from '#app/platform/files/serve-file.server.ts'
import type { PrintedDocument } from './document.ts'
import type { PdfOptions } from './render-pdf.server.ts'

/** A document and how it becomes a PDF; `name` is the file's. */
export type PdfFile = { name: string; document: PrintedDocument; options: PdfOptions }

/** The bytes of a file. What renders it is loaded with the first one: its fonts take 0.3 s and 23 MB, which no other page should. */
export async function renderFile({ document, options }: Pick<PdfFile, 'document' | 'options'>): Promise<Uint8Array> {
  const { renderPdf } = await import('./render-pdf.server.ts')
  return renderPdf(document, options)
}

/** Responds with a document as a PDF to store. A browser may keep it, and asks each time, so that permission is checked again. */
export const pdfAnswer = async (request: Request, file: PdfFile): Promise<Response> =>
  pdfBytesAnswer(request, file.name, await renderFile(file))

/** The same with the bytes of a PDF; `name` is the file's. */
export const pdfBytesAnswer = (request: Request, name: string, bytes: Uint8Array): Response =>
  bytesAnswer(request, { name, mime: 'application/pdf' }, bytes)

/** The same with a file of another type. */
export function bytesAnswer(
  request: Request,
  { name, mime }: { name: string; mime: string },
  bytes: Uint8Array,
): Response {
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
  const headers = new Headers({
    'Content-Type': mime,
    'Content-Disposition': disposition({ name, mime }),
    'Cache-Control': 'private, no-cache',
    ETag: etag,
    Vary: 'Cookie',
  })
  if (matchesEtag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  headers.set('Content-Length', String(bytes.length))
  return new Response(new Uint8Array(bytes), { headers })
}
