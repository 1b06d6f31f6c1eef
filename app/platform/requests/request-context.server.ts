import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import { v7 } from 'uuid'
import { singleton } from '#app/platform/singleton.server.ts'
import { addressKey } from './address-key.server.ts'
import { readSessionHash } from './session-cookie.server.ts'

export type RequestContext = {
  requestId: string
  /** The method with which the request arrived. Remix gives the loaders of a page whose form was refused a GET. */
  method: string
  /** Whether a browser waits for a page: not for a file, and not a script that asks for a page's data. */
  wantsPage: boolean
  /** UTC epoch ms when the request arrived, used as `now` throughout the request. */
  now: number
  ip: string | null
  userAgent: string | null
  /** The nonce of this response's content security policy. */
  nonce: string
  /** Whether a script asks for a page's data: the page with its form stays in the browser, whatever the answer is. */
  byScript: boolean
  /** The hash of the session in the cookie, whose signature is right. The session itself may have ended. */
  session: string | null
  /** The user to whom that session belongs or belonged, for limits to count by; no proof that they are signed in. */
  person: string | null
  /** The address for limits to count by: guests by it alone. */
  address: string
  /** Aborts when the client disconnects, or when `abort` refuses a request that has not begun to run. */
  signal: AbortSignal
  abort: (refusal: Error) => void
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

/** Finds the user to whom a session belongs or belonged, by the session's hash; null for a guest's. */
type OwnerOf = (sessionHash: string) => string | null

/** Runs first: gives the request an id and makes its context available to everything after it. */
export function requestContextMiddleware(ownerOf: OwnerOf) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    try {
      const context = await contextOf(request, response, ownerOf)
      response.setHeader('X-Request-Id', context.requestId)
      storage.run(context, next)
    } catch (error) {
      next(error)
    }
  }
}

async function contextOf(request: Request, response: Response, ownerOf: OwnerOf): Promise<RequestContext> {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  const session = await readSessionHash(request.headers)
  return {
    requestId: v7(),
    method: request.method,
    wantsPage: !request.path.endsWith('.data') && (request.get('accept') ?? '').includes('text/html'),
    byScript: request.path.endsWith('.data'),
    now: Date.now(),
    ip: request.ip ?? null,
    userAgent: request.get('user-agent')?.slice(0, 400) ?? null,
    nonce: randomBytes(16).toString('base64'),
    session,
    person: session === null ? null : personOf(session, ownerOf),
    address: addressKey(request.ip ?? null),
    signal: controller.signal,
    abort: (refusal) => controller.abort(refusal),
  }
}

function personOf(session: string, ownerOf: OwnerOf): string | null {
  try {
    return ownerOf(session)
  } catch {
    // The database cannot be read. The page will fail too, and can say so.
    return null
  }
}

export function backgroundContext(now = Date.now()): RequestContext {
  const controller = new AbortController()
  const { signal } = controller
  const nobody = { ip: null, userAgent: null, session: null, person: null, address: addressKey(null) }
  return {
    requestId: v7(),
    method: 'GET',
    wantsPage: false,
    byScript: false,
    now,
    nonce: '',
    signal,
    abort: (refusal) => controller.abort(refusal),
    ...nobody,
  }
}
