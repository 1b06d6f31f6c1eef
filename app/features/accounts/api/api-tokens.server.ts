import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { apiTokens } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { isInForce } from './api-token-user.server.ts'

/** How many tokens somebody may have at a time. */
export const maxApiTokens = 20

const tokens = sql(
  {
    params: { user: apiTokens.userId, now: apiTokens.expiresAt },
    row: columns(apiTokens, 'id', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'),
  },
  `SELECT t.id, t.name, t.scopes, t.created_at AS createdAt, t.expires_at AS expiresAt, t.last_used_at AS lastUsedAt
   FROM api_tokens t
   JOIN users u ON u.id = t.user_id
   LEFT JOIN company_members m ON m.user_id = u.id
   WHERE t.user_id = :user AND ${isInForce} ORDER BY t.created_at DESC, t.id DESC`,
)

/** The actor's personal tokens that work, the newest first; at most `maxApiTokens`. */
export const listApiTokens = (ctx: UserContext, db: Database | Transaction = ctx.db) =>
  tokens.all(db, { user: ctx.actor.id, now: ctx.now })
