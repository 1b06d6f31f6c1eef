import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireCall } from '#app/features/calls/call-access.server.ts'
import { touchCall } from '#app/features/calls/touch-call.server.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { findRunningRecording, markStopped } from './recording-rows.server.ts'

/**
 * Stops the recording of a call.
 * @throws AppError not_found; conflict if it is not recorded; forbidden for anybody but whoever records it, and the moderator.
 */
export function stopRecording(ctx: UserContext, { callId }: { callId: string }): void {
  requireRight(ctx, 'messages.read')
  transact(ctx.db, (tx) => {
    const { own } = requireCall(tx, ctx, callId)
    const running = findRunningRecording(tx, callId)
    if (!running) throw conflict('calls:refused.notRecorded')
    if (running.startedBy !== ctx.actor.id && !own.isModerator) throw forbidden('calls:refused.notRecorder')
    markStopped(tx, running.id, ctx.now)
    touchCall(tx, ctx, callId)
    const detail = { recordingId: running.id }
    appendAudit(tx, ctx, { action: 'call.record_stop', subject: { type: 'call', id: callId }, detail })
  })
}
