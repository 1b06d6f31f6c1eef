// verb-rule: part of the verbs by which somebody enters a call, which check and audit
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { getChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import type { CallConnection, CallMedia } from '#app/realtime/protocol/call-events.ts'
import type { Transaction } from '#db/client.server.ts'
import { callParticipants } from '#db/schema/calls.ts'
import { hasRelay, iceServersFor } from './ice-servers.server.ts'
import { issuePeerCredentials } from './peer-credentials.server.ts'

/** The tab of somebody who is in a call, and what they send when they enter it. */
export type Entering = { socketId: string; media?: Partial<CallMedia> }
/** A call that somebody has entered; `connection` is null if it has ended already. */
export type Entered = { callId: string; participantId: string; connection: CallConnection | null }

/** Gives a part of a call to a tab, under a new peer id. */
export function takeSeat(
  tx: Transaction,
  ctx: UserContext,
  participantId: string,
  { socketId, media = {} }: Entering,
): CallConnection {
  const peer = issuePeerCredentials(ctx.actor.id, ctx.now)
  tx.update(callParticipants)
    .set({ ...media, socketId, peerId: peer.id, heartbeatAt: ctx.now })
    .where(eq(callParticipants.id, participantId))
    .run()
  const { relayCalls } = getChatPreferences(ctx)
  const iceTransportPolicy = relayCalls && hasRelay() ? 'relay' : 'all'
  return { peer, iceServers: iceServersFor(ctx.actor.id, ctx.now), iceTransportPolicy }
}
