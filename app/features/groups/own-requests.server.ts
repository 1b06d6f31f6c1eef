import type { UserContext } from '#app/features/accounts/context.ts'
import { allRows } from '#db/prepared.server.ts'

/** A request of one's own that nobody has answered yet. */
export type OwnRequest = { conversationId: string; name: string; createdAt: number }

/** The caller's requests that wait, the latest first. */
export function listOwnRequests(ctx: UserContext): OwnRequest[] {
  return allRows<OwnRequest>(
    ctx.db,
    `SELECT c.id AS conversationId, c.name, r.created_at AS createdAt
     FROM join_requests r JOIN conversations c ON c.id = r.conversation_id AND c.is_active = 1
     WHERE r.user_id = @me AND r.status = 'pending' ORDER BY r.id DESC LIMIT 50`,
    { me: ctx.actor.id },
  )
}
