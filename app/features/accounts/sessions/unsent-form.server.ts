// data-version: no versioned page shows a saved form
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { createCookie } from '@remix-run/node'
import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { env } from '#app/platform/env.server.ts'
import { isSecretField } from '#app/platform/forms/form.server.ts'
import { readFields } from '#app/platform/forms/read-fields.server.ts'
import { allowUpload, maxUploadBytes } from '#app/platform/requests/request-body.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { sessionCookie } from '#app/platform/requests/session-cookie.server.ts'
import type { Database } from '#db/client.server.ts'
import { database } from '#db/handle.server.ts'
import { sessions, unsentForms } from '#db/schema/accounts.ts'
import { localPath } from './local-path.ts'
import { hashSessionId } from './session.server.ts'

/** A form that arrived after its session had ended. */
export type UnsentForm = {
  /** The path it was posted to, with its query. */
  path: string
  /** The page it was on, if the browser sent a referrer. */
  back: string | null
  /** The submitted fields, without passwords and files. */
  fields: [name: string, value: string][]
  /** Whether it had files, which have to be chosen again. */
  withFiles: boolean
  /** Whether it had passwords, which have to be typed again. */
  withPasswords: boolean
}

/** How long a form is kept for its owner to log in again (ms). */
const lifetime = 30 * 60_000
/** Maximum size of a saved form, in characters. */
const maxLength = 1_000_000

const unsentFormCookie = createCookie('unsent-form', {
  path: '/',
  sameSite: 'lax',
  httpOnly: true,
  secure: env.https,
  maxAge: lifetime / 1000,
})

/**
 * Saves a post that arrived without a valid session, for the owner of the session that its cookie names: one form per session,
 * encrypted, for 30 minutes. Returns the Set-Cookie header that leads back to it; null for unknown sessions, whose posts are
 * not read at all.
 */
export async function saveUnsentForm(request: Request): Promise<string | null> {
  const id = await sessionIdOf(request)
  if (id === null) return null
  const { now } = requestContext()
  const sessionHash = hashSessionId(id)
  const ended = database()
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.idHash, sessionHash), isNotNull(sessions.userId), lte(sessions.expiresAt, now)))
    .get()
  if (!ended?.userId) return null
  const { pathname, search } = new URL(request.url)
  const path = localPath(pathname + search)
  if (path === null) return null
  allowUpload()
  const posted = [...(await readFields(request, { maxBytes: maxUploadBytes, maxFields: 2000 }))]
  const fields = posted.filter((field): field is [string, string] => !isSecretField(field[0]))
  const withFiles = request.headers.get('Content-Type')?.startsWith('multipart/') ?? false
  const withPasswords = fields.length < posted.length
  const form: UnsentForm = { path, back: referringPath(request), fields, withFiles, withPasswords }
  const text = JSON.stringify(form)
  if (text.length > maxLength) return null
  const token = randomBytes(32).toString('base64url')
  const row = {
    userId: ended.userId,
    tokenHash: hashOf(token),
    content: encrypted(text, ended.userId),
    expiresAt: now + lifetime,
  }
  database()
    .insert(unsentForms)
    .values({ sessionHash, ...row })
    .onConflictDoUpdate({ target: unsentForms.sessionHash, set: row })
    .run()
  return unsentFormCookie.serialize(token)
}

/** The session id in a request's cookie, whether or not the session still exists. */
export async function sessionIdOf(request: Request): Promise<string | null> {
  const id: unknown = await sessionCookie.parse(request.headers.get('Cookie'))
  return typeof id === 'string' ? id : null
}

/**
 * Returns and deletes the form saved for a user in this browser. Another person's form is deleted as well, and never returned.
 */
export async function takeUnsentForm(request: Request, userId: string): Promise<UnsentForm | null> {
  const token: unknown = await unsentFormCookie.parse(request.headers.get('Cookie'))
  if (typeof token !== 'string') return null
  const row = database()
    .delete(unsentForms)
    .where(eq(unsentForms.tokenHash, hashOf(token)))
    .returning()
    .get()
  if (row?.userId !== userId || row.expiresAt <= requestContext().now) return null
  return JSON.parse(decrypted(row.content, userId)) as UnsentForm
}

/** Deletes expired forms and returns their number; a job calls it. */
export function deleteOldUnsentForms(db: Database, now: number): number {
  return db.delete(unsentForms).where(lte(unsentForms.expiresAt, now)).run().changes
}

/** The path of this site that a request was made from (its referrer), or null. */
export function referringPath(request: Request): string | null {
  const referer = request.headers.get('Referer') ?? ''
  if (!URL.canParse(referer)) return null
  const { origin, pathname, search } = new URL(referer)
  return origin === env.origin || origin === request.headers.get('Origin') ? localPath(pathname + search) : null
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const key = () => Buffer.from(hkdfSync('sha256', env.sessionSecret, '', 'unsent forms', 32))
const [ivBytes, tagBytes] = [12, 16]

/** Encrypts with AES-256-GCM, bound to the user. */
function encrypted(text: string, userId: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(Buffer.from(userId))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64')
}

function decrypted(content: string, userId: string): string {
  const bytes = Buffer.from(content, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, ivBytes))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
}
