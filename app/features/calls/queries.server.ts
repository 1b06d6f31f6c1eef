import type { UserContext } from '#app/features/accounts/context.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, integer, list, nullable, oneOf, required, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { callParticipants, callSessions } from '#db/schema/calls/calls.ts'
import { conversations } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { callDirections } from '#db/vocabulary/calls.ts'
import { broadcastStats, listBroadcastLog } from './broadcasts/broadcast-log.server.ts'
import { type CallFilter, type CallLogRow, type CallStats, callsPerPage, periodDays } from './call-log.ts'
import { listRecordings } from './recordings/find-recording.server.ts'

const missed = `p.state = 'missed' AND p.reason NOT IN ('access_lost', 'removed')`
/** How long the person was in the call after it was connected (s). */
const duration = `CASE WHEN s.connected_at IS NULL OR p.joined_at IS NULL THEN 0
  ELSE max(0, coalesce(p.left_at, s.ended_at, s.connected_at) - max(s.connected_at, p.joined_at)) / 1000 END`
/** The caller's calls that are over for them, within a filter; with `:named` of these people and conversations only. */
const filtered = `FROM call_participants p JOIN call_sessions s ON s.id = p.call_id
  WHERE p.user_id = :me AND p.state IN ('left', 'declined', 'missed') AND s.started_at >= :since
    AND (:type IS NULL OR (:type = 'missed' AND ${missed}) OR s.call_type = :type)
    AND (:recorded = 0 OR s.recorded = 1)
    AND (:named = 0 OR s.conversation_id IN (SELECT value FROM json_each(:conversationIds))
      OR EXISTS (SELECT 1 FROM call_participants other WHERE other.call_id = s.id AND other.user_id <> :me
        AND other.user_id IN (SELECT value FROM json_each(:userIds))))`
const filterParams = {
  ...{ me: users.id, since: callSessions.startedAt, type: nullable(text), recorded: boolean, named: boolean },
  ...{ conversationIds: list(conversations.id), userIds: list(users.id) },
}

const page = sql(
  {
    params: { ...filterParams, id: nullable(text), before: nullable(text), limit: integer },
    row: {
      ...columns(callSessions, 'id', 'kind', 'callType', 'conversationId', 'startedAt', 'endedAt', 'recorded'),
      ...columns(callParticipants, 'reason', 'quality', 'note'),
      ...{ direction: oneOf(callDirections), durationSeconds: integer, title: conversations.name, isMember: boolean },
    },
  },
  `SELECT s.id, s.kind, s.call_type AS callType, s.conversation_id AS conversationId, s.started_at AS startedAt,
          s.ended_at AS endedAt, s.recorded, p.reason, p.quality, p.note,
          CASE WHEN ${missed} THEN 'missed' WHEN s.caller_id = :me THEN 'outgoing' ELSE 'incoming' END AS direction,
          ${duration} AS durationSeconds, (SELECT name FROM conversations WHERE id = s.conversation_id) AS title,
          EXISTS (SELECT 1 FROM conversation_readers m WHERE m.conversation_id = s.conversation_id AND m.user_id = :me) AS isMember
   ${filtered} AND (:id IS NULL OR p.call_id = :id) AND (:before IS NULL OR p.call_id < :before)
   ORDER BY p.call_id DESC LIMIT :limit`,
)
const others = sql(
  {
    params: { ids: list(callSessions.id), me: users.id },
    row: { callId: callParticipants.callId, name: users.name },
  },
  `SELECT p.call_id AS callId, u.name FROM json_each(:ids) asked
   JOIN call_participants p ON p.call_id = asked.value AND p.user_id <> :me JOIN users u ON u.id = p.user_id
   ORDER BY p.id`,
)
const stats = sql(
  {
    params: filterParams,
    row: { total: integer, connected: integer, seconds: integer, recorded: integer, group: integer },
  },
  `SELECT count(*) AS total, count(CASE WHEN s.connected_at IS NOT NULL AND p.joined_at IS NOT NULL THEN 1 END) AS connected,
          coalesce(sum(${duration}), 0) AS seconds,
          count(CASE WHEN s.recorded THEN 1 END) AS recorded, count(CASE WHEN s.kind <> 'direct' THEN 1 END) AS "group"
   ${filtered}`,
)
const partners = sql(
  { params: { me: users.id }, row: { userId: users.id, name: users.name } },
  `SELECT DISTINCT u.id AS userId, u.name FROM call_participants own
   JOIN call_participants p ON p.call_id = own.call_id AND p.user_id <> :me JOIN users u ON u.id = p.user_id
   WHERE own.user_id = :me`,
)
const places = sql(
  { params: { me: users.id }, row: { id: conversations.id, name: required(conversations.name) } },
  `SELECT DISTINCT c.id, c.name FROM call_participants own JOIN call_sessions s ON s.id = own.call_id
   JOIN conversations c ON c.id = s.conversation_id AND c.name IS NOT NULL WHERE own.user_id = :me`,
)

