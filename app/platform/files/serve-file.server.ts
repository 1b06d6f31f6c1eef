import { createReadableStreamFromReadable } from '@remix-run/node'
import contentDisposition from 'content-disposition'
import { fileStorage } from './file-storage.server.ts'

export type ServedFile = {
  /** Its name in the file storage. */
  storedAs: string
  name: string
  mime: string
  /** Identifies the content, which never changes. */
  etag: string
  /** Shows the file in the page, if its type cannot run anything. */
  inline?: boolean
}

/** Raster pictures, audio and video: types that a page shows and that cannot run anything. */
const shown = /^(image\/(png|jpeg|gif|webp)|(audio|video)\/[a-z0-9]+)$/

/**
 * Responds with a stored file, or a range of it, to somebody who may read it; null when it is missing. The browser may
 * store it but revalidates each time, so that permission is checked again; an unchanged file gets 304.
 */
export async function serveFile(request: Request, file: ServedFile): Promise<Response | null> {
  const stored = await fileStorage.stat(file.storedAs)
  if (!stored) return null
  const etag = `"${file.etag}"`
  const headers = new Headers({
    'Content-Type': file.mime === 'text/plain' ? 'text/plain; charset=utf-8' : file.mime,
    'Content-Disposition': disposition(file),
    'Content-Security-Policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-cache',
    'Accept-Ranges': 'bytes',
    ETag: etag,
    Vary: 'Cookie',
  })
  if (matchesEtag(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  const { size } = stored
  const range =
    request.method === 'GET' && isSame(request.headers.get('If-Range'), etag) ? rangeOf(request, size) : null
  if (range === 'none') {
    headers.set('Content-Range', `bytes */${size}`)
    headers.delete('Content-Disposition')
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${size}`)
  headers.set('Content-Length', String(end - start + 1))
  const status = range ? 206 : 200
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers })
  const source = fileStorage.read(file.storedAs, { start, end })
  return new Response(createReadableStreamFromReadable(source), { status, headers })
}

type Range = { start: number; end: number }

/**
 * The single requested range, cut to the content; 'none' when it lies outside. Several ranges, other units and
 * malformed headers get the whole file (RFC 9110, section 14.2). The range-parser package answers 416 to a suffix
 * longer than the file, where the RFC wants all of it.
 */
function rangeOf(request: Request, size: number): Range | 'none' | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('Range')?.replaceAll(' ', '') ?? '')
  const [, first = '', last = ''] = asked ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'none' : { start, end }
}

/** `If-None-Match`: whether it lists the ETag, weak or strong. */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()))
}

/** `If-Range`: a range is only useful to a client that has the rest of the same content. */
const isSame = (header: string | null, etag: string): boolean => header === null || header.trim() === etag

/** `Content-Disposition` of a file with this name: to store it, or to show it if its type cannot run anything. */
export function disposition({ name, mime, inline }: Pick<ServedFile, 'name' | 'mime' | 'inline'>): string {
  // Lone surrogates have no UTF-8 form, and line breaks do not belong in a file name.
  const written = name.replace(/[\p{Cc}\p{Cs}]/gu, '_')
  const type = inline && shown.test(mime) ? 'inline' : 'attachment'
  return contentDisposition(written, { type, fallback: written.replace(/[^\x20-\x7e]/g, '_') })
}
