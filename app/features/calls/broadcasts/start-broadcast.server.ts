import { randomBytes } from 'node:crypto'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { requireStorage } from '#app/features/files/storage-quota.server.ts'
import { notify } from '#app/features/notifications/notify.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { broadcasts } from '#db/schema/calls/broadcasts.ts'
import { sql } from '#db/sql.server.ts'
import type { BroadcastFormat } from '#db/vocabulary/broadcasts.ts'
import { toldOf } from './broadcast-access.server.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const same = sql(
  { params: columns(broadcasts, 'hostId', 'clientBroadcastId'), row: columns(broadcasts, 'id') },
  'SELECT id FROM broadcasts WHERE host_id = :hostId AND client_broadcast_id = :clientBroadcastId',
)
const liveOf = sql(
  { params: columns(broadcasts, 'hostId'), row: columns(broadcasts, 'id') },
  `SELECT id FROM broadcasts WHERE host_id = :hostId AND state = 'live'`,
)

/**
 * Begins a broadcast to the members of a conversation, or without one to the host's company, and tells them. Nobody has two at once. The same
 * `clientBroadcastId` again is the same broadcast.
 * @throws AppError not_found; forbidden; conflict while the caller has another one; storage_full.
 */
export function startBroadcast(
  ctx: UserContext,
  input: {
    conversationId: string | null
    title: string
    description?: string | undefined
    format: BroadcastFormat
    clientBroadcastId: string
  },
): { id: string } {
  const { conversationId, title, format } = input
  if (conversationId === null) requireRight(ctx, 'messages.broadcast')
  else requireRight(ctx, 'messages.send')
  if (!uuid.test(input.clientBroadcastId)) throw invalid('broadcasts:refused.clientId')
  const clientBroadcastId = input.clientBroadcastId.toLowerCase()
  return transact(ctx.db, (tx) => {
    const known = same.first(tx, { hostId: ctx.actor.id, clientBroadcastId })
    if (known) return known
    if (conversationId !== null) requireMembership(tx, ctx, conversationId, 'call')
    if (liveOf.first(tx, { hostId: ctx.actor.id })) throw conflict('broadcasts:refused.already')
    requireStorage(tx, ctx)
    const id = newId()
    tx.insert(broadcasts)
      .values({
        ...{ id, hostId: ctx.actor.id, companyId: ctx.company?.id ?? null, conversationId, clientBroadcastId, title },
        ...{ audience: conversationId === null ? ('company' as const) : ('conversation' as const), format },
        description: input.description ?? '',
        ...{ state: 'live' as const, startedAt: ctx.now, storedAs: randomBytes(24).toString('hex') },
      })
      .run()
    tell(tx, ctx, id, title)
    return { id }
  })
}

function tell(tx: Transaction, ctx: UserContext, id: string, title: string): void {
  appendAudit(tx, ctx, { action: 'broadcast.start', subject: { type: 'broadcast', id } })
  recordEvent(tx, ctx, 'broadcast.changed', { broadcastId: id })
  const params = { name: ctx.actor.name, title }
  notify(tx, ctx, toldOf(tx, id), {
    ...{ category: 'chat', text: 'broadcastLive', params },
    actionUrl: `/broadcasts/${id}`,
  })
}
