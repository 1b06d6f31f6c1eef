import { and, eq, gt } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { companies, companyInvitations } from '#db/schema/accounts.ts'
import { hashToken } from './account-tokens.server.ts'

/** The invitation that a mailed token opens, with the company it is to; null once it was accepted, revoked or has expired. */
export function findInvitation(db: Database | Transaction, now: number, token: string) {
  const { id, companyId, email, name, jobTitle, role, locale } = companyInvitations
  const found = db
    .select({ id, companyId, email, name, jobTitle, role, locale, companyName: companies.name })
    .from(companyInvitations)
    .innerJoin(companies, eq(companies.id, companyId))
    .where(and(eq(companyInvitations.tokenHash, hashToken(token)), gt(companyInvitations.expiresAt, now)))
    .get()
  return found ?? null
}

type Invitation = NonNullable<ReturnType<typeof findInvitation>>

/** Takes an invitation out of the pending ones and returns it; null if somebody else did, or it does not work. */
export function consumeInvitation(tx: Transaction, now: number, token: string): Invitation | null {
  const invitation = findInvitation(tx, now, token)
  if (!invitation) return null
  const { changes } = tx.delete(companyInvitations).where(eq(companyInvitations.id, invitation.id)).run()
  return changes === 1 ? invitation : null
}
