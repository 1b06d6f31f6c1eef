import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { authenticatorApps, companies } from '#db/schema/accounts.ts'
import { passkeys } from '#db/schema/passkeys.ts'
import { mailOwner } from './mail-owner.server.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.server.ts'
import { requireCode, type SecondProof } from './require-code.server.ts'
import { hasApp, hasSecondFactor } from './second-factor.server.ts'

type Proof = { password: string } & SecondProof

/**
 * Removes the actor's authenticator app, with password and second factor. Without a passkey the recovery codes go with it, and the
 * password alone logs in.
 * @throws AppError conflict when it is off, or the company requires it; invalid at `password` or `code`; rate_limited
 */
export async function endApp(ctx: UserContext, proof: Proof): Promise<void> {
  await prove(ctx, proof)
  const { id } = ctx.actor
  if (!hasApp(ctx.db, id)) throw conflict('twofactor:isOff')
  transact(ctx.db, (tx) => {
    tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, id)).run()
    const isLast = !hasSecondFactor(tx, id)
    if (isLast && isRequired(tx, ctx)) throw conflict('twofactor:companyRequires')
    if (isLast) deleteRecoveryCodes(tx, id)
    mailOwner(tx, ctx.now, { userId: id, template: 'twoFactorOff' })
    appendAudit(tx, ctx, { action: 'two_factor.end', subject: { type: 'user', id } })
  })
}

/** Replaces the actor's recovery codes, with password and code. Returns the new ones, to be shown once. Errors as `endApp`. */
export async function renewRecoveryCodes(ctx: UserContext, proof: Proof): Promise<{ codes: string[] }> {
  await prove(ctx, proof)
  const { id } = ctx.actor
  return transact(ctx.db, (tx) => {
    const codes = replaceRecoveryCodes(tx, ctx.now, id)
    appendAudit(tx, ctx, { action: 'two_factor.renew_codes', subject: { type: 'user', id } })
    return { codes }
  })
}

/** Removes an account's authenticator app, passkeys and recovery codes. Part of a verb. */
export function deleteSecondFactor(tx: Transaction, userId: string): void {
  tx.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId)).run()
  tx.delete(passkeys).where(eq(passkeys.userId, userId)).run()
  deleteRecoveryCodes(tx, userId)
}

async function prove(ctx: UserContext, { password, ...second }: Proof): Promise<void> {
  requireRight(ctx, 'security.update')
  if (!hasSecondFactor(ctx.db, ctx.actor.id)) throw conflict('twofactor:isOff')
  await requirePassword(ctx, password)
  await requireCode(ctx, second)
}

/** Whether the actor's company requires a second factor. */
export function isRequired(tx: Transaction, { company }: UserContext): boolean {
  const found = company && tx.select().from(companies).where(eq(companies.id, company.id)).get()
  return found?.twoFactorRequired ?? false
}
