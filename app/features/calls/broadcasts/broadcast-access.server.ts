import type { UserContext } from '#app/features/accounts/context.ts'
import { notFound } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, list } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { broadcasts } from '#db/schema/calls/broadcasts.ts'
import { sql } from '#db/sql.server.ts'
import type { BroadcastRole } from './broadcast.ts'

/** Whether a person, by the column or parameter given, belongs to the audience of `b` now. */
const isAudience = (person: string): string => `(
  (b.audience = 'conversation' AND EXISTS (
    SELECT 1 FROM conversation_readers m JOIN conversations c ON c.id = m.conversation_id AND c.is_active = 1
    WHERE m.conversation_id = b.conversation_id AND m.user_id = ${person}))
  OR (b.audience = 'company' AND EXISTS (
    SELECT 1 FROM company_members m WHERE m.company_id = b.company_id AND m.user_id = ${person})))`

/** A broadcast is for its audience and its host, and nobody else (CALL-15). */
export const mayWatch = `(b.host_id = :me OR ${isAudience(':me')})`

/** Whether the host may broadcast to their audience still. */
export const mayHost = `EXISTS (SELECT 1 FROM users u WHERE u.id = b.host_id AND u.status = 'active') AND CASE b.audience
  WHEN 'company' THEN EXISTS (
    SELECT 1 FROM company_members m WHERE m.company_id = b.company_id AND m.user_id = b.host_id AND m.role IN ('owner', 'manager'))
  ELSE ${isAudience('b.host_id')} AND EXISTS (
    SELECT 1 FROM conversations c WHERE c.id = b.conversation_id AND (c.type = 'direct' OR c.allow_calls = 1)) END`

const watched = sql(
  {
    params: { me: users.id, id: broadcasts.id },
    row: columns(broadcasts, 'id', 'hostId', 'title', 'state', 'storedAs', 'fileId'),
  },
  `SELECT b.id, b.host_id AS hostId, b.title, b.state, b.stored_as AS storedAs, b.file_id AS fileId
   FROM broadcasts b WHERE b.id = :id AND ${mayWatch}`,
)

/**
 * A broadcast of whose audience the caller is, or which is their own, and what they are in it.
 * @throws AppError not_found for anybody else.
 */
export function requireBroadcast(db: Database | Transaction, { actor }: Pick<UserContext, 'actor'>, id: string) {
  const broadcast = watched.first(db, { me: actor.id, id })
  if (!broadcast) throw notFound('broadcasts:refused.notFound')
  const role: BroadcastRole = broadcast.hostId === actor.id ? 'host' : 'viewer'
  return { broadcast, role }
}

const gone = sql(
  { params: { id: broadcasts.id, userIds: list(users.id) }, row: columns(users, 'id') },
  `SELECT u.id FROM broadcasts b, json_each(:userIds) asked JOIN users u ON u.id = asked.value
   WHERE b.id = :id AND (u.status <> 'active' OR (u.id <> b.host_id AND NOT ${isAudience('u.id')}))`,
)

/** Which of these people may not watch a broadcast any more. */
export const lostViewers = (db: Database, id: string, userIds: readonly string[]): string[] =>
  userIds.length === 0 ? [] : gone.all(db, { id, userIds }).map((each) => each.id)

const audience = sql(
  { params: columns(broadcasts, 'id'), row: columns(users, 'id') },
  `SELECT u.id FROM broadcasts b JOIN users u ON u.id <> b.host_id AND u.status = 'active'
   WHERE b.id = :id AND u.id IN (
     SELECT m.user_id FROM conversation_readers m WHERE b.audience = 'conversation' AND m.conversation_id = b.conversation_id AND m.level = 'all'
     UNION ALL SELECT m.user_id FROM company_members m WHERE b.audience = 'company' AND m.company_id = b.company_id)`,
)

/** Whom a broadcast is told: everybody who may watch it, but for those who want to hear less of its conversation (MSG-27). */
export const toldOf = (tx: Transaction, id: string): string[] => audience.all(tx, { id }).map((each) => each.id)
