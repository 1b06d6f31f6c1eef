import type { CallChange } from '#app/event-payloads.ts'
import { advanceCalls } from '#app/features/calls/advance-calls.server.ts'
import { awaitResumption } from '#app/features/calls/await-resumption.server.ts'
import { finishBroadcasts } from '#app/features/calls/broadcasts/finish-broadcasts.server.ts'
import { isLive, isRinging } from '#app/features/calls/call.ts'
import { readSeatedCall, type SeatedCall } from '#app/features/calls/call-view.server.ts'
import { loseSeat } from '#app/features/calls/lose-seat.server.ts'
import { countMissedCalls } from '#app/features/calls/queries.server.ts'
import { finishRecordings } from '#app/features/calls/recordings/finish-recordings.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { subscribe } from '#app/platform/events.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Database, type GroundworkServer, type GroundworkSocket, personRoom } from './socket-types.ts'

/** How often calls are looked at for what is due (ms). */
export const callInterval = 1_000

/**
 * Tells open pages what happens in calls, and does in them what is due: their times are in the database, so that a restart forgets none.
 * Whoever loses the right to call leaves at once.
 */
export function startCalls(io: GroundworkServer, db: Database, every = callInterval) {
  let stopped = false
  function guarded(work: () => void): void {
    if (stopped) return
    try {
      work()
    } catch (error) {
      logger.error({ err: error }, 'calls could not be advanced; it is tried again')
    }
  }
  const advance = () => guarded(() => advanceCalls(systemContext(db, Date.now())))
  let finishing = false
  async function finish() {
    if (finishing || stopped) return
    finishing = true
    try {
      await finishRecordings(systemContext(db, Date.now()))
      await finishBroadcasts(systemContext(db, Date.now()))
    } catch (error) {
      logger.error({ err: error }, 'recordings could not be finished; it is tried again')
    } finally {
      finishing = false
    }
  }
  guarded(() => awaitResumption(systemContext(db, Date.now())))
  const timer = setInterval(() => {
    advance()
    void finish()
  }, every)
  timer.unref()
  const stops = [
    subscribe('call.changed', (change) => deliver(io, db, change)),
    subscribe('chat.members.left', advance),
    subscribe('chat.conversation.changed', advance),
    subscribe('session.ended', advance),
  ]
  return {
    /** Gives the person whose tab had a call 30 seconds to come back when its socket closes. */
    follow(socket: GroundworkSocket): void {
      const seat = { userId: socket.data.identity.userId, socketId: socket.id }
      socket.once('disconnect', () => guarded(() => loseSeat(systemContext(db, Date.now()), seat)))
    },
    stop(): void {
      stopped = true
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}

function deliver(io: GroundworkServer, db: Database, { callId, steps, moved }: CallChange): void {
  const seated = readSeatedCall(db, callId)
  if (!seated) return
  const { view: call } = seated
  const serverTime = Date.now()
  const gone = steps.flatMap(({ what, userId }) => (what === 'left' ? [userId] : []))
  const inside = call.participants.flatMap((one) => (isLive(one) || gone.includes(one.userId) ? [one.userId] : []))
  for (const step of steps) tell(io, db, { ...seated, inside }, step)
  if (moved) {
    const ended = { callId, reason: 'moved', at: serverTime, durationSeconds: 0 } as const
    io.local.to(moved.socketId).emit('call:ended', ended)
  }
  const present = call.participants.filter((one) => isLive(one) || isRinging(one))
  const rooms = present.map(({ userId }) => personRoom(userId))
  // An empty list of rooms would mean everybody.
  if (rooms.length > 0) io.local.to(rooms).emit('call:participants', { call, serverTime })
}

/** `inside`: who is in the call, or was until this change. */
function tell(
  io: GroundworkServer,
  db: Database,
  { view: call, seats, inside }: SeatedCall & { inside: readonly string[] },
  step: CallChange['steps'][number],
) {
  const { what, userId, participantId, reason } = step
  const callId = call.id
  const room = personRoom(userId)
  const others = [...seats].flatMap(([id, socketId]) => (id === participantId ? [] : [socketId]))
  const at = call.endedAt ?? Date.now()
  const joinedAt = call.participants.find(({ id }) => id === participantId)?.joinedAt ?? null
  const from = call.connectedAt === null || joinedAt === null ? at : Math.max(call.connectedAt, joinedAt)
  const ended = { callId, at, durationSeconds: Math.max(0, Math.round((at - from) / 1000)) }
  switch (what) {
    case 'rung': {
      const { callerId, callerName, callType } = call
      return io.local.to(room).emit('call:incoming', { call, callerId, callerName, callType, serverTime: Date.now() })
    }
    case 'answered': {
      const seat = seats.get(participantId)
      if (others.length > 0) io.local.to(others).emit('call:answered', { callId, participantId, userId })
      const elsewhere = seat === undefined ? io.local.to(room) : io.local.to(room).except(seat)
      return elsewhere.emit('call:ended', { ...ended, reason: 'answered_elsewhere', durationSeconds: 0 })
    }
    case 'rejected':
    case 'missed': {
      if (reason === null) return
      const rooms = inside.filter((one) => one !== userId).map(personRoom)
      if (rooms.length > 0) io.local.to(rooms).emit('call:rejected', { callId, participantId, userId, reason })
      if (reason === 'busy') {
        const { callerId, callerName, callType } = call
        const serverTime = Date.now()
        io.local.to(room).emit('call:incoming', { call, callerId, callerName, callType, serverTime, busy: true })
      }
      io.local.to(room).emit('call:ended', { ...ended, reason })
      if (what === 'missed') io.local.to(room).emit('call:missed', { missed: countMissedCalls(db, userId) })
      return
    }
    case 'left':
      return reason === null ? undefined : io.local.to(room).emit('call:ended', { ...ended, reason })
    case 'muted': {
      const seat = seats.get(participantId)
      const byUserId = call.participants.find(({ isModerator }) => isModerator)?.userId ?? call.callerId
      return seat === undefined ? undefined : io.local.to(seat).emit('call:muted', { callId, byUserId })
    }
    default:
      return
  }
}
