// verb-rule: what somebody sends in a call is theirs to switch; the call itself says that it has had pictures
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { CallMedia } from '#app/realtime/protocol/call-events.ts'
import { transact } from '#db/client.server.ts'
import { callParticipants, callSessions } from '#db/schema/calls/calls.ts'
import { requireSeat } from './call-access.server.ts'
import { addChapter, findRunningRecording } from './recordings/recording-rows.server.ts'
import { touchCall } from './touch-call.server.ts'

/**
 * Says what the caller sends: microphone, camera, screen, and a raised hand. The first camera makes a voice call a video call (CALL-4).
 * @throws AppError not_found; conflict if this tab does not have the call.
 */
export function setCallMedia(
  ctx: UserContext,
  { callId, socketId, ...media }: Partial<CallMedia> & { callId: string; socketId: string },
): void {
  transact(ctx.db, (tx) => {
    const { own, record } = requireSeat(tx, ctx, { callId, socketId })
    if (Object.keys(media).length === 0) return
    tx.update(callParticipants).set(media).where(eq(callParticipants.id, own.id)).run()
    if (media.cameraOff === false && record.callType === 'voice')
      tx.update(callSessions).set({ callType: 'video' }).where(eq(callSessions.id, callId)).run()
    const running = media.screen ? findRunningRecording(tx, callId) : null
    if (running) addChapter(tx, running, { kind: 'screen', name: ctx.actor.name }, ctx.now)
    touchCall(tx, ctx, callId)
  })
}
