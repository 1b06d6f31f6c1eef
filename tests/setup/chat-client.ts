import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import type { SendAnswer, SyncAnswer } from '#app/realtime/protocol/socket-events.ts'
import type { WireMessage } from '#app/realtime/protocol/wire-message.ts'
import { admitted, say, socketClient } from './sockets.ts'

export type Log = Map<number, { id: string; text: string }>
export type ChatClient = {
  userId: string
  /** This client's copy of each conversation, by `seq`. */
  logs: Map<string, Log>
  /** Acknowledged messages, in order. */
  sent: Array<{ conversationId: string; clientId: string; text: string }>
  problems: string[]
  cut(): void
  /** Stops sending; resolves once everything sent is acknowledged. */
  finish(): Promise<void>
  /** Catches up one last time and disconnects. */
  leave(): Promise<void>
}
type Options = {
  /** The server's current port. */
  port: () => number
  cookie: string
  userId: string
  conversationIds: string[]
  /** One in this many acknowledgements is lost. */
  loseOneOf: number
}

/**
 * A client that follows the protocol: it joins, catches up, accepts each message once by `seq`, catches up again when a
 * revision is missing, and resends unacknowledged messages with the same `clientId`.
 */
export function startChatClient({ port, cookie, userId, conversationIds, loseOneOf }: Options): ChatClient {
  const logs = new Map(conversationIds.map((id) => [id, new Map() as Log]))
  const revs = new Map(conversationIds.map((id) => [id, 0]))
  const syncing = new Map<string, Promise<void>>()
  const sent: ChatClient['sent'] = []
  const problems: string[] = []
  let socket: Socket | null = null
  let ready: Promise<Socket> | null = null
  let finishing = false
  let count = 0

  function apply(message: WireMessage): void {
    const { group_id: conversationId, seq, id, content: text } = message
    const log = logs.get(conversationId)
    if (!log) {
      problems.push(`a message of ${conversationId}, which is not ours`)
      return
    }
    const there = log.get(seq)
    if (there && there.id !== id) problems.push(`two messages at ${seq} of ${conversationId}`)
    log.set(seq, { id, text })
  }

  async function open(): Promise<Socket> {
    for (;;) {
      const next = socketClient(port(), { cookie })
      if (await admitted(next)) {
        listen(next)
        try {
          await catchUp(next)
          return next
        } catch {
          // The connection was cut while catching up, so it starts again.
        }
      }
      next.disconnect()
      await wait(50 + Math.random() * 100)
    }
  }

  function listen(next: Socket): void {
    const last = new Map<string, number>()
    next.on('new_message', (message: WireMessage) => {
      const { group_id: conversationId, seq, rev } = message
      if (seq <= (last.get(conversationId) ?? 0)) problems.push(`${seq} of ${conversationId} came out of order`)
      last.set(conversationId, seq)
      apply(message)
      const known = revs.get(conversationId) ?? 0
      if (rev === known + 1) revs.set(conversationId, rev)
      else if (rev > known) sync(next, conversationId).catch(() => undefined)
    })
    next.once('disconnect', () => {
      if (socket === next) socket = null
      ready = null
    })
  }

  async function catchUp(next: Socket): Promise<void> {
    const answer = await say(next, 'authenticate', { userId, userName: 'Chaos', revs: Object.fromEntries(revs) })
    if (!answer.ok) throw new Error(answer.message)
    for (const id of conversationIds) {
      const joined = await say(next, 'join_group', { groupId: id })
      if (!joined.ok) throw new Error(joined.message)
      await sync(next, id)
    }
  }

  function sync(next: Socket, conversationId: string): Promise<void> {
    const running = (syncing.get(conversationId) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => syncOnce(next, conversationId))
    syncing.set(conversationId, running)
    return running
  }

  async function syncOnce(next: Socket, conversationId: string): Promise<void> {
    for (let more = true; more; ) {
      const sinceRev = revs.get(conversationId) ?? 0
      const answer = await say(next, 'sync', { conversationId, sinceRev })
      if (!answer.ok) throw new Error(answer.message)
      const changes = answer as unknown as SyncAnswer
      if (changes.reset) problems.push('a sync that asks to load everything anew')
      for (const message of changes.messages) apply(message)
      revs.set(conversationId, Math.max(revs.get(conversationId) ?? 0, changes.rev))
      more = changes.more
    }
  }

  async function connection(): Promise<Socket> {
    ready ??= open()
    socket = await ready
    return socket
  }

  async function sendOne(): Promise<void> {
    count += 1
    const conversationId = conversationIds[count % conversationIds.length] as string
    const message = { conversationId, clientId: randomUUID(), text: `${userId} ${count}` }
    for (;;) {
      const answer = await connection()
        .then((to) => to.timeout(1500).emitWithAck('send_message', { ...message, type: 'text' }))
        .catch(() => null)
      if (answer?.ok && Math.random() * loseOneOf >= 1) {
        sent.push(message)
        if ((answer as SendAnswer).pending) problems.push('a message is pending')
        return
      }
      if (answer && !answer.ok && !['rate_limited', 'server_error'].includes(answer.code)) {
        problems.push(`refused: ${answer.code} ${answer.message}`)
        return
      }
      await wait(answer?.retryAfterMs ?? 50)
    }
  }

  async function sendAll(): Promise<void> {
    while (!finishing) {
      await sendOne()
      await wait(200 + Math.random() * 300)
    }
  }

  const sending = sendAll()
  return {
    userId,
    logs,
    sent,
    problems,
    cut: () => socket?.io.engine.close(),
    async finish() {
      finishing = true
      await sending
    },
    async leave() {
      const last = await connection()
      await catchUp(last)
      last.disconnect()
    },
  }
}
