import { asc, eq } from 'drizzle-orm'
import { hashToken } from '#app/features/accounts/account-tokens.server.ts'
import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { columns, integer, nullable } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { quoteReplies, quoteRequests } from '#db/schema/quote-requests.ts'
import { sql } from '#db/sql.server.ts'

export const pageSize = 50

const listed = columns(
  quoteRequests,
  ...([
    'id',
    'kind',
    'status',
    'name',
    'organization',
    'city',
    'services',
    'createdAt',
    'replyBy',
    'answeredAt',
  ] as const),
)
const open = sql(
  { params: { limit: integer }, row: listed },
  `SELECT id, kind, status, name, organization, city, services, created_at AS createdAt, reply_by AS replyBy, answered_at AS answeredAt
   FROM quote_requests INDEXED BY quote_requests_open WHERE status IN ('new', 'in_progress') ORDER BY reply_by, id LIMIT :limit`,
)
const done = sql(
  { params: { limit: integer, offset: integer }, row: listed },
  `SELECT id, kind, status, name, organization, city, services, created_at AS createdAt, reply_by AS replyBy, answered_at AS answeredAt
   FROM quote_requests WHERE status IN ('answered', 'converted', 'closed') ORDER BY id DESC LIMIT :limit OFFSET :offset`,
)

/** The requests that wait for a reply, the most urgent first, and a page of the others; empty for everybody but the platform's staff. */
export function listQuoteRequests(ctx: UserContext, page: number) {
  if (!can(ctx, 'quoteRequests.handle')) return { waiting: [], others: [], hasMore: false }
  const rows = done.all(ctx.db, { limit: pageSize + 1, offset: (page - 1) * pageSize })
  return {
    waiting: open.all(ctx.db, { limit: 200 }),
    others: rows.slice(0, pageSize),
    hasMore: rows.length > pageSize,
  }
}

export type QuoteRequestRow = ReturnType<typeof listQuoteRequests>['waiting'][number]

/** A request with its replies; null for everybody but the platform's staff. */
export function getQuoteRequest(ctx: UserContext, id: string) {
  if (!can(ctx, 'quoteRequests.handle')) return null
  const found = ctx.db
    .select({ request: quoteRequests, taker: users.name })
    .from(quoteRequests)
    .leftJoin(users, eq(users.id, quoteRequests.takenBy))
    .where(eq(quoteRequests.id, id))
    .get()
  if (!found) return null
  const { submissionKey: _, remindedAt: __, ...request } = found.request
  const { text, sentAt } = quoteReplies
  const replies = ctx.db
    .select({ id: quoteReplies.id, text, sentAt, sender: users.name })
    .from(quoteReplies)
    .innerJoin(users, eq(users.id, quoteReplies.sentBy))
    .where(eq(quoteReplies.requestId, id))
    .orderBy(asc(quoteReplies.id))
    .all()
  return { ...request, taker: found.taker, replies }
}

export type QuoteRequestDetail = NonNullable<ReturnType<typeof getQuoteRequest>>

const byToken = sql(
  {
    params: { tokenHash: quoteReplies.tokenHash },
    row: { ...columns(quoteReplies, 'text', 'sentAt'), ...columns(quoteRequests, 'kind', 'createdAt', 'services') },
  },
  `SELECT r.text, r.sent_at AS sentAt, q.kind, q.created_at AS createdAt, q.services
   FROM quote_replies r JOIN quote_requests q ON q.id = r.request_id WHERE r.token_hash = :tokenHash`,
)

/** The reply behind a mailed link; null once its request is deleted. */
export const findReply = ({ db }: Pick<Context, 'db'>, token: string) =>
  byToken.first(db, { tokenHash: hashToken(token) })

const waitingCount = sql(
  { row: { count: integer, next: nullable(quoteRequests.replyBy) } },
  `SELECT count(*) AS count, min(reply_by) AS next FROM quote_requests INDEXED BY quote_requests_open WHERE status IN ('new', 'in_progress')`,
)

/** How many requests wait for a reply, and until when the most urgent one has to have it (UTC ms). */
export const countWaitingQuotes = ({ db }: Pick<Context, 'db'>) => waitingCount.one(db)
