import { eq } from 'drizzle-orm'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import type { UserContext } from './context.ts'
import { requireRight } from './require-right.server.ts'
import { isTimeZone } from './time-zones.ts'

export type ProfileInput = {
  name: string
  phone?: string | undefined
  location?: string | undefined
  jobTitle?: string | undefined
  timeZone?: string | undefined
}

/** Saves what the actor tells about themselves; an empty field empties it. */
export function updateProfile(ctx: UserContext, input: ProfileInput): void {
  requireRight(ctx, 'profile.update')
  if (input.timeZone && !isTimeZone(input.timeZone)) throw invalid('validation:choice', { field: 'timeZone' })
  const after = {
    name: input.name,
    phone: input.phone ?? null,
    location: input.location ?? null,
    jobTitle: input.jobTitle ?? null,
    timeZone: input.timeZone ?? null,
  }
  transact(ctx.db, (tx) => {
    const { name, phone, location, jobTitle, timeZone } = users
    const mine = eq(users.id, ctx.actor.id)
    const before = tx.select({ name, phone, location, jobTitle, timeZone }).from(users).where(mine).get()
    tx.update(users)
      .set({ ...after, updatedAt: ctx.now })
      .where(mine)
      .run()
    appendAudit(tx, ctx, { action: 'user.update_profile', subject: { type: 'user', id: ctx.actor.id }, before, after })
  })
}
