import type { UserContext } from '#app/features/accounts/context.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import type { Database } from '#db/client.server.ts'
import { columns, integer, list, nullable, text } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import type { PersonView } from './conversation-view.ts'

/** Of how many of the newest contracts, as client and as provider, the people are listed. */
const maxContracts = 1_000

/** The members of the companies with which the company of `:me` has its newest sent contracts. */
const partners = (mine: 'client' | 'provider', theirs: 'client' | 'provider') => `
    SELECT mate.user_id FROM (
      SELECT c.${theirs}_company_id AS id FROM contracts c INDEXED BY contracts_${mine}
      WHERE c.${mine}_company_id = (SELECT company_id FROM company_members WHERE user_id = :me) AND c.status <> 'draft'
      ORDER BY c.id DESC LIMIT ${maxContracts}
    ) partner CROSS JOIN company_members mate ON mate.company_id = partner.id`

/** People who share a company, one of the newest sent contracts or a conversation with `:me`, including `:me`. */
const known = `
  known(id) AS (
    SELECT mate.user_id FROM company_members mine CROSS JOIN company_members mate ON mate.company_id = mine.company_id
    WHERE mine.user_id = :me
    UNION ${partners('client', 'provider')}
    UNION ${partners('provider', 'client')}
    UNION
    SELECT mate.user_id FROM conversation_readers mine
    CROSS JOIN conversation_members mate ON mate.conversation_id = mine.conversation_id AND mate.left_at IS NULL
    WHERE mine.user_id = :me
  )`

/** Whether the company of `:me` and that of the user `u` share a sent contract. */
const sharesContract = (mine: 'client' | 'provider', theirs: 'client' | 'provider') => `EXISTS (
  SELECT 1 FROM company_members ours CROSS JOIN company_members mate ON mate.user_id = u.id
  CROSS JOIN contracts c INDEXED BY contracts_parties
    ON c.${mine}_company_id = ours.company_id AND c.${theirs}_company_id = mate.company_id AND c.status <> 'draft'
  WHERE ours.user_id = :me)`
const sharesConversation = `EXISTS (
  SELECT 1 FROM conversation_readers mine
  CROSS JOIN conversation_members mate ON mate.conversation_id = mine.conversation_id AND mate.user_id = u.id
  WHERE mine.user_id = :me AND mate.left_at IS NULL)`
const isColleague = `EXISTS (
  SELECT 1 FROM company_members ours CROSS JOIN company_members mate ON mate.user_id = u.id
  WHERE ours.user_id = :me AND mate.company_id = ours.company_id)`

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
 * Of contracts, the newest thousand on each side count; `reachablePeople` knows them all. `q` matches part of a name, email
 * address, job title or company. Email addresses and phone numbers are those of colleagues only.
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
  `SELECT u.id, u.name FROM json_each(:userIds) wanted CROSS JOIN users u ON u.id = wanted.value AND ${isRegistered}
   WHERE u.id <> :me AND (${isColleague} OR ${sharesContract('client', 'provider')}
     OR ${sharesContract('provider', 'client')} OR ${sharesConversation})`,
)

/** Those of `userIds` whom the caller can write to; never the caller. */
export function reachablePeople(ctx: UserContext, userIds: readonly string[]): Array<{ id: string; name: string }> {
  return peopleWithin.all(ctx.db, { me: ctx.actor.id, userIds })
}

const peopleOf = sql(
  {
    params: { me: users.id, company: companies.id, limit: integer },
    row: { ...columns(users, 'id', 'name', 'jobTitle'), companyName: nullable(companies.name) },
  },
  `SELECT u.id, u.name, u.job_title AS jobTitle, CASE WHEN c.kind = 'organization' THEN c.name END AS companyName
   FROM company_members theirs CROSS JOIN users u ON u.id = theirs.user_id AND ${isRegistered}
   CROSS JOIN companies c ON c.id = theirs.company_id
   WHERE theirs.company_id = :company AND u.id <> :me AND (${isColleague} OR ${sharesContract('client', 'provider')}
     OR ${sharesContract('provider', 'client')} OR ${sharesConversation})
   ORDER BY u.name COLLATE NOCASE, u.id LIMIT :limit`,
)

/** The people of a company whom the caller can write to, by name, at most a hundred; nobody for a stranger to it. */
export const reachableAt = (ctx: UserContext, companyId: string): PersonView[] =>
  peopleOf
    .all(ctx.db, { me: ctx.actor.id, company: companyId, limit: 100 })
    .map((person) => ({ ...person, email: null, phone: null }))

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
