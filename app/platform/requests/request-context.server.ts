import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import { v7 } from 'uuid'
import { singleton } from '#app/platform/singleton.server.ts'
import { readSessionCookie } from './session-cookie.server.ts'

export type RequestContext = {
  requestId: string
  /** The method with which the request arrived. Remix gives the loaders of a page whose form was refused a GET. */
  method: string
  /** UTC epoch ms when the request arrived, used as `now` throughout the request. */
  now: number
  ip: string | null
  userAgent: string | null
  /** The nonce of this response's content security policy. */
  nonce: string
  /** The session id in the cookie, unverified: enough to count requests by, but proof of nothing. */
  session: string | null
  /** Aborts when the client disconnects. */
  signal: AbortSignal
}

const storage = singleton('request-context', () => new AsyncLocalStorage<RequestContext>())

/** The context of the current request, or a fresh one for work outside a request (jobs, tests, programs). */
export function requestContext(): RequestContext {
  return storage.getStore() ?? backgroundContext()
}

export const currentRequestId = (): string | undefined => storage.getStore()?.requestId

export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work)
}

/** Runs first: gives the request an id and makes its context available to everything after it. */
export function requestContextMiddleware(request: Request, response: Response, next: NextFunction): void {
  const abort = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) abort.abort()
  })
  const context: RequestContext = {
    requestId: v7(),
    method: request.method,
    now: Date.now(),
    ip: request.ip ?? null,
    userAgent: request.get('user-agent')?.slice(0, 400) ?? null,
    nonce: randomBytes(16).toString('base64'),
    session: readSessionCookie(request.headers),
    signal: abort.signal,
  }
  response.setHeader('X-Request-Id', context.requestId)
  storage.run(context, next)
}

export function backgroundContext(now = Date.now()): RequestContext {
  const { signal } = new AbortController()
  return { requestId: v7(), method: 'GET', now, ip: null, userAgent: null, nonce: '', session: null, signal }
}
