import { singleton } from '#app/platform/singleton.server.ts'
import type { Database } from '#db/client.server.ts'
import { nullable } from '#db/fields.server.ts'
import { sessions } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

const ownerOf = sql(
  { params: { idHash: sessions.idHash }, row: { userId: nullable(sessions.userId) } },
  'SELECT user_id AS userId FROM sessions WHERE id_hash = :idHash',
)

const maxKnown = 10_000
const known = singleton('session-owners', () => new Map<string, string | null>())

/**
 * The id of the user to whom a session belongs or belonged; null for a guest's. For counting requests only: it says
 * nothing about whether the session is still valid. A session never changes hands, so each is read once.
 */
export function findSessionOwner(db: Database, idHash: string): string | null {
  const remembered = known.get(idHash)
  if (remembered !== undefined) return remembered
  const owner = ownerOf.first(db, { idHash })?.userId ?? null
  for (const [oldest] of known) if (known.size >= maxKnown) known.delete(oldest)
  known.set(idHash, owner)
  return owner
}
