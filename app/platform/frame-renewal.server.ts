import type { Request as HttpRequest, Response as HttpResponse } from 'express'
import { requestContext } from './request-context.server.ts'

/** A path of ours only: what begins with `//` would name another host. */
const frame = /^((?:\/[\w-]+)+\/frame)(?:\?(.*))?$/i

/**
 * A frame that renews itself is refused for a while like any other page, but nobody can tell a frame without scripts to go on:
 * the refusal does, once the wait that it names is over. Under another address, as the frame itself does it: to the same one
 * with a `#` a browser only scrolls.
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
