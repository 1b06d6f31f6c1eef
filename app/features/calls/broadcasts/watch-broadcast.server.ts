// verb-rule: notes in a viewer's own history that they watch, which they and the host see
import type { UserContext } from '#app/features/accounts/context.ts'
import { conflict } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { broadcastViewers } from '#db/schema/calls/broadcasts.ts'
import { sql } from '#db/sql.server.ts'
import { requireBroadcast } from './broadcast-access.server.ts'

const isIn = sql(
  { params: columns(broadcastViewers, 'broadcastId', 'userId'), row: columns(broadcastViewers, 'joinedAt') },
  'SELECT joined_at AS joinedAt FROM broadcast_viewers WHERE broadcast_id = :broadcastId AND user_id = :userId',
)

/**
 * Lets the caller watch a live broadcast of whose audience they are. The host follows it too, without its pictures.
 * @throws AppError not_found for anybody else; conflict if it is over.
 */
export function watchBroadcast(ctx: UserContext, { broadcastId }: { broadcastId: string }): { isHost: boolean } {
  const { broadcast, role } = requireBroadcast(ctx.db, ctx, broadcastId)
  if (broadcast.state !== 'live') throw conflict('broadcasts:refused.wrongState')
  const viewer = { broadcastId, userId: ctx.actor.id }
  if (role === 'viewer' && !isIn.first(ctx.db, viewer))
    transact(ctx.db, (tx) => {
      tx.insert(broadcastViewers)
        .values({ ...viewer, joinedAt: ctx.now })
        .onConflictDoNothing()
        .run()
    })
  return { isHost: role === 'host' }
}
