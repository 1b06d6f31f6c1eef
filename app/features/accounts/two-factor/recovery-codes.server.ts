import { createHash } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import { Secret } from 'otpauth'
import type { Database, Transaction } from '#db/client.server.ts'
import { recoveryCodes } from '#db/schema/accounts.ts'

/** How many codes somebody gets. */
const codeCount = 10

/** Replaces the recovery codes of an account. Returns the new ones (`ABCD-EFGH-IJKL-MNOP`), which are shown once and stored hashed. */
export function replaceRecoveryCodes(tx: Transaction, now: number, userId: string): string[] {
  deleteRecoveryCodes(tx, userId)
  const codes = Array.from({ length: codeCount }, newCode)
  tx.insert(recoveryCodes)
    .values(codes.map((code) => ({ codeHash: hashOf(code), userId, createdAt: now })))
    .run()
  return codes
}

export function deleteRecoveryCodes(tx: Transaction, userId: string): void {
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run()
}

/** Uses a recovery code, typed with or without hyphens. Returns whether it was one that was not used yet. */
export function spendRecoveryCode(tx: Transaction, now: number, userId: string, code: string): boolean {
  const unused = and(
    eq(recoveryCodes.codeHash, hashOf(code)),
    eq(recoveryCodes.userId, userId),
    isNull(recoveryCodes.usedAt),
  )
  return tx.update(recoveryCodes).set({ usedAt: now }).where(unused).run().changes === 1
}

/** How many recovery codes of an account are left. */
export function countRecoveryCodes(db: Database | Transaction, userId: string): number {
  const unused = and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))
  return db.select({ left: count() }).from(recoveryCodes).where(unused).get()?.left ?? 0
}

/** 80 random bits in base32, in four groups. */
const newCode = (): string => new Secret({ size: 10 }).base32.replaceAll(/(.{4})(?!$)/g, '$1-')

const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))
    .digest('hex')
