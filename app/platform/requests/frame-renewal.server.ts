import type { Request as HttpRequest, Response as HttpResponse } from 'express'
import { requestContext } from './request-context.server.ts'

/** Only paths on this host: one that begins with `//` would name another host. */
const frame = /^((?:\/[\w-]+)+\/frame)(?:\?(.*))?$/i

/**
 * Makes a refused frame reload itself after the time that the refusal names. A frame without scripts has nobody else to
 * reload it. The reload uses a different URL, as the frame does itself: for the same URL with a `#` a browser only
 * scrolls.
 */
export function renewRefusedFrame(request: HttpRequest, response: HttpResponse): void {
  const wait = response.getHeader('Retry-After')
  const [, path, search] = (request.method === 'GET' && frame.exec(request.originalUrl)) || []
  if (response.statusCode !== 429 || !wait || !path) return
  const query = new URLSearchParams(search)
  query.delete('at')
  const place = query.size === 0 ? '#end' : ''
  query.set('at', String(requestContext().now))
  response.setHeader('Refresh', `${wait}; url=${path}?${query}${place}`)
}
