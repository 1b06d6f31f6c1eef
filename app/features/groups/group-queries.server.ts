import type { UserContext } from '#app/features/accounts/context.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { joinPolicyOf } from '#app/features/conversations/rights.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import { columns, integer, list, nullable, oneOf, required } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { conversations, joinRequests } from '#db/schema/chat.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { discoverLimit, groupSearchLimit } from './group-fields.ts'
import type { GroupCard, JoinRequestView } from './group-view.ts'

const card = {
  ...columns(conversations, 'id', 'description', 'privacy', 'tags'),
  memberCount: integer,
  name: required(conversations.name),
  groupType: required(conversations.groupType),
  requestId: nullable(joinRequests.id),
}

const selected = `c.id, c.name, c.description, c.group_type AS groupType, c.privacy, c.tags,
  (SELECT count(*) FROM conversation_readers m WHERE m.conversation_id = c.id) AS memberCount,
  (SELECT r.id FROM join_requests r WHERE r.conversation_id = c.id AND r.user_id = :me AND r.status = 'pending') AS requestId`

const isDiscoverable = `c.type = 'group' AND c.is_active = 1 AND NOT EXISTS (
  SELECT 1 FROM conversation_members m WHERE m.conversation_id = c.id AND m.user_id = :me AND m.left_at IS NULL)`

/** The largest groups with this privacy, in index order: by the stored number, with members to whom messages are closed. */
const largest = (privacy: 'public' | 'invite-only', what: string, limit: number) => `
  SELECT * FROM (SELECT ${what} FROM conversations c WHERE c.privacy = '${privacy}' AND ${isDiscoverable}
  ORDER BY c.member_count DESC LIMIT ${limit})`
const largestOfBoth = (what: string, limit: number) =>
  `${largest('public', what, limit)} UNION ALL ${largest('invite-only', what, limit)}
   ORDER BY memberCount DESC, id LIMIT ${limit}`

const largestGroups = sql(
  { params: { me: users.id }, row: columns(conversations, 'id', 'memberCount') },
  largestOfBoth('c.id, c.member_count AS memberCount', discoverLimit),
)
/** A search looks through the 5,000 largest groups. */
const groupNames = sql(
  { params: { me: users.id }, row: { ...columns(conversations, 'id', 'tags', 'memberCount'), name: card.name } },
  largestOfBoth('c.id, c.name, c.tags, c.member_count AS memberCount', 5_000),
)
const cards = sql(
  { params: { me: users.id, ids: list(conversations.id) }, row: card },
  `SELECT ${selected} FROM conversations c WHERE c.id IN (SELECT value FROM json_each(:ids))
   ORDER BY memberCount DESC, c.id`,
)
const cardById = sql(
  { params: { me: users.id, id: conversations.id }, row: card },
  `SELECT ${selected} FROM conversations c WHERE c.id = :id AND c.privacy IN ('public', 'invite-only') AND ${isDiscoverable}`,
)

/**
 * Public and invite-only groups that the caller is not a member of, largest first: 50, or 20 for a search (GRP-3). `q` matches
 * part of the name or a whole tag.
 */
export function discoverGroups(ctx: UserContext, { q = '' }: { q?: string | undefined } = {}): GroupCard[] {
  const me = ctx.actor.id
  const wanted = normalizeForSearch(q.trim())
  const found = wanted ? groupNamesLike(ctx, wanted) : largestGroups.all(ctx.db, { me })
  return cards.all(ctx.db, { me, ids: found.map(({ id }) => id) }).map(cardOf)
}

function groupNamesLike(ctx: UserContext, wanted: string): Array<{ id: string }> {
  return groupNames
    .all(ctx.db, { me: ctx.actor.id })
    .filter(
      ({ name, tags }) =>
        normalizeForSearch(name).includes(wanted) || tags.some((tag) => normalizeForSearch(tag) === wanted),
    )
    .slice(0, groupSearchLimit)
}

/** A group that the caller could join or request to join; null for private groups and those they are a member of. */
export function getGroupCard(ctx: UserContext, id: string): GroupCard | null {
  const row = cardById.first(ctx.db, { id, me: ctx.actor.id })
  return row && cardOf(row)
}

function cardOf(row: RowOf<typeof cards>): GroupCard {
  return { ...row, joinPolicy: joinPolicyOf(row.privacy) ?? 'request' }
}

const requests = sql(
  {
    params: columns(joinRequests, 'conversationId'),
    row: {
      ...columns(joinRequests, 'id', 'createdAt'),
      userId: users.id,
      ...columns(users, 'name', 'jobTitle'),
      companyName: nullable(companies.name),
    },
  },
  `SELECT r.id, u.id AS userId, u.name, u.job_title AS jobTitle, c.name AS companyName, r.created_at AS createdAt
   FROM join_requests r JOIN users u ON u.id = r.user_id
   LEFT JOIN company_members m ON m.user_id = u.id
   LEFT JOIN companies c ON c.id = m.company_id AND c.kind = 'organization'
   WHERE r.conversation_id = :conversationId AND r.status = 'pending' ORDER BY r.id LIMIT 200`,
)

/**
 * The pending requests to join a group, oldest first.
 * @throws AppError not_found if the caller is not a member; forbidden if they cannot decide requests.
 */
export function listRequests(ctx: UserContext, conversationId: string): JoinRequestView[] {
  requireMembership(ctx.db, ctx, conversationId, 'decideRequests')
  return requests.all(ctx.db, { conversationId })
}

const toDecide = sql(
  {
    params: { me: users.id, limit: integer },
    row: {
      kind: oneOf(['joinRequests', 'heldMessages']),
      ...columns(conversations, 'id'),
      name: required(conversations.name),
    },
  },
  `WITH own AS (SELECT c.id, c.name, c.subject_type FROM conversation_readers m JOIN conversations c ON c.id = m.conversation_id AND c.is_active = 1
     WHERE m.user_id = :me AND m.role = 'admin' AND c.type = 'group')
   SELECT 'joinRequests' AS kind, id, name FROM own WHERE subject_type IS NULL
     AND EXISTS (SELECT 1 FROM join_requests r WHERE r.conversation_id = own.id AND r.status = 'pending')
   UNION ALL SELECT 'heldMessages', id, name FROM own
     WHERE EXISTS (SELECT 1 FROM pending_messages p WHERE p.conversation_id = own.id AND p.status = 'pending')
   LIMIT :limit`,
)

/** The groups in which people wait for the caller, who is an admin there: to be let in (GRP-5), or for a message of theirs to be approved (GRP-2). */
export function listGroupsToDecide(ctx: UserContext, limit: number): RowOf<typeof toDecide>[] {
  return toDecide.all(ctx.db, { me: ctx.actor.id, limit })
}

/** A pending request of the caller's own. */
export type OwnRequest = { conversationId: string; name: string; createdAt: number }

const ownRequests = sql(
  {
    params: { me: users.id },
    row: {
      conversationId: conversations.id,
      name: required(conversations.name),
      ...columns(joinRequests, 'createdAt'),
    },
  },
  `SELECT c.id AS conversationId, c.name, r.created_at AS createdAt
   FROM join_requests r JOIN conversations c ON c.id = r.conversation_id AND c.is_active = 1
   WHERE r.user_id = :me AND r.status = 'pending' ORDER BY r.id DESC LIMIT 50`,
)

/** The caller's pending requests, latest first. */
export function listOwnRequests(ctx: UserContext): OwnRequest[] {
  return ownRequests.all(ctx.db, { me: ctx.actor.id })
}
