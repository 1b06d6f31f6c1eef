import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import { v7 } from 'uuid'
import { sessionNamedBy } from './session-cookie.server.ts'
import { singleton } from './singleton.server.ts'

export type RequestContext = {
  requestId: string
  /** UTC epoch ms at which the request arrived: the `now` of everything it does. */
  now: number
  ip: string | null
  userAgent: string | null
  /** The nonce of this answer's content security policy. */
  nonce: string
  /** The session that the request names, unchecked: enough to count by, and no proof of anything. */
  session: string | null
  /** Fires when the client has gone. */
  signal: AbortSignal
}

const storage = singleton('request-context', () => new AsyncLocalStorage<RequestContext>())

/** The context of the request being answered; a fresh one for work that no request asked for (jobs, tests, programs). */
export function requestContext(): RequestContext {
  return storage.getStore() ?? backgroundContext()
}

export const currentRequestId = (): string | undefined => storage.getStore()?.requestId

export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work)
}

/** First in the chain: names the request, and lets everything after it ask who is being answered. */
export function requestContextMiddleware(request: Request, response: Response, next: NextFunction): void {
  const abort = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) abort.abort()
  })
  const context: RequestContext = {
    requestId: v7(),
    now: Date.now(),
    ip: request.ip ?? null,
    userAgent: request.get('user-agent')?.slice(0, 400) ?? null,
    nonce: randomBytes(16).toString('base64'),
    session: sessionNamedBy(request.headers),
    signal: abort.signal,
  }
  response.setHeader('X-Request-Id', context.requestId)
  storage.run(context, next)
}

export function backgroundContext(now = Date.now()): RequestContext {
  const { signal } = new AbortController()
  return { requestId: v7(), now, ip: null, userAgent: null, nonce: '', session: null, signal }
}
