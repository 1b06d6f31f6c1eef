import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { decrypt, encrypt } from '#app/platform/encryption.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { authenticatorApps } from '#db/schema/accounts.ts'
import { passkeys } from '#db/schema/passkeys.ts'
import { spendRecoveryCode } from './recovery-codes.server.ts'
import { stepOfCode } from './totp.server.ts'

const purpose = 'authenticator apps'

export const sealSecret = (userId: string, secret: string): string => encrypt(purpose, userId, secret)

/** A stored secret, or null if it was encrypted with another session secret: then only recovery codes work. */
export function openSecret(userId: string, sealed: string): string | null {
  try {
    return decrypt(purpose, userId, sealed)
  } catch (error) {
    logger.error({ err: error, user: userId }, 'the secret of an authenticator app cannot be read')
    return null
  }
}

/** The authenticator app of an account, in force or pending; null without one. */
export function findApp(db: Database | Transaction, userId: string) {
  return db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId)).get() ?? null
}

/** Whether an account has passkeys. */
export const hasPasskey = (db: Database | Transaction, userId: string): boolean =>
  db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).get() !== undefined

/** Whether a password alone does not log in to an account: it has an authenticator app or a passkey. */
export const hasSecondFactor = (db: Database | Transaction, userId: string): boolean =>
  hasApp(db, userId) || hasPasskey(db, userId)

/** Whether an account has an authenticator app that is in force. */
export const hasApp = (db: Database | Transaction, userId: string): boolean => findApp(db, userId)?.confirmedAt != null

/**
 * Uses a code of an account's authenticator app, or one of its recovery codes, once. Null if it is neither.
 * @param code as it was typed
 */
export function spendCode(tx: Transaction, now: number, userId: string, code: string): 'app' | 'recovery' | null {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return spendRecoveryCode(tx, now, userId, code) ? 'recovery' : null
  const app = findApp(tx, userId)
  const secret = app?.secret && openSecret(userId, app.secret)
  const step = secret ? stepOfCode(secret, digits, now) : null
  if (step === null) return null
  const isNew = or(isNull(authenticatorApps.lastStep), lt(authenticatorApps.lastStep, step))
  const { changes } = tx
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(and(eq(authenticatorApps.userId, userId), isNew))
    .run()
  return changes === 1 ? 'app' : null
}
