// verb-rule: a scheduled job sends what people have chosen; no user's right is involved
// data-version: no versioned page shows which mails were sent
import { setImmediate } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { findActiveUser } from '#app/features/accounts/sessions/session-user.server.ts'
import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import { type Digest, writeDigest } from '#app/features/notifications/digest.ts'
import { readableItems } from '#app/features/notifications/digest-items.server.ts'
import { nextDigestAt } from '#app/features/notifications/preferences/digest-time.ts'
import { env } from '#app/platform/env.server.ts'
import { truncate } from '#app/platform/text/truncate.ts'
import { withoutLinks } from '#app/platform/text/without-links.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { enqueueDigest } from '#db/mails.server.ts'
import { digestItems, digests } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'
import { listWaiting, type Waiting } from './attention.server.ts'

const due = sql(
  { params: { now: integer }, row: columns(digests, 'userId', 'nextAt', 'waiting') },
  'SELECT user_id AS userId, next_at AS nextAt, waiting FROM digests WHERE next_at <= :now ORDER BY next_at LIMIT 500',
)
/** How much of each list a mail shows. */
const most = 30

/**
 * Queues the mails of the day that are due (NOT-7). Each is queued in the transaction that sets when the next one is due and takes what has
 * waited for it, so that it comes once, whatever is restarted. Most are due at the same minute, so requests are served between one and the
 * next. Returns their number.
 */
export async function sendDigests(ctx: Context): Promise<number> {
  let sent = 0
  for (const row of due.all(ctx.db, { now: ctx.now })) {
    if (sendDigest(ctx, row)) sent += 1
    await setImmediate()
  }
  return sent
}

function sendDigest(
  ctx: Context,
  { userId, nextAt, waiting: wantsWaiting }: { userId: string; nextAt: number; waiting: boolean },
): boolean {
  const user = findActiveUser(ctx.db, userId)
  const timeZone = timeZoneOf(user ?? { timeZone: null })
  const { company, ...actor } = user ?? { company: null }
  const waits = user && company && wantsWaiting ? listWaiting({ ...ctx, actor: { ...user, ...actor }, company }) : []
  return transact(ctx.db, (tx) => {
    const { changes } = tx
      .update(digests)
      .set({ nextAt: nextDigestAt(ctx.now, timeZone) })
      .where(and(eq(digests.userId, userId), eq(digests.nextAt, nextAt)))
      .run()
    if (changes !== 1) return false
    const held = user ? readableItems(tx, { ...ctx, actor: { ...user, ...actor }, company }) : []
    tx.delete(digestItems).where(eq(digestItems.userId, userId)).run()
    if (!user || held.length + waits.length === 0) return false
    const digest: Digest = {
      waiting: waits.slice(0, most).map(rowOf),
      items: held.slice(0, most).map(({ template, params }) => ({ template, params })),
      more: { waiting: Math.max(0, waits.length - most), items: Math.max(0, held.length - most) },
    }
    enqueueDigest(tx, ctx.now, user, {
      ...writeDigest(digest),
      name: plain(user.name),
      link: `${env.origin}/dashboard`,
      timeZone,
    })
    return true
  })
}

function rowOf({ isStep, kind, title, to, at, on }: Waiting): Digest['waiting'][number] {
  const key = isStep ? `contractsteps:kind.${kind}` : `site:dashboard.waiting.${kind}`
  return { key, title: plain(title), to, at, on }
}

/** What somebody has typed carries no links in a mail (NOT-3). */
const plain = (text: string): string => truncate(withoutLinks(text), 80)
