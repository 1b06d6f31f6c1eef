// verb-rule: part of the verbs by which somebody enters a call, which check and audit
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { getChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import type { CallConnection, CallMedia } from '#app/realtime/protocol/call-events.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { callParticipants } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'
import { hasRelay, iceServersFor } from './ice-servers.server.ts'
import { issuePeerCredentials } from './peer-credentials.server.ts'

/** The tab of somebody who is in a call, and what they send when they enter it. */
export type Entering = {
  socketId: string
  media?: Partial<CallMedia>
  /** Under which the tab has been reached until now: it keeps it, so that connections that still stand stay as they are. */
  peerId?: string | undefined
}
/** A call that somebody has entered; `connection` is null if it has ended already. */
export type Entered = { callId: string; participantId: string; connection: CallConnection | null }

const peerOf = sql(
  { params: columns(callParticipants, 'id'), row: columns(callParticipants, 'peerId') },
  'SELECT peer_id AS peerId FROM call_participants WHERE id = :id',
)

/** Gives a part of a call to a tab, under a new peer id, or the one that it has there. */
export function takeSeat(
  tx: Transaction,
  ctx: UserContext,
  participantId: string,
  { socketId, media = {}, peerId }: Entering,
): CallConnection {
  const isKept = peerId !== undefined && peerOf.one(tx, { id: participantId }).peerId === peerId
  const peer = issuePeerCredentials(ctx.actor.id, ctx.now, isKept ? peerId : undefined)
  tx.update(callParticipants)
    .set({ ...media, socketId, peerId: peer.id, heartbeatAt: ctx.now })
    .where(eq(callParticipants.id, participantId))
    .run()
  const { relayCalls } = getChatPreferences(ctx)
  const iceTransportPolicy = relayCalls && hasRelay() ? 'relay' : 'all'
  return { peer, iceServers: iceServersFor(ctx.actor.id, ctx.now), iceTransportPolicy }
}
