// verb-rule: a listener notes what people have asked for; no user's right is involved
import { asc, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import type { Transaction } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import { columns, integer, nullable } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { savedSearches, searchFinds } from '#db/schema/public-site.ts'
import { sql } from '#db/sql.server.ts'
import { findDueAt } from './search-time.ts'
import { placeKey } from './tender-filter.ts'

/** The saved searches of a person, by name. */
export const listSearches = ({ db, actor }: UserContext) =>
  db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.userId, actor.id))
    .orderBy(asc(savedSearches.name), asc(savedSearches.id))
    .all()

export type SavedSearch = ReturnType<typeof listSearches>[number]

/** The searches that find a project, of everybody outside its client's company; of a person's several the one that tells first comes first. */
const finding = sql(
  {
    params: { project: projects.id, place: savedSearches.placeKey, now: integer },
    row: {
      ...columns(savedSearches, 'id', 'userId', 'rhythm'),
      ...columns(users, 'timeZone'),
      toldAt: nullable(searchFinds.toldAt),
    },
  },
  `SELECT s.id, s.user_id AS userId, s.rhythm, u.time_zone AS timeZone,
     (SELECT max(told_at) FROM search_finds INDEXED BY search_finds_search WHERE search_id = s.id) AS toldAt
   FROM projects p CROSS JOIN saved_searches s INDEXED BY saved_searches_match
     ON s.category IN ('', p.category) AND s.place_key IN ('', :place)
   JOIN users u ON u.id = s.user_id LEFT JOIN company_members m ON m.user_id = s.user_id
   WHERE p.id = :project AND p.is_public = 1 AND p.invited_only = 0 AND p.status = 'open' AND p.bid_deadline > :now
     AND m.company_id IS NOT p.company_id
   ORDER BY CASE s.rhythm WHEN 'at_once' THEN 0 WHEN 'daily' THEN 1 ELSE 2 END, s.id`,
)

function find(tx: Transaction, projectId: string, now: number): void {
  const { location = '' } = tx.select().from(projects).where(eq(projects.id, projectId)).get() ?? {}
  const found = finding.all(tx, { project: projectId, place: placeKey(location), now })
  for (const { id: searchId, userId, rhythm, timeZone, toldAt } of found) {
    const dueAt = findDueAt(rhythm, now, timeZoneOf({ timeZone }), toldAt)
    tx.insert(searchFinds).values({ userId, projectId, searchId, dueAt }).onConflictDoNothing().run()
  }
}

/** Notes, once for each person, who is to be told of a project that everybody can now read about. */
export const savedSearchListener: DurableListener = {
  name: 'saved searches',
  on: {
    'project.published': (tx, { payload }, { now }) => find(tx, payload.projectId, now),
    'project.shown': (tx, { payload }, { now }) => find(tx, payload.projectId, now),
  },
}
