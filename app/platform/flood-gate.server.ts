import type { IncomingHttpHeaders } from 'node:http'
import { parse } from 'cookie'
import { rateLimited } from './errors.ts'
import { type RequestContext, requestContext } from './request-context.server.ts'
import { sessionCookieName } from './session-cookie.server.ts'
import { singleton } from './singleton.server.ts'

/** How long whoever floods is not listened to at all (ms). */
const pause = 10_000

/** The session of each request that is being answered, as its cookie names it. */
const asking = singleton('flood-gate-asking', () => new WeakMap<RequestContext, string>())
/** Sessions that flood, with the time at which they are heard again (UTC epoch ms). */
const closed = singleton('flood-gate-closed', () => new Map<string, number>())

/**
 * Lets the present request through unless its session floods: refusing it later, with a session, a page and its shell, would
 * cost others more than what was refused.
 * @throws AppError rate_limited
 */
export function passFloodGate(headers: IncomingHttpHeaders): void {
  const session = sessionOf(headers)
  if (session === null) return
  const context = requestContext()
  const until = closed.get(session)
  if (until !== undefined && until > context.now)
    throw rateLimited(Math.ceil((until - context.now) / 1000), 'errors:tooFast')
  closed.delete(session)
  asking.set(context, session)
}

/** Stops listening to the session of the present request for a while. */
export function closeFloodGate(): void {
  const context = requestContext()
  const session = asking.get(context)
  if (session === undefined) return
  for (const [other, until] of closed) if (until <= context.now) closed.delete(other)
  closed.set(session, context.now + pause)
}

/**
 * The browser session that a request says it is of; null for none. Whether there is one is not asked. Read as Remix reads
 * it: whoever writes the same cookie in another way (a tab before it, quotes around it) is no other session.
 */
export function sessionOf({ cookie }: IncomingHttpHeaders): string | null {
  return (cookie && parse(cookie)[sessionCookieName]) || null
}
