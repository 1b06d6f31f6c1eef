import { askCall, type CallSocket } from '#app/features/calls/client/call-socket.ts'
import { liveChat, retainLiveChat } from '#app/features/messages/client/live-chat.ts'
import type { BroadcastProgress, BroadcastQuestion } from '#app/realtime/protocol/broadcast-events.ts'

type Watcher = {
  progress(progress: BroadcastProgress): void
  questions(questions: readonly BroadcastQuestion[]): void
  /** This person may not watch any more. */
  closed(): void
  piece(piece: { isStart: boolean; bytes: ArrayBuffer; taken: () => void }): void
}

/** How many parts of this tab follow each broadcast: its host's screen and its page share the socket. */
const following = new Map<string, number>()

/** Follows a broadcast by this tab's socket, anew after each loss of the connection. Returns what stops it. */
export function watchLive(broadcastId: string, watcher: Watcher): () => void {
  const release = retainLiveChat()
  const socket = liveChat().connection.socket as unknown as CallSocket
  let isOver = false
  following.set(broadcastId, (following.get(broadcastId) ?? 0) + 1)
  async function watch() {
    const answer = await askCall(socket, 'broadcast:watch', { broadcastId })
    if (isOver || !answer) return
    if (answer.ok) {
      watcher.progress(answer.progress)
      watcher.questions(answer.questions)
    } else if (answer.code === 'conflict')
      watcher.progress({ broadcastId, state: 'ended', endReason: null, viewers: 0 })
    else if (answer.code === 'not_found' || answer.code === 'forbidden') watcher.closed()
    else if (answer.retryAfterMs) setTimeout(() => isOver || void watch(), answer.retryAfterMs)
  }
  const isOurs = (told: { broadcastId: string }) => told.broadcastId === broadcastId
  const listeners = {
    connect: () => void watch(),
    'broadcast:progress': (progress: BroadcastProgress) => isOurs(progress) && watcher.progress(progress),
    'broadcast:question': (told: { broadcastId: string; question: BroadcastQuestion }) =>
      isOurs(told) && watcher.questions([told.question]),
    'broadcast:closed': (told: { broadcastId: string }) => isOurs(told) && watcher.closed(),
    'broadcast:piece': (told: { broadcastId: string; isStart: boolean }, bytes: ArrayBuffer, taken: () => void) =>
      isOurs(told) ? watcher.piece({ isStart: told.isStart, bytes, taken }) : taken(),
  } as const
  const entries = Object.entries(listeners) as [keyof typeof listeners, (...args: never[]) => void][]
  for (const [name, listener] of entries) socket.on(name, listener as never)
  if (socket.connected) void watch()
  return () => {
    isOver = true
    for (const [name, listener] of entries) socket.off(name, listener as never)
    const others = (following.get(broadcastId) ?? 1) - 1
    following.set(broadcastId, others)
    if (others === 0) void askCall(socket, 'broadcast:leave', { broadcastId })
    release()
  }
}
