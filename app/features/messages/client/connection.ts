import { io, type Socket } from 'socket.io-client'
import type { Answer, ClientEvents, ServerEvents } from '#app/realtime/protocol/socket-events.ts'
import { attemptsUntilFailed, retryDelay } from './retry-delay.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>
export type ConnectionState = 'connecting' | 'online' | 'offline' | 'failed'

/** How long an answer, or a connection, is waited for (ms). */
const timeout = 10_000

/** A websocket to the server that the page came from; polling where a network lets none through. */
export function pageSocket(): LiveSocket {
  return io({
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    autoConnect: false,
    reconnection: false,
    timeout,
  })
}

export type Connection = {
  socket: LiveSocket
  start(): void
  /** Tries at once, whatever it is waiting for. */
  reconnect(): void
  stop(): void
  /** The answer, or null when none came in time or the connection broke. */
  ask<Done extends object>(event: keyof ClientEvents, payload: unknown): Promise<Answer<Done> | null>
  tell(event: 'typing_start' | 'typing_stop', conversationId: string): void
}

/**
 * Keeps a socket open: tries again when it breaks, waits while the browser is offline, and asks whether the session is still
 * there when the server closes it or lets it in no more.
 */
export function keepConnected(
  socket: LiveSocket,
  on: {
    state(state: ConnectionState): void
    /** Each time it has opened. */
    open(): void
    /** False when the session has ended, null when nobody answers. */
    signedIn(): Promise<boolean | null>
    signedOut(): void
  },
): Connection {
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  const browser = typeof window === 'undefined' ? null : window

  function attempt() {
    clearTimeout(timer)
    if (running && !socket.connected) socket.connect()
  }
  function later(delay: number) {
    clearTimeout(timer)
    timer = setTimeout(attempt, delay)
  }
  function goOn() {
    attempts = 0
    // Not every interruption of the network breaks what was open.
    if (socket.connected) return opened()
    on.state('connecting')
    // An attempt that the network broke off would wait out its time.
    socket.disconnect()
    attempt()
  }
  function offline() {
    clearTimeout(timer)
    on.state('offline')
  }
  async function checkSession() {
    if ((await on.signedIn()) !== false || !running) return
    stop()
    on.state('offline')
    on.signedOut()
  }
  function opened() {
    attempts = 0
    on.state('online')
    on.open()
  }
  function refused() {
    if (!running) return
    attempts += 1
    if (attempts === 1) void checkSession()
    if (browser && !browser.navigator.onLine) return offline()
    on.state(attempts >= attemptsUntilFailed ? 'failed' : 'connecting')
    later(retryDelay(attempts))
  }
  function closed(reason: string) {
    if (!running) return
    if (browser && !browser.navigator.onLine) return offline()
    on.state('connecting')
    later(reason === 'io server disconnect' ? 300 : retryDelay(1))
  }
  function stop() {
    running = false
    clearTimeout(timer)
    socket.off('connect', opened).off('connect_error', refused).off('disconnect', closed)
    browser?.removeEventListener('online', goOn)
    browser?.removeEventListener('offline', offline)
    socket.disconnect()
  }

  return {
    socket,
    start() {
      if (running) return
      running = true
      socket.on('connect', opened).on('connect_error', refused).on('disconnect', closed)
      browser?.addEventListener('online', goOn)
      browser?.addEventListener('offline', offline)
      goOn()
    },
    reconnect: goOn,
    stop,
    async ask(event, payload) {
      if (!socket.connected) return null
      try {
        const answer = await (socket as unknown as Socket).timeout(timeout).emitWithAck(event, payload)
        // A connection that outlived an interruption may have outlived its session too.
        if (!answer.ok && answer.code === 'unauthenticated') void checkSession()
        return answer
      } catch {
        return null
      }
    },
    tell(event, conversationId) {
      if (socket.connected) socket.volatile.emit(event, { conversationId })
    },
  }
}
