import type { UserContext } from '#app/features/accounts/context.ts'
import type { CallFilter, CallLogRow } from '#app/features/calls/call-log.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import { boolean, columns, integer, list, nullable, oneOf, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { broadcasts } from '#db/schema/calls/broadcasts.ts'
import { sql } from '#db/sql.server.ts'
import { callDirections } from '#db/vocabulary/calls.ts'

/** Since when (UTC ms), and the name that is searched, normalised; null without one. */
type Narrowed = { since: number; wanted: string | null }

type Filter = Pick<CallFilter, 'type' | 'recorded'>

/** The broadcasts that the person has held or watched and that are over. */
const own = `FROM broadcasts b JOIN users u ON u.id = b.host_id
  WHERE (b.host_id = :me OR b.id IN (SELECT v.broadcast_id FROM broadcast_viewers v WHERE v.user_id = :me)) AND b.state <> 'live'`
const filtered = `${own} AND b.started_at >= :since AND (:recorded = 0 OR b.state = 'recorded')
    AND (:named = 0 OR b.id IN (SELECT value FROM json_each(:ids)))`
const filterParams = {
  ...{ me: users.id, since: broadcasts.startedAt, recorded: boolean, named: boolean, ids: list(broadcasts.id) },
}
/** From the beginning to its end (s). */
const duration = 'max(0, coalesce(b.ended_at, b.started_at) - b.started_at) / 1000'

const page = sql(
  {
    params: { ...filterParams, id: nullable(text), before: nullable(text), limit: integer },
    row: {
      ...columns(broadcasts, 'id', 'title', 'startedAt', 'endedAt'),
      ...{ hostName: users.name, direction: oneOf(callDirections), recorded: boolean, durationSeconds: integer },
    },
  },
  `SELECT b.id, b.title, b.started_at AS startedAt, b.ended_at AS endedAt, u.name AS hostName,
          CASE WHEN b.host_id = :me THEN 'outgoing' ELSE 'incoming' END AS direction,
          b.state = 'recorded' AS recorded, ${duration} AS durationSeconds
   ${filtered} AND (:id IS NULL OR b.id = :id) AND (:before IS NULL OR b.id < :before) ORDER BY b.id DESC LIMIT :limit`,
)
const stats = sql(
  { params: filterParams, row: { total: integer, seconds: integer, recorded: integer } },
  `SELECT count(*) AS total, coalesce(sum(${duration}), 0) AS seconds,
          count(CASE WHEN b.state = 'recorded' THEN 1 END) AS recorded ${filtered}`,
)
const names = sql(
  { params: { me: users.id }, row: { ...columns(broadcasts, 'id', 'title'), hostName: users.name } },
  `SELECT b.id, b.title, u.name AS hostName ${own}`,
)

/** Whether a filter asks for broadcasts at all. */
const asks = ({ type }: Filter): boolean => type === null || type === 'broadcast'

function paramsOf(ctx: UserContext, { recorded }: Filter, { since, wanted }: Narrowed) {
  const me = ctx.actor.id
  const named = wanted === null ? [] : names.all(ctx.db, { me })
  const ids = named.flatMap(({ id, title, hostName }) =>
    normalizeForSearch(`${title}\n${hostName}`).includes(wanted ?? '') ? [id] : [],
  )
  return { me, since, recorded, named: wanted !== null, ids }
}

/** The caller's broadcasts as rows of their history, the newest first. */
export function listBroadcastLog(
  ctx: UserContext,
  filter: Filter,
  narrowed: Narrowed,
  part: { id: string | null; before: string | null; limit: number },
): CallLogRow[] {
  if (!asks(filter)) return []
  return page.all(ctx.db, { ...paramsOf(ctx, filter, narrowed), ...part }).map(({ title, hostName, ...row }) => ({
    ...{ ...row, kind: 'group', callType: 'broadcast', name: title, conversationId: '', isMember: false },
    ...{ people: row.direction === 'incoming' ? [hostName] : [], recordings: [] },
    ...{ reason: null, quality: null, note: '' },
  }))
}

/** How many they are, how long they lasted together, and how many have a recording. */
export const broadcastStats = (ctx: UserContext, filter: Filter, narrowed: Narrowed) =>
  asks(filter) ? stats.one(ctx.db, paramsOf(ctx, filter, narrowed)) : { total: 0, seconds: 0, recorded: 0 }
