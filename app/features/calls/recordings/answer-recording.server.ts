import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { isLive } from '#app/features/calls/call.ts'
import { requireCall } from '#app/features/calls/call-access.server.ts'
import { touchCall } from '#app/features/calls/touch-call.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { findRunningRecording, setAnswer } from './recording-rows.server.ts'

/**
 * Agrees to be recorded, refuses it, or takes back what was said before, as often as the caller likes (GDPR, articles 4(11) and 7(3)).
 * @throws AppError not_found; conflict if the caller is not in the call, it is not recorded, or they record it themselves.
 */
export function answerRecording(ctx: UserContext, input: { callId: string; agreed: boolean }): void {
  requireRight(ctx, 'messages.read')
  const { callId, agreed } = input
  transact(ctx.db, (tx) => {
    const { own } = requireCall(tx, ctx, callId)
    if (!isLive(own)) throw conflict('calls:refused.notInCall')
    const running = findRunningRecording(tx, callId)
    if (!running || running.startedBy === ctx.actor.id) throw conflict('calls:refused.notRecorded')
    setAnswer(tx, { recordingId: running.id, userId: ctx.actor.id, agreed, now: ctx.now })
    touchCall(tx, ctx, callId)
    const detail = { recordingId: running.id, agreed }
    appendAudit(tx, ctx, { action: 'call.record_answer', subject: { type: 'call', id: callId }, detail })
  })
}
