import type { Socket } from 'socket.io-client'
import type { BroadcastClientEvents, BroadcastServerEvents } from '#app/realtime/protocol/broadcast-events.ts'
import type { CallClientEvents, CallServerEvents } from '#app/realtime/protocol/call-events.ts'

type Events = CallClientEvents & BroadcastClientEvents
export type CallSocket = Socket<CallServerEvents & BroadcastServerEvents, Events>
type PayloadOf<Name extends keyof Events> = Parameters<Events[Name]>[0]
export type AnswerOf<Name extends keyof Events> = Parameters<Parameters<Events[Name]>[1]>[0]

/** The time-out of an acknowledgement (ms). */
const timeout = 10_000

/** Sends an event and returns its acknowledgement, or null after a time-out or without a connection. */
export async function askCall<Name extends keyof Events>(
  socket: CallSocket,
  event: Name,
  payload: PayloadOf<Name>,
): Promise<AnswerOf<Name> | null> {
  if (!socket.connected) return null
  try {
    return await (socket as unknown as Socket).timeout(timeout).emitWithAck(event, payload)
  } catch {
    return null
  }
}
