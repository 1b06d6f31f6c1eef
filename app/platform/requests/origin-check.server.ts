import type { IncomingHttpHeaders } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import { env } from '#app/platform/env.server.ts'
import { forbidden } from '#app/platform/errors.ts'
import { isLoopbackUrl } from '#app/platform/setting-values.server.ts'
import { isBearerCall } from './bearer-token.server.ts'
import { carriesSessionCookie } from './session-cookie.server.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether an unsafe request comes from our own pages, or from a program that sends no cookie. Browsers send Origin with
 * every unsafe request; a sandboxed or redirected foreign page sends `null`.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  if (headers.origin !== undefined) return isOurs(headers.origin, headers.host)
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (!carriesSessionCookie(headers)) return true
  return (
    headers.referer !== undefined &&
    URL.canParse(headers.referer) &&
    isOurs(new URL(headers.referer).origin, headers.host)
  )
}

/**
 * Development also accepts the address that the browser used, so that 127.0.0.1 works as well as localhost; but no
 * other name, because its owner can make it lead to this machine.
 */
function isOurs(origin: string, host: string | undefined): boolean {
  return origin === env.origin || (env.development && origin === `http://${host}` && isLoopbackUrl(origin))
}

/** Refuses unsafe requests from foreign pages before anything reads them. A program's call of the API brings its own proof. */
export function originCheckMiddleware(request: Request, _response: Response, next: NextFunction): void {
  const { method, headers, originalUrl } = request
  if (safe.has(method) || isBearerCall(originalUrl, headers.authorization) || isOwnOrigin(headers)) return next()
  next(forbidden('errors:foreignOrigin'))
}
