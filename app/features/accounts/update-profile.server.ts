import { eq } from 'drizzle-orm'
import { invalid, notFound } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { formerNames, users } from '#db/schema/accounts.ts'
import type { UserContext } from './context.ts'
import { requireRight } from './require-right.server.ts'
import { currentZone, isTimeZone } from './time-zones.ts'

export type ProfileInput = {
  name: string
  phone?: string | undefined
  location?: string | undefined
  jobTitle?: string | undefined
  timeZone?: string | undefined
  submissionId?: string | undefined
  expectedVersion?: number | undefined
}

type Updated = { updatedAt: number }

/**
 * Saves the actor's profile; an empty field is cleared.
 * @throws AppError invalid; conflict when it was changed elsewhere in the meantime
 */
export function updateProfile(ctx: UserContext, input: ProfileInput): Updated {
  requireRight(ctx, 'profile.update')
  if (input.timeZone && !isTimeZone(input.timeZone)) throw invalid('validation:choice', { field: 'timeZone' })
  const after = {
    name: input.name,
    phone: input.phone ?? null,
    location: input.location ?? null,
    jobTitle: input.jobTitle ?? null,
    timeZone: input.timeZone ? currentZone(input.timeZone) : null,
  }
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(
      tx,
      ctx,
      { verb: 'updateProfile', input, otherContent: 'replace' },
      (earlier: Updated | null) => {
        const { name, phone, location, jobTitle, timeZone, updatedAt } = users
        const mine = eq(users.id, ctx.actor.id)
        const stored = tx.select({ name, phone, location, jobTitle, timeZone, updatedAt }).from(users).where(mine).get()
        if (!stored) throw notFound()
        const { updatedAt: storedAt, ...before } = stored
        requireUnchanged(storedAt, input.expectedVersion, earlier?.updatedAt)
        if (after.name !== before.name) {
          const former = { id: newId(), userId: ctx.actor.id, name: before.name, changedAt: ctx.now }
          tx.insert(formerNames).values(former).run()
        }
        tx.update(users)
          .set({ ...after, updatedAt: ctx.now })
          .where(mine)
          .run()
        const subject = { type: 'user' as const, id: ctx.actor.id }
        appendAudit(tx, ctx, { action: 'user.update_profile', subject, before, after })
        return { updatedAt: ctx.now }
      },
    ),
  )
}
