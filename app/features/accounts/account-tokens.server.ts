import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { accountTokens, users } from '#db/schema/accounts.ts'
import type { TokenPurpose } from '#db/vocabulary/accounts.ts'

const hour = 3_600_000

/** Validity of a mailed token (ms). */
const lifetimes: Record<TokenPurpose, number> = {
  reset_password: hour,
  verify_email: 24 * hour,
}

/** A token of 256 random bits, for a link. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Creates a token of 256 random bits, in the transaction that mails it. Earlier ones for the same purpose stay valid until they
 * expire or one is used: anybody can ask for another, and must not void the link that its owner has in hand.
 */
export function createToken(
  tx: Transaction,
  now: number,
  owner: { purpose: TokenPurpose; userId: string; email: string },
): string {
  const token = newToken()
  const spent = or(isNotNull(accountTokens.usedAt), lte(accountTokens.expiresAt, now))
  tx.delete(accountTokens)
    .where(and(ofUser(owner.userId, owner.purpose), spent))
    .run()
  tx.insert(accountTokens)
    .values({ ...owner, tokenHash: hashToken(token), createdAt: now, expiresAt: now + lifetimes[owner.purpose] })
    .run()
  return token
}

const ofUser = (userId: string, purpose: TokenPurpose) =>
  and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, purpose))

export function deleteTokens(tx: Transaction, userId: string, purpose: TokenPurpose): void {
  tx.delete(accountTokens).where(ofUser(userId, purpose)).run()
}

/** Whether a user has an unused, unexpired token for this purpose. */
export function hasToken(db: Database | Transaction, now: number, purpose: TokenPurpose, userId: string): boolean {
  const valid = and(ofUser(userId, purpose), isNull(accountTokens.usedAt), gt(accountTokens.expiresAt, now))
  return db.select({ purpose: accountTokens.purpose }).from(accountTokens).where(valid).get() !== undefined
}

export type TokenOwner = { userId: string; email: string; name: string }

/**
 * The owner of an unused, unexpired token for this purpose, provided they are active and still have the address it was mailed
 * to.
 */
export function findTokenOwner(
  db: Database | Transaction,
  now: number,
  purpose: TokenPurpose,
  token: string,
): TokenOwner | null {
  const owner = db
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(accountTokens)
    .innerJoin(users, and(eq(users.id, accountTokens.userId), eq(users.email, accountTokens.email)))
    .where(
      and(
        eq(accountTokens.tokenHash, hashToken(token)),
        eq(accountTokens.purpose, purpose),
        isNull(accountTokens.usedAt),
        gt(accountTokens.expiresAt, now),
        eq(users.status, 'active'),
      ),
    )
    .get()
  return owner ?? null
}

/**
 * Marks a token as used, with all others of its owner for this purpose, and returns the owner; null if it was already used or was
 * never valid.
 */
export function consumeToken(tx: Transaction, now: number, purpose: TokenPurpose, token: string): TokenOwner | null {
  const owner = findTokenOwner(tx, now, purpose, token)
  if (!owner) return null
  tx.update(accountTokens)
    .set({ usedAt: now })
    .where(and(ofUser(owner.userId, purpose), isNull(accountTokens.usedAt)))
    .run()
  return owner
}

/** Whether a used token verified the address that its owner still has. */
export function hasVerifiedEmail(db: Database | Transaction, token: string): boolean {
  const used = db
    .select({ verifiedAt: users.emailVerifiedAt, usedAt: accountTokens.usedAt })
    .from(accountTokens)
    .innerJoin(users, and(eq(users.id, accountTokens.userId), eq(users.email, accountTokens.email)))
    .where(and(eq(accountTokens.tokenHash, hashToken(token)), eq(accountTokens.purpose, 'verify_email')))
    .get()
  return used !== undefined && used.usedAt !== null && used.verifiedAt !== null
}
