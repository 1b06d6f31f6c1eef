// data-version: no versioned page shows a saved form
import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, lte, ne } from 'drizzle-orm'
import { decrypt, encrypt } from '#app/platform/encryption.server.ts'
import { env } from '#app/platform/env.server.ts'
import { isSecretField } from '#app/platform/forms/form.server.ts'
import { readFields } from '#app/platform/forms/read-fields.server.ts'
import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'
import { allowUpload, maxUploadBytes } from '#app/platform/requests/request-body.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import type { Database } from '#db/client.server.ts'
import { database } from '#db/handle.server.ts'
import { unsentForms } from '#db/schema/accounts.ts'
import { findExpiredSession } from './expired-session.server.ts'
import { localPath } from './local-path.ts'

/** A form that arrived after its session had ended. */
export type UnsentForm = {
  /** The path it was posted to, with its query. */
  path: string
  /** The page it was on: by the browser's referrer, otherwise `path`. */
  back: string
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
/** Saved forms of one session: as many tabs as somebody may have open with something typed. */
const maxForms = 10

const unsentFormCookie = hostCookie('unsent-form', {
  maxAge: lifetime / 1000,
})

/** What the forms are encrypted for. */
const purpose = 'unsent forms'

/** Fields that a form carries without anybody typing into them. */
const untypedFields = ['username', 'submissionId', 'expectedVersion', 'intent', 'step']
/** Messages are posted from pages, panels and frames, and become drafts. */
export const conversationPath = /^\/messages\/([\w-]+)$/

/**
 * Saves a post that arrived without a valid session, for the owner of the session that its cookie names: the newest form of each
 * path, encrypted, for 30 minutes. Returns the Set-Cookie header that leads back to all of them. Null for what there is nothing to
 * save of (a button, or a form in which nothing was typed) and for unknown sessions, whose posts are not read at all.
 */
export async function saveUnsentForm(request: Request): Promise<string | null> {
  const ended = await findExpiredSession(request)
  if (!ended) return null
  const { sessionHash, userId } = ended
  const { now } = requestContext()
  const { pathname, search } = new URL(request.url)
  const path = localPath(pathname + search)
  if (path === null) return null
  const back = referringPath(request) ?? path
  const isButton = pathOf(back) !== pathOf(path) && !conversationPath.test(pathOf(path))
  if (isButton) return null
  allowUpload()
  const posted = [...(await readFields(request, { maxBytes: maxUploadBytes, maxFields: 2000 }))]
  const fields = posted.filter((field): field is [string, string] => !isSecretField(field[0]))
  if (fields.every(([name, value]) => untypedFields.includes(name) || value === '')) return null
  const withFiles = request.headers.get('Content-Type')?.startsWith('multipart/') ?? false
  const withPasswords = fields.length < posted.length
  const text = JSON.stringify({ path, back, fields, withFiles, withPasswords } satisfies UnsentForm)
  if (text.length > maxLength) return null
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashOf(token)
  const row = { userId, tokenHash, content: encrypt(purpose, userId, text), expiresAt: now + lifetime }
  const ofSession = eq(unsentForms.sessionHash, sessionHash)
  const saved = database().transaction((tx) => {
    const others = tx.select({ path: unsentForms.path }).from(unsentForms).where(ofSession).all()
    if (others.length >= maxForms && !others.some((other) => other.path === path)) return false
    tx.update(unsentForms).set({ tokenHash }).where(ofSession).run()
    tx.insert(unsentForms)
      .values({ sessionHash, path, ...row })
      .onConflictDoUpdate({ target: [unsentForms.sessionHash, unsentForms.path], set: row })
      .run()
    return true
  })
  return saved ? unsentFormCookie.serialize(token) : null
}

/**
 * The forms saved for a user in this browser, newest first. They stay until they expire or are deleted, so that a reload
 * shows them again. Another person's forms are deleted, and never returned.
 */
export async function listUnsentForms(request: Request, userId: string): Promise<UnsentForm[]> {
  const token: unknown = await unsentFormCookie.parse(request.headers.get('Cookie'))
  if (typeof token !== 'string') return []
  const ofBrowser = eq(unsentForms.tokenHash, hashOf(token))
  const { changes } = database()
    .delete(unsentForms)
    .where(and(ofBrowser, ne(unsentForms.userId, userId)))
    .run()
  if (changes > 0) return []
  return database()
    .select()
    .from(unsentForms)
    .where(and(ofBrowser, gt(unsentForms.expiresAt, requestContext().now)))
    .orderBy(desc(unsentForms.expiresAt))
    .all()
    .map(({ content }) => JSON.parse(decrypt(purpose, userId, content)) as UnsentForm)
}

/** Deletes a user's saved form of a path. */
export function deleteUnsentForm(userId: string, path: string): void {
  database()
    .delete(unsentForms)
    .where(and(eq(unsentForms.userId, userId), eq(unsentForms.path, path)))
    .run()
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

const pathOf = (address: string) => address.split('?')[0] ?? ''
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
