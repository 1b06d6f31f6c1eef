import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { maxFormBytes } from '#app/platform/requests/request-body.server.ts'

/**
 * Reads the text fields of a form that was refused before it was read, so that the page can show them again. Files are
 * skipped. Returns no fields for a body that is too large or not a form.
 */
export async function readFields(
  request: Request,
  { maxBytes = maxFormBytes, maxFields = 50 }: { maxBytes?: number; maxFields?: number } = {},
): Promise<FormData> {
  const form = new FormData()
  const { 'content-length': length = '', 'content-type': type = '' } = Object.fromEntries(request.headers)
  // A chunked body does not state its size; browsers never send a form that way.
  if (!request.body || length === '' || Number(length) > maxBytes) return form
  try {
    const limits = { files: 0, fields: maxFields, fieldSize: 100_000, parts: maxFields + 10 }
    const parser = busboy({ headers: { 'content-type': type }, limits })
    parser.on('field', (name, value) => form.append(name, value))
    await pipeline(Readable.fromWeb(request.body as ReadableStream), parser, { signal: request.signal })
  } catch {
    // The request is refused anyway, so a broken form shows the fields read so far.
  }
  return form
}
