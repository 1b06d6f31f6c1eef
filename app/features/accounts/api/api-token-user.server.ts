// data-version: no versioned page shows when a token was last used
import { eq } from 'drizzle-orm'
import { hashToken } from '#app/features/accounts/account-tokens.server.ts'
import {
  type SignedInUser,
  userColumns,
  userFields,
  userJoins,
  userOf,
} from '#app/features/accounts/sessions/session-user.server.ts'
import { fullDisk } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import type { Database } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { apiTokens } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

/** How every personal token begins, so that scanners of leaked secrets recognize it. */
export const apiTokenPrefix = 'gw_'
/** The last use of a token is stored at most this often (ms). */
const touchInterval = 5 * 60_000

/**
 * Conditions on `t`, a token, of `u` with `m`, its owner and their membership: what ends its power at once (ACC-14). Declared in
 * one place, because the list of somebody's tokens shows exactly those that work.
 */
export const isInForce = `t.revoked_at IS NULL AND t.expires_at > :now AND u.status = 'active'
  AND t.created_at >= coalesce(u.password_changed_at, 0) AND t.company_id IS m.company_id`

const tokenUser = sql(
  {
    params: { tokenHash: apiTokens.tokenHash, now: apiTokens.expiresAt },
    row: {
      tokenId: apiTokens.id,
      ...columns(apiTokens, 'scopes', 'lastUsedAt'),
      ...userFields,
    },
  },
  `SELECT t.id AS tokenId, t.scopes, t.last_used_at AS lastUsedAt, ${userColumns}
   FROM api_tokens t
   JOIN users u ON u.id = t.user_id
   ${userJoins}
   WHERE t.token_hash = :tokenHash AND ${isInForce}`,
)

/** The owner of a personal token, limited to its scopes; null if it has no power. Counts as a use. */
export function findTokenUser(db: Database, token: string, now: number): SignedInUser | null {
  const row = tokenUser.first(db, { tokenHash: hashToken(token), now })
  if (!row) return null
  if (now - (row.lastUsedAt ?? 0) > touchInterval) touch(db, row.tokenId, now)
  return { ...userOf(row), scopes: row.scopes }
}

/** The API can still be read when the disk is full. */
function touch(db: Database, tokenId: string, now: number): void {
  try {
    db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, tokenId)).run()
  } catch (error) {
    if (!fullDisk(error)) throw error
    logger.error({ err: error }, 'the disk is full')
  }
}
