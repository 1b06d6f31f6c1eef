// data-version: only the person's own page shows it, which is not versioned
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { savedSearches } from '#db/schema/public-site.ts'
import type { SearchInput } from './search-schema.server.ts'
import { placeKey } from './tender-filter.ts'

/** How many searches a person can save. */
export const maxSearches = 20

/**
 * Saves a filter of the public list, whose new results the person is mailed (PUB-3). A filter that is saved already gets the new name and
 * rhythm; what has been found keeps the time at which it is due.
 * @throws AppError conflict with too many
 */
export function saveSearch(ctx: UserContext, input: SearchInput): { id: string } {
  requireRight(ctx, 'notifications.update')
  return transact(ctx.db, (tx) => {
    const mine = eq(savedSearches.userId, ctx.actor.id)
    const filter = filterOf(input)
    const before = searchOf(tx, ctx, filter)
    if (!before && tx.select({ id: savedSearches.id }).from(savedSearches).where(mine).all().length >= maxSearches)
      throw conflict(`savedsearches:refused.tooMany?count=${maxSearches}`)
    const { name, rhythm } = input
    const after = before
      ? { ...before, name, rhythm }
      : { id: newId(), userId: ctx.actor.id, ...filter, name, rhythm, createdAt: ctx.now }
    const { id } = after
    if (before) tx.update(savedSearches).set({ name, rhythm }).where(eq(savedSearches.id, id)).run()
    else tx.insert(savedSearches).values(after).run()
    const subject = { type: 'user' as const, id: ctx.actor.id }
    appendAudit(tx, ctx, { action: 'user.save_search', subject, ...(before && { before }), after })
    return { id }
  })
}

/**
 * Changes the name, the filter and the rhythm of a saved search of the person (PUB-3). What it has found and not told yet is still told when it is due.
 * @throws AppError not_found; conflict when the person has another search with the same filter
 */
export function changeSearch(ctx: UserContext, { searchId, ...input }: SearchInput & { searchId: string }): void {
  requireRight(ctx, 'notifications.update')
  transact(ctx.db, (tx) => {
    const own = and(eq(savedSearches.id, searchId), eq(savedSearches.userId, ctx.actor.id))
    const before = tx.select().from(savedSearches).where(own).get()
    if (!before) throw notFound()
    const filter = filterOf(input)
    const same = searchOf(tx, ctx, filter)
    if (same && same.id !== searchId) throw conflict('savedsearches:refused.same', { params: { name: same.name } })
    const after = { ...before, ...filter, name: input.name, rhythm: input.rhythm }
    tx.update(savedSearches).set(after).where(own).run()
    const subject = { type: 'user' as const, id: ctx.actor.id }
    appendAudit(tx, ctx, { action: 'user.change_search', subject, before, after })
  })
}

/** What a search finds, as it is stored: empty is any. */
const filterOf = ({ category, place = '' }: SearchInput) =>
  ({ category: category ?? '', place, placeKey: placeKey(place) }) as const

/** The person's search with this filter, which they save once. */
const searchOf = (tx: Transaction, ctx: UserContext, { category, placeKey }: ReturnType<typeof filterOf>) =>
  tx
    .select()
    .from(savedSearches)
    .where(
      and(
        eq(savedSearches.userId, ctx.actor.id),
        eq(savedSearches.category, category),
        eq(savedSearches.placeKey, placeKey),
      ),
    )
    .get()

/**
 * Removes a saved search of the person, and what it has found and not told yet.
 * @throws AppError not_found
 */
export function removeSearch(ctx: UserContext, input: { searchId: string }): void {
  requireRight(ctx, 'notifications.update')
  transact(ctx.db, (tx) => {
    const own = and(eq(savedSearches.id, input.searchId), eq(savedSearches.userId, ctx.actor.id))
    const before = tx.delete(savedSearches).where(own).returning().get()
    if (!before) throw notFound()
    const subject = { type: 'user' as const, id: ctx.actor.id }
    appendAudit(tx, ctx, { action: 'user.remove_search', subject, before })
  })
}
