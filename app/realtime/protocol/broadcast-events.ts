import type { BroadcastEndReason, BroadcastFormat, BroadcastState } from '#db/vocabulary/broadcasts.ts'
import type { Acknowledge } from './socket-events.ts'

/** Most characters of what belongs to a broadcast. */
export const broadcastLengths = { title: 120, description: 1_000, question: 500 } as const

export type BroadcastQuestion = { id: string; authorId: string; authorName: string; text: string; askedAt: number }

/** How a broadcast stands: `viewers` is how many people watch it now. */
export type BroadcastProgress = {
  broadcastId: string
  state: BroadcastState
  endReason: BroadcastEndReason | null
  viewers: number
}

type OfBroadcast = { broadcastId: string }

/** Events of broadcasts from the browser, all acknowledged. The session determines the user. What they may not watch is `not_found`. */
export type BroadcastClientEvents = {
  /**
   * Begins a broadcast to a conversation, or without one to the company, and tells its audience. Its pieces (WebM) are then posted to
   * `/broadcasts/:broadcastId/pieces`, as they are recorded. The same `clientBroadcastId` (a UUID) again is the same broadcast.
   */
  'broadcast:start'(
    payload: {
      conversationId?: string
      title: string
      description: string
      format: BroadcastFormat
      clientBroadcastId: string
    },
    answer: Acknowledge<OfBroadcast>,
  ): void
  /** Follows a live broadcast with this socket. Its host gets no pieces. `conflict` if it is over. */
  'broadcast:watch'(
    payload: OfBroadcast,
    answer: Acknowledge<{ progress: BroadcastProgress; questions: BroadcastQuestion[] }>,
  ): void
  'broadcast:leave'(payload: OfBroadcast, answer: Acknowledge<object>): void
}

/** Events of broadcasts from the server, to the sockets that follow one. */
export type BroadcastServerEvents = {
  /**
   * The next piece of its WebM. With `isStart` it begins with the header and a keyframe, and nothing of what came before it is needed. Acknowledge
   * it once it has arrived: whoever does not is left out until they have.
   */
  'broadcast:piece'(piece: OfBroadcast & { isStart: boolean }, bytes: ArrayBuffer, taken: () => void): void
  /** Whenever its state or the number of viewers changes. */
  'broadcast:progress'(progress: BroadcastProgress): void
  'broadcast:question'(question: OfBroadcast & { question: BroadcastQuestion }): void
  /** This person may not watch it any more. */
  'broadcast:closed'(closed: OfBroadcast): void
}
