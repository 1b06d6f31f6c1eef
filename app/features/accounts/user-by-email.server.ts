import { domainToUnicode } from 'node:url'
import { inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'

/**
 * The user with an address, as `emailSchema` writes it; null without one. An account from before addresses were written in
 * punycode is found too.
 */
export function findUserByEmail(db: Database | Transaction, email: string) {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const spellings = [`${name}@${domain}`, `${name}@${domainToUnicode(domain)}`]
  return (
    db
      .select()
      .from(users)
      .where(inArray(sql`lower(${users.email})`, spellings))
      .get() ?? null
  )
}
