// data-version: the session itself is part of a page's version
import { randomBytes } from 'node:crypto'
import { createSessionStorage, type Session } from '@remix-run/node'
import { eq, lte } from 'drizzle-orm'
import type { Actor, Company } from '#app/features/accounts/context.ts'
import { type RequestContext, requestContext } from '#app/platform/requests/request-context.server.ts'
import { hashSessionId, sessionCookie } from '#app/platform/requests/session-cookie.server.ts'
import { writeUnsynced } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { database } from '#db/handle.server.ts'
import { sessions } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { endSession } from './end-session.server.ts'
import { type Flash, forgetGuestFlash, readGuestFlash } from './guest-flash.server.ts'
import { sessionEnd, sessionLifetimes, touchSession } from './session-use.server.ts'
import { findSessionUser } from './session-user.server.ts'

type SessionData = {
  userId: string
  remember: boolean
  /** Answers of multi-step forms by form, kept between steps without JavaScript. */
  answers: Record<string, unknown>
}
type SessionFlash = { flash: Flash }
export type BrowserSession = Session<SessionData, SessionFlash>

const storedData = sql(
  { params: { idHash: sessions.idHash, now: sessions.expiresAt }, row: columns(sessions, 'data') },
  'SELECT data FROM sessions WHERE id_hash = :idHash AND expires_at > :now',
)

// A flash message, or the answers of a form in steps: what a session loses in a power cut is typed or told again.
const dataUpdate = sql(
  { params: columns(sessions, 'idHash', 'data') },
  'UPDATE sessions SET data = :data WHERE id_hash = :idHash',
)

const storage = createSessionStorage<SessionData, SessionFlash>({
  cookie: sessionCookie,
  async createData(data) {
    const id = randomBytes(32).toString('base64url')
    const { now, ip, userAgent } = requestContext()
    const remember = data.remember ?? false
    database()
      .insert(sessions)
      .values({
        idHash: hashSessionId(id),
        userId: data.userId ?? null,
        data: JSON.stringify(data),
        remember,
        ip,
        userAgent,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: sessionEnd(now, now, remember),
      })
      .run()
    return id
  },
  async readData(id) {
    const row = storedData.first(database(), { idHash: hashSessionId(id), now: requestContext().now })
    return row && (JSON.parse(row.data) as SessionData)
  },
  async updateData(id, data) {
    const idHash = hashSessionId(id)
    const db = database()
    const changed = writeUnsynced(db, () => dataUpdate.run(db, { idHash, data: JSON.stringify(data) }))
    if (changed === 0) throw new Response(null, { status: 302, headers: { Location: '/login' } })
  },
  async deleteData(id) {
    database()
      .delete(sessions)
      .where(eq(sessions.idHash, hashSessionId(id)))
      .run()
  },
})

export type RequestSession = {
  /** Where the flash message that the page being rendered shows came from; only then is it removed there. */
  flashShown?: 'session' | 'cookie'
  session: BrowserSession
  user: (Actor & { company: Company | null }) | null
  hash: string | null
}

const loaded = new WeakMap<RequestContext, Promise<RequestSession>>()

/** The browser's session and its user; read once per request, however many loaders ask. */
export function loadSession(request: Request): Promise<RequestSession> {
  return sessionOfRequest(request.headers.get('Cookie'))
}

/** The flash message for the next page, if any; it stays in the session until `takeShownFlash`. */
export async function readFlash(request: Request): Promise<Flash | null> {
  const loaded = await loadSession(request)
  const kept = loaded.session.get('flash')
  const flash = kept ?? (await readGuestFlash(request))
  if (flash) loaded.flashShown = kept ? 'session' : 'cookie'
  return flash
}

/**
 * After rendering a page that shows the flash message: the Set-Cookie header that removes it, from the session or a guest's cookie. Null if none was shown. A
 * loader cannot remove it, because its response may still become a redirect or a prefetch that is never used.
 */
export async function takeShownFlash(request: Request): Promise<string | null> {
  const { session, flashShown } = await loadSession(request)
  if (!flashShown) return null
  if (flashShown === 'cookie') return forgetGuestFlash()
  return commitSession(session).catch((ended: unknown) => {
    if (ended instanceof Response) return null
    throw ended
  })
}

/** Like `loadSession`, by the cookie header of the current request. */
export function sessionOfRequest(cookieHeader: string | null): Promise<RequestSession> {
  const context = requestContext()
  let promise = loaded.get(context)
  if (!promise) {
    promise = readSession(cookieHeader, context.now)
    loaded.set(context, promise)
  }
  return promise
}

/** Reads a session from a bare cookie header, as in a socket handshake. */
export async function readSession(cookieHeader: string | null, now: number): Promise<RequestSession> {
  const session = await openSession(cookieHeader)
  if (!session.id) return { session, user: null, hash: null }
  const hash = hashSessionId(session.id)
  const found = findSessionUser(database(), hash, now)
  if (!found) return { session, user: null, hash }
  touchSession(database(), hash, found, now)
  return { session, user: found.user, hash }
}

/** A cookie of an ended session is ignored: what is stored in the session now gets a new id. */
async function openSession(cookieHeader: string | null): Promise<BrowserSession> {
  const session = (await storage.getSession(cookieHeader)) as BrowserSession
  const ended = session.id && Object.keys(session.data).length === 0
  return ended ? ((await storage.getSession()) as BrowserSession) : session
}

/**
 * The Set-Cookie header that saves the session. A remembered cookie lasts as long as its session can at most: it is not renewed
 * on use, and an idle session ends earlier.
 */
export function commitSession(session: BrowserSession): Promise<string> {
  const remember = session.get('remember') === true
  return storage.commitSession(session, remember ? { maxAge: sessionLifetimes.remembered.absolute / 1000 } : {})
}

/**
 * Starts a signed-in session under a new id (to prevent session fixation) and ends the old one. Returns the Set-Cookie header.
 * The caller must read the return path beforehand.
 */
export async function signIn(request: Request, userId: string, remember: boolean, flash?: Flash): Promise<string> {
  const { session } = await loadSession(request)
  const before = session.get('userId')
  const answers = session.get('answers')
  const fresh = (await storage.getSession()) as BrowserSession
  // Answers that a guest gave in a multi-step form are kept for them; those of another user are dropped.
  if (answers && (before === undefined || before === userId)) fresh.set('answers', answers)
  fresh.set('userId', userId)
  fresh.set('remember', remember)
  if (flash) fresh.flash('flash', flash)
  // The new session is stored before anything else runs: a change of the password since the check would not end it.
  const cookie = await commitSession(fresh)
  if (session.id) await storage.destroySession(session)
  return cookie
}

/** Ends the browser's session and its sockets; returns the Set-Cookie header that clears the cookie. */
export async function signOut(request: Request): Promise<string> {
  const { session, hash } = await loadSession(request)
  if (hash) endSession(database(), requestContext(), hash)
  return storage.destroySession(session)
}

/** How long the row of an ended session is kept (ms), so that a late form can be saved for its owner. */
const endedSessionRetention = 24 * 3_600_000

/** Deletes sessions that ended more than a day ago and returns their number; a job calls it. */
export function deleteExpiredSessions(now: number): number {
  return database()
    .delete(sessions)
    .where(lte(sessions.expiresAt, now - endedSessionRetention))
    .run().changes
}
