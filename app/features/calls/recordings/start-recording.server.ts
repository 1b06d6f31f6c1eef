import { randomBytes } from 'node:crypto'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { isLive } from '#app/features/calls/call.ts'
import { requireSeat } from '#app/features/calls/call-access.server.ts'
import { touchCall } from '#app/features/calls/touch-call.server.ts'
import { requireStorage } from '#app/features/files/storage-quota.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { findRunningRecording, insertRecording, setAsked } from './recording-rows.server.ts'

/**
 * Begins to record a call that is connected. Everybody in it is told at once, and nobody but the caller is recorded before they have agreed
 * (CALL-14).
 * @throws AppError not_found; conflict if this tab does not have the call, or it is recorded already; storage_full.
 */
export function startRecording(
  ctx: UserContext,
  { callId, socketId, hasPicture }: { callId: string; socketId: string; hasPicture: boolean },
): { recordingId: string } {
  requireRight(ctx, 'messages.send')
  return transact(ctx.db, (tx) => {
    const { record } = requireSeat(tx, ctx, { callId, socketId })
    if (record.call.state !== 'connected') throw conflict('calls:refused.notConnected')
    if (findRunningRecording(tx, callId)) throw conflict('calls:refused.recorded')
    requireStorage(tx, ctx)
    const recordingId = insertRecording(
      tx,
      {
        ...{ callId, hasPicture, startedBy: ctx.actor.id, companyId: ctx.company?.id ?? null, startedAt: ctx.now },
        storedAs: randomBytes(24).toString('hex'),
      },
      ctx.actor.name,
    )
    for (const { userId } of record.call.parts.filter(isLive)) setAsked(tx, recordingId, userId, ctx.now)
    touchCall(tx, ctx, callId)
    appendAudit(tx, ctx, { action: 'call.record', subject: { type: 'call', id: callId }, detail: { recordingId } })
    return { recordingId }
  })
}
