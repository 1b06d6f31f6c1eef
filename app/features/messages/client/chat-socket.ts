/**
 * What the chat uses of a Socket.IO client, whose own is 13 KB gzipped and loads on every page: one namespace, events and their
 * acknowledgements as JSON, over a websocket. Engine.IO protocol 4, Socket.IO protocol 5. Where no websocket opens, Engine.IO's own
 * client is loaded for long polling.
 */
export type ChatSocket = {
  readonly connected: boolean
  connect(): void
  disconnect(): void
  on(event: string, listener: Listener): ChatSocket
  off(event: string, listener: Listener): ChatSocket
  /** Sent if there is a connection, else dropped. */
  volatile: { emit(event: string, payload: unknown): void }
  /** The acknowledgement; rejected after `ms`, or when the connection breaks. */
  timeout(ms: number): { emitWithAck(event: string, payload: unknown): Promise<unknown> }
}

// biome-ignore lint/suspicious/noExplicitAny: each event has parameters of its own
type Listener = (...given: any[]) => void
/** `closed` is called once, also if it never opened. */
type On = { opened(): void; packet(packet: string): void; closed(): void }
type Channel = { send(packet: string): void; close(): void }
export type OpenChannel = (on: On) => Channel

/** Opened by `channels` in this order: the next where the one before does not open. `connectWithin` (ms) is for all of them. */
export function chatSocket(channels: readonly OpenChannel[], connectWithin: number): ChatSocket {
  const listeners = new Map<string, Set<Listener>>()
  const awaited = new Map<number, (answer: unknown, failure?: Error) => void>()
  let channel: Channel | null = null
  let deadline: ReturnType<typeof setTimeout> | undefined
  let connected = false
  let asked = 0

  const tell = (event: string, ...given: unknown[]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...given)
  }

  /** Ends the connection, or the attempt to connect. */
  function end(event: 'disconnect' | 'connect_error' | null, reason: unknown) {
    const closing = channel
    channel = null
    connected = false
    clearTimeout(deadline)
    closing?.close()
    for (const settle of [...awaited.values()]) settle(null, new Error('disconnected'))
    if (event) tell(event, reason)
  }

  function open([first, ...others]: readonly OpenChannel[]) {
    if (!first) return end('connect_error', new Error('no connection'))
    let isOpen = false
    const current: Channel = first({
      opened() {
        isOpen = true
        if (channel === current) current.send('0')
      },
      packet: (packet) => channel === current && receive(packet),
      closed() {
        if (channel !== current) return
        if (connected) end('disconnect', 'transport close')
        else if (isOpen) end('connect_error', new Error('closed'))
        else open(others)
      },
    })
    channel = current
  }

  /** CONNECT, DISCONNECT, EVENT, ACK and CONNECT_ERROR of the protocol. */
  function receive(packet: string) {
    const content = packet.slice(1)
    if (packet[0] === '0') {
      clearTimeout(deadline)
      connected = true
      tell('connect')
    } else if (packet[0] === '1') end('disconnect', 'io server disconnect')
    else if (packet[0] === '2') {
      const [event, ...given] = JSON.parse(content.slice(content.indexOf('['))) as [string, ...unknown[]]
      tell(event, ...given)
    } else if (packet[0] === '3') {
      const begin = content.indexOf('[')
      awaited.get(Number(content.slice(0, begin)))?.((JSON.parse(content.slice(begin)) as unknown[])[0])
    } else if (packet[0] === '4') end('connect_error', new Error((JSON.parse(content) as { message: string }).message))
  }

  const socket: ChatSocket = {
    get connected() {
      return connected
    },
    connect() {
      if (channel) return
      deadline = setTimeout(end, connectWithin, 'connect_error', new Error('timeout'))
      open(channels)
    },
    disconnect() {
      if (connected) channel?.send('1')
      end(connected ? 'disconnect' : null, 'io client disconnect')
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return socket
    },
    off(event, listener) {
      listeners.get(event)?.delete(listener)
      return socket
    },
    volatile: {
      emit(event, payload) {
        if (connected) channel?.send(`2${JSON.stringify([event, payload])}`)
      },
    },
    timeout: (ms) => ({
      emitWithAck: (event, payload) =>
        new Promise((resolve, reject) => {
          if (!connected || !channel) return reject(new Error('not connected'))
          const id = asked
          asked += 1
          const settle = (answer: unknown, failure?: Error) => {
            clearTimeout(timer)
            awaited.delete(id)
            if (failure) reject(failure)
            else resolve(answer)
          }
          const timer = setTimeout(settle, ms, null, new Error('timeout'))
          awaited.set(id, settle)
          channel.send(`2${id}${JSON.stringify([event, payload])}`)
        }),
    }),
  }
  return socket
}

/** Engine.IO over a websocket. It closes when the server's pings stop, and when the browser goes offline. */
export const webSocketChannel =
  (make: () => WebSocket): OpenChannel =>
  (on) => {
    const socket = make()
    const browser = typeof window === 'undefined' ? null : window
    let silence: ReturnType<typeof setTimeout> | undefined
    let patience = 0
    let isOver = false
    function close() {
      if (isOver) return
      isOver = true
      clearTimeout(silence)
      browser?.removeEventListener('offline', close)
      socket.onmessage = null
      socket.close()
      on.closed()
    }
    function wait() {
      clearTimeout(silence)
      if (patience > 0) silence = setTimeout(close, patience)
    }
    socket.onclose = close
    socket.onerror = close
    socket.onmessage = ({ data }) => {
      const packet = String(data)
      if (packet[0] === '0') {
        const { pingInterval, pingTimeout } = JSON.parse(packet.slice(1)) as {
          pingInterval: number
          pingTimeout: number
        }
        patience = pingInterval + pingTimeout
        on.opened()
      } else if (packet[0] === '1') return close()
      else if (packet[0] === '2') socket.send(`3${packet.slice(1)}`)
      else if (packet[0] === '4') on.packet(packet.slice(1))
      wait()
    }
    browser?.addEventListener('offline', close)
    return { send: (packet) => socket.send(`4${packet}`), close }
  }

/** Long polling, by Engine.IO's own client; of the page's server, or of another. */
export const pollingChannel =
  (server?: string, options?: object): OpenChannel =>
  (on) => {
    let stop: (() => void) | null = null
    let send = (_: string) => {}
    let isOver = false
    function close() {
      if (isOver) return
      isOver = true
      stop?.()
      on.closed()
    }
    import('engine.io-client').then(({ Socket }) => {
      if (isOver) return
      const given = { path: '/socket.io/', transports: ['polling'], ...options }
      const engine = server ? new Socket(server, given) : new Socket(given)
      stop = () => engine.close()
      send = (packet) => engine.send(packet)
      engine.on('open', on.opened)
      engine.on('message', (packet) => on.packet(String(packet)))
      engine.on('close', close)
    }, close)
    return { send: (packet) => send(packet), close }
  }