type Filter = Omit<CallFilter, 'period' | 'before'> & { since: number }

const filterOf = ({ now }: UserContext, { name, type, recorded, period }: CallFilter): Filter => ({
  ...{ name, type, recorded },
  since: period === null ? 0 : now - periodDays[period] * 86_400_000,
})

/** The searched name, as titles and names are compared; null without one. */
const wantedOf = ({ name }: Pick<CallFilter, 'name'>): string | null => normalizeForSearch(name) || null

function paramsOf(ctx: UserContext, { name, type, recorded, since }: Filter) {
  const me = ctx.actor.id
  const wanted = normalizeForSearch(name)
  const matches = (one: { name: string }) => normalizeForSearch(one.name).includes(wanted)
  return {
    ...{ me, type, recorded, named: wanted !== '', since },
    userIds:
      wanted === ''
        ? []
        : partners
            .all(ctx.db, { me })
            .filter(matches)
            .map(({ userId }) => userId),
    conversationIds:
      wanted === ''
        ? []
        : places
            .all(ctx.db, { me })
            .filter(matches)
            .map(({ id }) => id),
  }
}

type Part = { id?: string; before?: string | null; limit: number }

/** Calls and broadcasts of the caller's history, the newest first, whose ids ascend in time. */
function readCalls(ctx: UserContext, filter: Filter, part: Part): CallLogRow[] {
  const { id = null, before = null, limit } = part
  const rows = page.all(ctx.db, { ...paramsOf(ctx, filter), id, before, limit })
  const ids = rows.map((row) => row.id)
  const names = new Map<string, string[]>()
  for (const { callId, name } of others.all(ctx.db, { ids, me: ctx.actor.id }))
    names.set(callId, [...(names.get(callId) ?? []), name])
  const recordings = listRecordings(ctx.db, ctx.actor.id, ids)
  const calls = rows.map(({ title, ...call }) => {
    const people = names.get(call.id) ?? []
    const own = recordings.filter(({ callId }) => callId === call.id)
    return { ...call, recordings: own.map(recordingOf), name: title ?? people[0] ?? '', people: people.slice(0, 7) }
  })
  const held = listBroadcastLog(ctx, filter, { since: filter.since, wanted: wantedOf(filter) }, { id, before, limit })
  return [...calls, ...held].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit)
}

/** A page of the caller's history, the newest call or broadcast first; `next` is the `before` of the page after it (CALL-10). */
export function listCalls(ctx: UserContext, filter: CallFilter): { calls: CallLogRow[]; next: string | null } {
  const rows = readCalls(ctx, filterOf(ctx, filter), { before: filter.before, limit: callsPerPage + 1 })
  const calls = rows.slice(0, callsPerPage)
  return { calls, next: rows.length > callsPerPage ? (calls.at(-1)?.id ?? null) : null }
}

/** The same for programs: since a time (UTC ms), by offset. */
export function listCallLogs(
  ctx: UserContext,
  { limit, offset, ...filter }: Filter & { limit: number; offset: number },
): CallLogRow[] {
  return readCalls(ctx, filter, { limit: offset + limit }).slice(offset)
}

/** One call or broadcast of the caller's history; null for anybody else's, and while it goes on for them. */
export function findCallLog(ctx: UserContext, id: string): CallLogRow | null {
  return readCalls(ctx, { name: '', type: null, recorded: false, since: 0 }, { id, limit: 1 })[0] ?? null
}

const recordingOf = ({ id, state, durationMs }: ReturnType<typeof listRecordings>[number]) => ({
  id,
  isReady: state === 'ready',
  durationSeconds: Math.round((durationMs ?? 0) / 1000),
})

/** The figures of the caller's calls and broadcasts within a filter; the average is of those that were connected. */
export function callStats(ctx: UserContext, asked: CallFilter): CallStats {
  const filter = filterOf(ctx, asked)
  const { total, connected, seconds, recorded, group } = stats.one(ctx.db, paramsOf(ctx, filter))
  const held = broadcastStats(ctx, filter, { since: filter.since, wanted: wantedOf(filter) })
  const measured = connected + held.total
  return {
    ...{ total: total + held.total, recorded: recorded + held.recorded, group },
    averageSeconds: measured === 0 ? 0 : Math.floor((seconds + held.seconds) / measured),
  }
}

const unseen = sql(
  { params: columns(callParticipants, 'userId'), row: { missed: integer } },
  `SELECT count(*) AS missed FROM (SELECT 1 FROM call_participants
   WHERE user_id = :userId AND state = 'missed' AND seen_at IS NULL AND reason NOT IN ('access_lost', 'removed') LIMIT 100)`,
)

/** How many missed calls a person has not looked at, counted up to 100. */
export function countMissedCalls(db: Database, userId: string): number {
  return unseen.one(db, { userId }).missed
}
