import { connect, type Socket } from 'node:net'

export type Call = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
export type Answer = {
  status: number
  etag: string | null
  bytes: number
  /** Milliseconds from sending to the first and to the last byte. */
  firstByte: number
  ms: number
}
export type Connection = { ask: (call: Call) => Promise<Answer>; close: () => void }

/** Open keep-alive connections to a server on this machine. On plain sockets, because a client library costs more than a fast page. */
export function openConnections(port: number, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => open(port)))
}

async function open(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((opened, fail) => socket.once('connect', opened).once('error', fail))
  return { ask: (call) => ask(socket, call), close: () => socket.destroy() }
}

function ask(socket: Socket, call: Call): Promise<Answer> {
  return new Promise((answered, fail) => {
    const began = performance.now()
    let firstByte = 0
    let bytes = 0
    let head = ''
    let tail = ''
    let isWhole: (() => boolean) | null = null
    const onData = (data: Buffer) => {
      firstByte ||= performance.now() - began
      if (isWhole) bytes += data.length
      else {
        head += data.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end === -1) return
        bytes = head.length - end - 4
        tail = head.slice(end)
        head = head.slice(0, end)
        isWhole = endOf(
          head,
          () => bytes,
          () => tail,
        )
      }
      tail = (tail + data.toString('latin1', Math.max(0, data.length - 7))).slice(-7)
      if (!isWhole()) return
      finish()
      const etag = /\r\netag: ([^\r]+)/i.exec(head)?.[1] ?? null
      answered({ status: Number(head.slice(9, 12)), etag, bytes, firstByte, ms: performance.now() - began })
    }
    const finish = () => socket.off('data', onData).off('close', onClose)
    const onClose = () => {
      finish()
      fail(new Error(`${call.path}: the connection was closed`))
    }
    if (socket.destroyed) return onClose()
    socket.on('data', onData).once('close', onClose)
    socket.write(textOf(call))
  })
}

/** Whether the answer with this head is complete, by its length or, where that is unknown, its last chunk. */
function endOf(head: string, bytes: () => number, tail: () => string): () => boolean {
  if (/^HTTP\/1\.1 (204|304)/.test(head)) return () => true
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  return length === undefined ? () => tail().endsWith('\r\n0\r\n\r\n') : () => bytes() >= Number(length)
}

function textOf({ method = 'GET', path, headers = {}, body = '' }: Call): string {
  const all = {
    Host: 'localhost:3000',
    ...(method === 'POST'
      ? {
          Origin: 'http://localhost:3000',
          'Content-Type': 'application/x-www-form-urlencoded',
          'Content-Length': Buffer.byteLength(body),
        }
      : {}),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
