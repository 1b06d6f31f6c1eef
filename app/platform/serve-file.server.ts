import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createReadableStreamFromReadable } from '@remix-run/node'
import contentDisposition from 'content-disposition'

export type ServedFile = {
  path: string
  name: string
  mime: string
  /** Names the content, which never changes under it. */
  etag: string
  /** May be shown where it stands, if it is of a kind that runs nothing. */
  inline?: boolean
}

/** Raster pictures, sound and film: what a page shows, and what cannot run anything. */
const shown = /^(image\/(png|jpeg|gif|webp)|(audio|video)\/[a-z0-9]+)$/

/**
 * A stored file for somebody who may read it, whole or a part of it; null where it is gone. The browser may keep it, and asks
 * each time whether it still may be read: 304, and nothing is sent again.
 */
export async function serveFile(request: Request, file: ServedFile): Promise<Response | null> {
  const stored = await stat(file.path).catch(() => null)
  if (!stored?.isFile()) return null
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
  if (holds(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
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
  const source = createReadStream(file.path, { start, end })
  return new Response(createReadableStreamFromReadable(source), { status, headers })
}

type Range = { start: number; end: number }

/**
 * The one range that was asked for, as far as there is content; 'none' where there is none of it. Several ranges, other
 * units and what cannot be read are answered by the whole (RFC 9110, section 14.2). The range-parser package answers 416 to a
 * suffix that is longer than the file, where the RFC wants all of it.
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

/** `If-None-Match`: any of the names in it, weak or not. */
function holds(header: string | null, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()))
}

/** `If-Range`: a range is only of use to whoever holds the rest of the same content. */
const isSame = (header: string | null, etag: string): boolean => header === null || header.trim() === etag

function disposition({ name, mime, inline }: ServedFile): string {
  // A lone surrogate has no UTF-8, and line breaks have no place in a file's name.
  const written = name.replace(/[\p{Cc}\p{Cs}]/gu, '_')
  const type = inline && shown.test(mime) ? 'inline' : 'attachment'
  return contentDisposition(written, { type, fallback: written.replace(/[^\x20-\x7e]/g, '_') })
}
