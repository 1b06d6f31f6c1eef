import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { maxFormBytes } from './request-body.server.ts'

/**
 * The text fields of a form that was refused before it was read, to show them again. Files are read past, not kept; a form
 * too large to be read for this alone, or none at all, has no fields.
 */
export async function readFields(
  request: Request,
  { maxBytes = maxFormBytes, maxFields = 50 }: { maxBytes?: number; maxFields?: number } = {},
): Promise<FormData> {
  const form = new FormData()
  const { 'content-length': length = '', 'content-type': type = '' } = Object.fromEntries(request.headers)
  // A chunked body does not say how large it is; no browser sends a form so.
  if (!request.body || length === '' || Number(length) > maxBytes) return form
  try {
    const limits = { files: 0, fields: maxFields, fieldSize: 100_000, parts: maxFields + 10 }
    const parser = busboy({ headers: { 'content-type': type }, limits })
    parser.on('field', (name, value) => form.append(name, value))
    await pipeline(Readable.fromWeb(request.body as ReadableStream), parser, { signal: request.signal })
  } catch {
    // It is refused anyhow: what came of a broken form is all that can be shown.
  }
  return form
}
