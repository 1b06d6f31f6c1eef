// data-version: only the quote's own page shows it, which is not versioned
// verb-rule: whoever has the link opens it; a count of openings is no act of a person, and it says nothing about who it was
import { sql as raw } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { quoteOpenings } from '#db/schema/quotes.ts'
import { openingsOf, type SharedQuote } from './queries.server.ts'

const minute = 60_000

/**
 * Records that the page of a link was opened: that it was and when, never by whom. The seller's own people are not counted, nor is a page that a
 * browser fetches in advance; what follows within a minute is the same opening.
 */
export function recordOpening(ctx: Context, { versionId, isOwn }: SharedQuote, request: Request): void {
  const isAhead = /prefetch|prerender/.test(request.headers.get('Sec-Purpose') ?? '')
  if (request.method !== 'GET' || isAhead || isOwn) return
  const before = openingsOf(ctx.db, versionId)
  // Most requests of a reader end here, so that they write nothing.
  if (before && before.lastAt > ctx.now - minute) return
  const again = { lastAt: ctx.now, count: raw`${quoteOpenings.count} + 1` }
  ctx.db
    .insert(quoteOpenings)
    .values({ versionId, firstAt: ctx.now, lastAt: ctx.now, count: 1 })
    .onConflictDoUpdate({ target: quoteOpenings.versionId, set: again })
    .run()
}
