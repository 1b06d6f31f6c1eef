import { eq } from 'drizzle-orm'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { users } from '#db/schema/accounts.ts'

/**
 * Mails the owner of an account what happened to it, with the page where they can act; nobody while the address is not verified,
 * because it may be that of somebody who has no account here. Part of a verb.
 */
export function mailOwner(
  tx: Transaction,
  now: number,
  mail: { userId: string; template: string; params?: Record<string, string | number> },
): void {
  const owner = tx
    .select({ name: users.name, email: users.email, locale: users.locale, timeZone: users.timeZone })
    .from(users)
    .where(eq(users.id, mail.userId))
    .get()
  if (!owner) return
  enqueueMail(tx, now, {
    to: owner.email,
    locale: owner.locale ?? 'en',
    template: mail.template,
    params: { link: `${env.origin}/security`, ...(owner.timeZone && { timeZone: owner.timeZone }), ...mail.params },
    names: { name: owner.name },
    toStranger: 'never',
  })
}
