import type { IncomingHttpHeaders } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import { env } from './env.server.ts'
import { forbidden } from './errors.ts'
import { sessionNamedBy } from './session-cookie.server.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that may change something comes from our own pages, or from a program that carries no cookie.
 * Browsers send Origin with every unsafe request; `null` is what a sandboxed or redirected foreign page sends.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  if (headers.origin !== undefined) return isOurs(headers.origin, headers.host)
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (sessionNamedBy(headers) === null) return true
  return (
    headers.referer !== undefined &&
    URL.canParse(headers.referer) &&
    isOurs(new URL(headers.referer).origin, headers.host)
  )
}

/** In development the address that the browser used will do too, so that 127.0.0.1 works beside localhost. */
function isOurs(origin: string, host: string | undefined): boolean {
  return origin === env.origin || (env.development && host !== undefined && origin === `http://${host}`)
}

/** Refuses unsafe requests of foreign pages, before anything else reads them. */
export function originCheckMiddleware(request: Request, _response: Response, next: NextFunction): void {
  if (safe.has(request.method) || isOwnOrigin(request.headers)) return next()
  next(forbidden('errors:foreignOrigin'))
}
