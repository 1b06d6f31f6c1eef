import type { UserContext } from '#app/features/accounts/context.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import type { Database } from '#db/client.server.ts'
import { columns, list, nullable, text } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import type { PersonView } from './conversation-view.ts'

/** People who share a company, a sent contract or a conversation with `:me`, including `:me`. */
const known = `
  known(id) AS (
    SELECT mate.user_id FROM company_members mine JOIN company_members mate ON mate.company_id = mine.company_id
    WHERE mine.user_id = :me
    UNION
    SELECT mate.user_id FROM company_members mine
    JOIN contracts c ON c.client_company_id = mine.company_id AND c.status <> 'draft'
    JOIN company_members mate ON mate.company_id = c.provider_company_id
    WHERE mine.user_id = :me
    UNION
    SELECT mate.user_id FROM company_members mine
    JOIN contracts c ON c.provider_company_id = mine.company_id AND c.status <> 'draft'
    JOIN company_members mate ON mate.company_id = c.client_company_id
    WHERE mine.user_id = :me
    UNION
    SELECT mate.user_id FROM conversation_readers mine
    JOIN conversation_members mate ON mate.conversation_id = mine.conversation_id AND mate.left_at IS NULL
    WHERE mine.user_id = :me
  )`

/** Active, and not merely invited: a user who has not accepted yet has neither a password nor a verified address. */
const isRegistered = `u.status = 'active' AND coalesce(u.password_hash, u.email_verified_at) IS NOT NULL`

const people = sql(
  {
    params: { me: users.id },
    row: {
      ...columns(users, 'id', 'name', 'jobTitle'),
      companyName: nullable(companies.name),
      email: nullable(text),
      phone: nullable(text),
    },
  },
  `WITH ${known}
   SELECT u.id, u.name, u.job_title AS jobTitle, c.name AS companyName,
          CASE WHEN ours.company_id IS NOT NULL THEN u.email END AS email,
          CASE WHEN ours.company_id IS NOT NULL THEN u.phone END AS phone
   FROM known CROSS JOIN users u ON u.id = known.id AND ${isRegistered}
   LEFT JOIN company_members theirs ON theirs.user_id = u.id
   LEFT JOIN companies c ON c.id = theirs.company_id AND c.kind = 'organization'
   LEFT JOIN company_members ours ON ours.company_id = theirs.company_id AND ours.user_id = :me
   WHERE u.id <> :me
   ORDER BY u.name COLLATE NOCASE, u.id`,
)

/**
 * The people whom the caller can write to: active users who share a company, a contract or a conversation with them, by name.
 * `q` matches part of a name, email address, job title or company. Email addresses and phone numbers are those of colleagues
 * only.
 */
export function listPeople(
  ctx: UserContext,
  { q = '', limit = 100 }: { q?: string | undefined; limit?: number | undefined } = {},
): PersonView[] {
  const wanted = normalizeForSearch(q.trim())
  const matching = people
    .all(ctx.db, { me: ctx.actor.id })
    .filter((person) =>
      [person.name, person.email, person.jobTitle, person.companyName].some(
        (text) => text && normalizeForSearch(text).includes(wanted),
      ),
    )
  return matching.slice(0, limit)
}

const peopleWithin = sql(
  { params: { me: users.id, userIds: list(users.id) }, row: columns(users, 'id', 'name') },
  `WITH ${known} SELECT u.id, u.name FROM known CROSS JOIN users u ON u.id = known.id AND ${isRegistered}
   WHERE u.id <> :me AND u.id IN (SELECT value FROM json_each(:userIds))`,
)

/** Those of `userIds` whom the caller can write to; never the caller. */
export function reachablePeople(ctx: UserContext, userIds: readonly string[]): Array<{ id: string; name: string }> {
  return peopleWithin.all(ctx.db, { me: ctx.actor.id, userIds })
}

const met = sql(
  { params: { me: users.id, userId: users.id }, row: columns(users, 'id', 'name') },
  `SELECT u.id, u.name FROM users u
   WHERE u.id = :userId AND (u.id = :me OR EXISTS (
     SELECT 1 FROM conversation_members mate
     JOIN conversation_readers mine ON mine.conversation_id = mate.conversation_id
     WHERE mate.user_id = u.id AND mine.user_id = :me))`,
)

/**
 * A user whose avatar the caller may see: the caller, people they can write to, and present or former members of their
 * conversations, because the avatar is shown with their messages. Null for anybody else.
 */
export function findAvatarOwner(ctx: UserContext, userId: string): { id: string; name: string } | null {
  return met.first(ctx.db, { me: ctx.actor.id, userId }) ?? reachablePeople(ctx, [userId])[0] ?? null
}

const contacts = sql(
  { params: { me: users.id }, row: { id: conversationMembers.userId } },
  `SELECT DISTINCT mate.user_id AS id FROM conversation_readers mine
   JOIN conversation_readers mate ON mate.conversation_id = mine.conversation_id
   WHERE mine.user_id = :me AND mate.user_id <> :me`,
)

/** The ids of users who share a conversation with this user, and so may see their presence. */
export function contactsOf(db: Database, userId: string): string[] {
  return contacts.all(db, { me: userId }).map(({ id }) => id)
}
