import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import { v7 } from 'uuid'
import type { Message } from '#app/platform/errors.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { addressKey } from './address-key.server.ts'
import { bearerToken, isBearerCall } from './bearer-token.server.ts'
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
  /**
   * The user to whom that session, or the bearer token of a program's call, belongs or belonged, for limits to count by; no
   * proof that they are signed in.
   */
  person: string | null
  /** The address for limits to count by: guests by it alone. */
  address: string
  /** Who changed last what the request is about, and when; null where nobody has. For whoever came too late. */
  lastChange: () => Message | null
  /**
   * Of a page that is answered with 304 when the browser has it: the digest of the data of the page that it has, and of the page's
   * own once it is loaded. Undefined for every other page.
   */
  unchanged?: { held: string | null; loaded: string | null }
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

/** Find the user to whom a session, by its hash, or a bearer token belongs or belonged; null for a guest's. */
type Owners = {
  ofSession: (sessionHash: string) => string | null
  /** Without it no request is a program's. */
  ofToken?: (token: string, now: number) => Promise<string | null>
  /** Who changed last what an address names, as `person` may know it. */
  lastChange?: (path: string, person: string | null, now: number) => Message | null
}

/** Runs first: gives the request an id and makes its context available to everything after it. */
export function requestContextMiddleware(owners: Owners) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    try {
      const session = request.headers.cookie ? await readSessionHash(request.headers) : null
      const now = Date.now()
      const person = await personOf(request, session, now, owners)
      const context = contextOf(request, response, { session, person, now }, owners)
      response.setHeader('X-Request-Id', context.requestId)
      storage.run(context, next)
    } catch (error) {
      next(error)
    }
  }
}

function contextOf(
  request: Request,
  response: Response,
  { session, person, now }: Pick<RequestContext, 'session' | 'person' | 'now'>,
  { lastChange }: Owners,
): RequestContext {
  // Made when it is asked for: a page from memory needs none.
  let controller: AbortController | undefined
  const control = () => {
    controller ??= new AbortController()
    return controller
  }
  response.once('close', () => {
    if (!response.writableFinished) control().abort()
  })
  return {
    requestId: v7({ random: takeRandom() }),
    method: request.method,
    wantsPage: !request.path.endsWith('.data') && (request.get('accept') ?? '').includes('text/html'),
    byScript: request.path.endsWith('.data'),
    now,
    ip: request.ip ?? null,
    userAgent: request.get('user-agent')?.slice(0, 400) ?? null,
    nonce: takeRandom().toString('base64'),
    session,
    person,
    address: addressKey(request.ip ?? null),
    lastChange: () => lastChange?.(request.path, person, now) ?? null,
    get signal() {
      return control().signal
    },
    abort: (refusal) => control().abort(refusal),
  }
}

const randomPool = Buffer.alloc(4096)
let taken = randomPool.length

/** The next 16 random bytes, each of which is given once. Asking the system for 4 KB takes as long as for 16 bytes: 5 µs. */
function takeRandom(): Buffer {
  if (taken === randomPool.length) {
    randomFillSync(randomPool)
    taken = 0
  }
  taken += 16
  return randomPool.subarray(taken - 16, taken)
}

/** Whose request it is: a program's by its token alone, as its cookies count for nothing. */
async function personOf(
  { originalUrl, headers }: Request,
  session: string | null,
  now: number,
  { ofSession, ofToken }: Owners,
): Promise<string | null> {
  try {
    if (isBearerCall(originalUrl, headers.authorization)) {
      return (await ofToken?.(bearerToken(headers.authorization) ?? '', now)) ?? null
    }
    return session === null ? null : ofSession(session)
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
    lastChange: () => null,
    signal,
    abort: (refusal) => controller.abort(refusal),
    ...nobody,
  }
}
