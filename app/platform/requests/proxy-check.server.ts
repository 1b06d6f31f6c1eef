import type { IncomingHttpHeaders } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import { env } from '#app/platform/env.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { countProxyContradiction } from '#app/platform/metrics.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'

const ownPaths = new Set(['/health', '/metrics'])

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

const hour = 3_600_000

/** Returns whether to warn of a contradiction at a time (UTC epoch ms): at the first, and then once an hour. */
export function hourlyWarning(): (now: number) => { since: number } | null {
  let warnedAt = Number.NEGATIVE_INFINITY
  let since = 0
  return (now) => {
    since += 1
    if (now - warnedAt < hour) return null
    const warning = { since }
    warnedAt = now
    since = 0
    return warning
  }
}

const dueWarning = singleton('proxy-check', hourlyWarning)

/**
 * Counts the requests that contradict TRUST_PROXY, and warns of the first and once an hour. Health checks do not come
 * through the proxy, and those who ask for the metrics may not.
 */
export function proxyCheckMiddleware({ headers, path }: Request, _response: Response, next: NextFunction): void {
  const contradiction = ownPaths.has(path) ? null : contradictionOf(headers, env.TRUST_PROXY)
  if (contradiction !== null) {
    countProxyContradiction()
    const warning = dueWarning(Date.now())
    if (warning) logger.warn({ requests: warning.since }, contradiction)
  }
  next()
}
