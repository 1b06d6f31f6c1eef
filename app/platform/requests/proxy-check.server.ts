import type { IncomingHttpHeaders } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import { env } from '#app/platform/env.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'

/**
 * How a request contradicts TRUST_PROXY, the number of proxies in front of the server; null if it does not. The limits
 * on addresses depend on it: too low, and everybody shares the proxy's address; too high, and clients choose their own.
 */
export function contradictionOf(headers: IncomingHttpHeaders, proxies: number): string | null {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .filter((address) => address.trim() !== '').length
  if (proxies > 0 && forwarded < proxies)
    return `TRUST_PROXY is ${proxies}, but a request came through fewer proxies (X-Forwarded-For has ${forwarded} addresses). Clients can pass the limits on addresses with made-up ones. Lower TRUST_PROXY, or let nobody reach the server past the proxies.`
  if (proxies === 0 && (forwarded > 0 || headers['fly-client-ip'] !== undefined))
    return 'TRUST_PROXY is 0, but a request came with X-Forwarded-For or Fly-Client-IP. If there is a proxy, everybody shares its address and its limits: set TRUST_PROXY to the number of proxies. If there is none, a client made the header up.'
  return null
}

const state = singleton('proxy-check', () => ({ warned: false }))

/** Warns once, at the first request that contradicts TRUST_PROXY. Health checks do not come through the proxy. */
export function proxyCheckMiddleware({ headers, path }: Request, _response: Response, next: NextFunction): void {
  const contradiction = state.warned || path === '/health' ? null : contradictionOf(headers, env.TRUST_PROXY)
  if (contradiction !== null) {
    state.warned = true
    logger.warn(contradiction)
  }
  next()
}
