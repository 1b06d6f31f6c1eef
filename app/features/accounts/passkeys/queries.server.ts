import { asc, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { passkeys } from '#db/schema/passkeys.ts'

/** How many passkeys an account may have. */
export const maxPasskeys = 20

/** The actor's passkeys, oldest first, with when they were added and last used (UTC ms). */
export function listPasskeys(ctx: UserContext, db: Database | Transaction = ctx.db) {
  const { id, name, createdAt, lastUsedAt } = passkeys
  return db
    .select({ id, name, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, ctx.actor.id))
    .orderBy(asc(passkeys.id))
    .limit(maxPasskeys)
    .all()
}

/** An account's passkeys as browsers name them. */
export function listCredentials(db: Database | Transaction, userId: string): PublicKeyCredentialDescriptorJSON[] {
  const { credentialId, transports } = passkeys
  const found = db
    .select({ credentialId, transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
    .limit(maxPasskeys)
    .all()
  return found.map((each) => {
    const descriptor = { id: each.credentialId, type: 'public-key', transports: each.transports }
    return descriptor as PublicKeyCredentialDescriptorJSON
  })
}
