import type { UserContext } from '#app/features/accounts/context.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { joinPolicyOf } from '#app/features/conversations/rights.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'
import { discoverLimit, groupSearchLimit } from './group-fields.ts'
import type { GroupCard, JoinRequestView } from './group-view.ts'

type CardRow = Omit<GroupCard, 'joinPolicy' | 'tags'> & { tags: string }

const columns = `c.id, c.name, c.description, c.group_type AS groupType, c.privacy, c.tags, c.member_count AS memberCount,
  (SELECT r.id FROM join_requests r WHERE r.conversation_id = c.id AND r.user_id = @me AND r.status = 'pending') AS requestId`

const isDiscoverable = `c.type = 'group' AND c.is_active = 1 AND NOT EXISTS (
  SELECT 1 FROM conversation_members m WHERE m.conversation_id = c.id AND m.user_id = @me AND m.left_at IS NULL)`

/** The largest groups with this privacy, in index order. */
const largest = (privacy: 'public' | 'invite-only', what: string, limit: number) => `
  SELECT * FROM (SELECT ${what} FROM conversations c WHERE c.privacy = '${privacy}' AND ${isDiscoverable}
  ORDER BY c.member_count DESC LIMIT ${limit})`
const largestOfBoth = (what: string, limit: number) =>
  `${largest('public', what, limit)} UNION ALL ${largest('invite-only', what, limit)}
   ORDER BY memberCount DESC, id LIMIT ${limit}`

const discoverQuery = largestOfBoth(columns, discoverLimit)
/** A search looks through the 5,000 largest groups. */
const namesQuery = largestOfBoth('c.id, c.name, c.tags, c.member_count AS memberCount', 5_000)
const cardsQuery = `SELECT ${columns} FROM conversations c WHERE c.id IN (SELECT value FROM json_each(@ids))
  ORDER BY c.member_count DESC, c.id`
const cardQuery = `SELECT ${columns} FROM conversations c WHERE c.id = @id AND c.privacy IN ('public', 'invite-only') AND ${isDiscoverable}`

/**
 * Public and invite-only groups that the caller is not a member of, largest first: 50, or 20 for a search (GRP-3). `q` matches
 * part of the name or a whole tag.
 */
export function discoverGroups(ctx: UserContext, { q = '' }: { q?: string | undefined } = {}): GroupCard[] {
  const me = ctx.actor.id
  const wanted = normalizeForSearch(q.trim())
  if (!wanted) return allRows<CardRow>(ctx.db, discoverQuery, { me }).map(cardOf)
  const ids = allRows<CardRow>(ctx.db, namesQuery, { me })
    .filter(
      ({ name, tags }) =>
        normalizeForSearch(name).includes(wanted) || tagsOf(tags).some((tag) => normalizeForSearch(tag) === wanted),
    )
    .slice(0, groupSearchLimit)
    .map(({ id }) => id)
  return allRows<CardRow>(ctx.db, cardsQuery, { me, ids: JSON.stringify(ids) }).map(cardOf)
}

/** A group that the caller could join or request to join; null for private groups and those they are a member of. */
export function getGroupCard(ctx: UserContext, id: string): GroupCard | null {
  const row = firstRow<CardRow>(ctx.db, cardQuery, { id, me: ctx.actor.id })
  return row && cardOf(row)
}

function cardOf(row: CardRow): GroupCard {
  return { ...row, tags: tagsOf(row.tags), joinPolicy: joinPolicyOf(row.privacy) ?? 'request' }
}

const tagsOf = (tags: string) => JSON.parse(tags) as string[]

/**
 * The pending requests to join a group, oldest first.
 * @throws AppError not_found if the caller is not a member; forbidden if they cannot decide requests.
 */
export function listRequests(ctx: UserContext, conversationId: string): JoinRequestView[] {
  requireMembership(ctx.db, ctx, conversationId, 'decideRequests')
  return allRows<JoinRequestView>(
    ctx.db,
    `SELECT r.id, u.id AS userId, u.name, u.job_title AS jobTitle, c.name AS companyName, r.created_at AS createdAt
     FROM join_requests r JOIN users u ON u.id = r.user_id
     LEFT JOIN company_members m ON m.user_id = u.id
     LEFT JOIN companies c ON c.id = m.company_id AND c.kind = 'organization'
     WHERE r.conversation_id = @conversationId AND r.status = 'pending' ORDER BY r.id LIMIT 200`,
    { conversationId },
  )
}

/** A pending request of the caller's own. */
export type OwnRequest = { conversationId: string; name: string; createdAt: number }

/** The caller's pending requests, latest first. */
export function listOwnRequests(ctx: UserContext): OwnRequest[] {
  return allRows<OwnRequest>(
    ctx.db,
    `SELECT c.id AS conversationId, c.name, r.created_at AS createdAt
     FROM join_requests r JOIN conversations c ON c.id = r.conversation_id AND c.is_active = 1
     WHERE r.user_id = @me AND r.status = 'pending' ORDER BY r.id DESC LIMIT 50`,
    { me: ctx.actor.id },
  )
}
