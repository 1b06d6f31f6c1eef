import { io, type Socket } from 'socket.io-client'
import type { Answer, ClientEvents, ServerEvents } from '#app/realtime/protocol/socket-events.ts'
import { attemptsUntilFailed, retryDelay } from './retry-delay.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>
export type ConnectionState = 'connecting' | 'online' | 'offline' | 'failed'

/** The time-out of an acknowledgement and of connecting (ms). */
const timeout = 10_000

/** A websocket to the page's own server, with polling as a fallback. */
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
  /** Tries at once instead of waiting for the next attempt. */
  reconnect(): void
  stop(): void
  /** Sends an event and returns its acknowledgement, or null after a time-out or without a connection. */
  ask<Done extends object>(event: keyof ClientEvents, payload: unknown): Promise<Answer<Done> | null>
  emit(event: 'typing_start' | 'typing_stop', conversationId: string): void
}

/**
 * Keeps a socket connected: reconnects when it breaks, waits while the browser is offline, and checks the session when the
 * server refuses the connection.
 */
export function maintainConnection(
  socket: LiveSocket,
  on: {
    state(state: ConnectionState): void
    /** Called each time the socket has connected. */
    open(): void
    /** False if the session has ended, null if the server does not answer. */
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
  function scheduleAttempt(delay: number) {
    clearTimeout(timer)
    timer = setTimeout(attempt, delay)
  }
  function reconnect() {
    attempts = 0
    // The connection may have survived the interruption.
    if (socket.connected) return opened()
    on.state('connecting')
    // Abort a pending attempt, which would only end with its time-out.
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
    scheduleAttempt(retryDelay(attempts))
  }
  function closed(reason: string) {
    if (!running) return
    if (browser && !browser.navigator.onLine) return offline()
    on.state('connecting')
    scheduleAttempt(reason === 'io server disconnect' ? 300 : retryDelay(1))
  }
  function stop() {
    running = false
    clearTimeout(timer)
    socket.off('connect', opened).off('connect_error', refused).off('disconnect', closed)
    browser?.removeEventListener('online', reconnect)
    browser?.removeEventListener('offline', offline)
    socket.disconnect()
  }

  return {
    socket,
    start() {
      if (running) return
      running = true
      socket.on('connect', opened).on('connect_error', refused).on('disconnect', closed)
      browser?.addEventListener('online', reconnect)
      browser?.addEventListener('offline', offline)
      reconnect()
    },
    reconnect,
    stop,
    async ask(event, payload) {
      if (!socket.connected) return null
      try {
        const answer = await (socket as unknown as Socket).timeout(timeout).emitWithAck(event, payload)
        // The session may have ended while the connection survived an interruption.
        if (!answer.ok && answer.code === 'unauthenticated') void checkSession()
        return answer
      } catch {
        return null
      }
    },
    emit(event, conversationId) {
      if (socket.connected) socket.volatile.emit(event, { conversationId })
    },
  }
}
