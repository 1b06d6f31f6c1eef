// verb-rule: a scheduled job tells people what they have asked for; no user's right is involved
// data-version: no versioned page shows which mails were sent
import { setImmediate } from 'node:timers/promises'
import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { findActiveUser } from '#app/features/accounts/sessions/session-user.server.ts'
import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import { writeDigest } from '#app/features/notifications/digest.ts'
import { env } from '#app/platform/env.server.ts'
import { truncate } from '#app/platform/text/truncate.ts'
import { withoutLinks } from '#app/platform/text/without-links.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { enqueueDigest } from '#db/mails.server.ts'
import { projects } from '#db/schema/projects.ts'
import { savedSearches, searchFinds } from '#db/schema/public-site.ts'
import { sql } from '#db/sql.server.ts'
import { tendersHref } from './tender-filter.ts'

const due = sql(
  { params: { now: integer }, row: { searchId: searchFinds.searchId } },
  'SELECT DISTINCT search_id AS searchId FROM search_finds WHERE told_at IS NULL AND due_at <= :now LIMIT 500',
)

/** What of a search's results can still be read and bid on, those that close next first. */
const found = sql(
  {
    params: { search: savedSearches.id, now: integer },
    row: columns(projects, 'id', 'title', 'category', 'location', 'bidDeadline'),
  },
  `SELECT p.id, p.title, p.category, p.location, p.bid_deadline AS bidDeadline
   FROM search_finds f JOIN projects p ON p.id = f.project_id
   WHERE f.search_id = :search AND f.told_at IS NULL AND f.due_at <= :now
     AND p.is_public = 1 AND p.invited_only = 0 AND p.status = 'open' AND p.bid_deadline > :now
   ORDER BY p.bid_deadline, p.id`,
)

/** How many projects a mail lists. */
const most = 30

/** Queues the mails about what saved searches have found that are due, each in the transaction that notes that it was told. Returns their number. */
export async function tellFinds(ctx: Context): Promise<number> {
  let told = 0
  for (const { searchId } of due.all(ctx.db, { now: ctx.now })) {
    if (transact(ctx.db, (tx) => tell(tx, ctx.now, searchId))) told += 1
    await setImmediate()
  }
  return told
}

function tell(tx: Transaction, now: number, searchId: string): boolean {
  const search = tx.select().from(savedSearches).where(eq(savedSearches.id, searchId)).get()
  if (!search) return false
  const rows = found.all(tx, { search: searchId, now })
  const untold = and(eq(searchFinds.searchId, searchId), isNull(searchFinds.toldAt), lte(searchFinds.dueAt, now))
  const shown = inArray(
    searchFinds.projectId,
    rows.map(({ id }) => id),
  )
  tx.update(searchFinds).set({ toldAt: now }).where(and(untold, shown)).run()
  // What can no longer be read is found again if it is shown again.
  tx.delete(searchFinds).where(untold).run()
  const reader = findActiveUser(tx, search.userId)
  if (!reader || rows.length === 0) return false
  const waiting = rows.slice(0, most).map(({ id, title, category, location, bidDeadline }) => ({
    ...{ key: `projects:category.${category}`, title: plain(`${title}, ${location}`) },
    ...{ to: `/tenders/${id}`, at: bidDeadline, on: null },
  }))
  const more = { waiting: Math.max(0, rows.length - most), items: 0 }
  const { category, place } = search
  enqueueDigest(
    tx,
    now,
    reader,
    {
      ...writeDigest({ waiting, items: [], more }),
      ...{ name: plain(reader.name), search: plain(search.name), searchId, count: rows.length },
      ...{ link: env.origin + tendersHref({ category: category || null, place: place || null }) },
      timeZone: timeZoneOf(reader),
    },
    { template: 'savedSearch' },
  )
  return true
}

/** What somebody has typed carries no links in a mail (NOT-3). */
const plain = (text: string): string => truncate(withoutLinks(text), 120)
