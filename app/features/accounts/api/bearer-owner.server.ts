import { hashToken } from '#app/features/accounts/account-tokens.server.ts'
import type { Database } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { apiTokens } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { readAccessToken } from './access-token.server.ts'
import { apiTokenPrefix } from './api-token-user.server.ts'

const ownerOf = sql(
  { params: { tokenHash: apiTokens.tokenHash }, row: columns(apiTokens, 'userId') },
  'SELECT user_id AS userId FROM api_tokens WHERE token_hash = :tokenHash',
)

/**
 * The id of the user to whom a bearer token belongs or belonged; null for any other text. For counting requests only, as
 * `findSessionOwner`: it says nothing about whether the token still has power. `now` is UTC epoch ms.
 */
export async function findBearerOwner(db: Database, token: string, now: number): Promise<string | null> {
  if (token.startsWith(apiTokenPrefix)) return ownerOf.first(db, { tokenHash: hashToken(token) })?.userId ?? null
  return (await readAccessToken(now, token))?.sub ?? null
}
