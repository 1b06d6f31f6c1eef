// Attacks on connections: what one client can do to HTTP itself.
import { createConnection, type Socket } from 'node:net'
import { ownOrigin } from '#tests/setup/ask.ts'
import { type Arena, type Attack, host, pause, repeat } from './attack.ts'

/** A connection that minds no error, because the server may well close it; null where it was refused. */
function connect({ port, from }: Arena): Promise<Socket | null> {
  return new Promise((done) => {
    const socket = createConnection({ host, port, ...(from ? { localAddress: from } : {}) })
    socket.once('connect', () => done(socket)).once('close', () => done(null))
    socket.on('error', () => socket.destroy())
  })
}

async function connectMany(arena: Arena, count: number): Promise<Socket[]> {
  const all = await Promise.all(Array.from({ length: count }, () => connect(arena)))
  return all.filter((socket) => socket !== null)
}

/** How many of these connections the server has closed. */
const closed = (sockets: Socket[]) =>
  `${sockets.filter(({ destroyed }) => destroyed).length} of ${sockets.length} closed`

const head = (method: string, path: string, ...headers: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`

const form = [`Origin: ${ownOrigin}`, 'Content-Type: application/x-www-form-urlencoded']
const chunked = 'Transfer-Encoding: chunked'

const pipelining: Attack = {
  name: 'pipelining: 20 × 1 500 requests, then close',
  async run(arena) {
    const requests = Array.from({ length: 1500 }, (_, number) => head('GET', `/login?a=${number}`)).join('')
    const sockets = await connectMany(arena, 20)
    await Promise.all(
      sockets.map(async (socket) => {
        await new Promise<void>((written) => {
          socket.once('close', () => written())
          socket.write(requests, () => written())
        })
        socket.destroy()
      }),
    )
    await pause(5000, arena.signal)
    return `${sockets.length * 1500} requests`
  },
}

/** Connections that ask for the same a few times, as often as one may at once, and read nothing. */
const slowReaders = (what: string, headOf: (arena: Arena, number: number) => string): Attack => ({
  name: `slow readers: 300 that read nothing of ${what}`,
  async run(arena) {
    const sockets = await connectMany(arena, 300)
    for (const [number, socket] of sockets.entries()) socket.pause().write(headOf(arena, number).repeat(9))
    await pause(6000, arena.signal)
    const text = closed(sockets)
    for (const socket of sockets) socket.destroy()
    return text
  },
})
const cookieOf = ({ attackers }: Arena, number: number) => `Cookie: ${attackers[number % attackers.length]?.cookie}`
const slowGuests = slowReaders('the first page', () => head('GET', '/'))
const slowPeople = slowReaders('a list of projects', (arena, number) =>
  head('GET', `/projects?view=open&q=${number}`, cookieOf(arena, number)),
)

/** Forms that are as long as one may be, without their last byte. */
const unfinished = (who: string, length: number, headersOf: (arena: Arena, number: number) => string[]): Attack => ({
  name: `500 forms lacking the last byte, ${who}`,
  async run(arena) {
    const sockets = await connectMany(arena, 500)
    const body = Buffer.alloc(length - 1, 'a')
    for (const [number, socket] of sockets.entries()) {
      const headers = [...form, ...headersOf(arena, number), `Content-Length: ${length}`]
      socket.resume().write(head('POST', '/login', ...headers))
      socket.write(body)
    }
    await pause(6000, arena.signal)
    const text = closed(sockets)
    for (const socket of sockets) socket.destroy()
    return text
  },
})

const crumbs: Attack = {
  name: 'bodies in pieces of one byte: 60 at a time',
  async run(arena) {
    // A packet of 64 KB, which Node reads at once.
    const sent = `${head('POST', '/login', ...form, chunked)}${'1\r\na\r\n'.repeat(10_900)}`
    let bodies = 0
    const one = async () => {
      const socket = await connect(arena)
      if (!socket) return
      const closes = new Promise((done) => socket.once('close', done))
      socket.resume().write(sent)
      bodies += 1
      await Promise.race([closes, pause(1000, arena.signal)])
      socket.destroy()
    }
    await Promise.all(Array.from({ length: 60 }, () => repeat(arena, one)))
    return `${bodies} bodies`
  },
}

const halfOpenHeaders: Attack = {
  name: 'half-open headers: 1 000, a byte each half second',
  async run(arena) {
    const sockets = await connectMany(arena, 1000)
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    await repeat(arena, async () => {
      await pause(500, arena.signal)
      for (const socket of sockets) if (socket.writable) socket.write('a')
    })
    const text = closed(sockets)
    for (const socket of sockets) socket.destroy()
    return text
  },
}

const parts = [`Origin: ${ownOrigin}`, 'Content-Type: multipart/form-data; boundary=b']
const broken = [
  `${head('POST', '/login', ...form, 'Content-Length: 1000')}email=a`,
  `${head('POST', '/login', ...form, chunked)}zz\r\nemail=a\r\n0\r\n\r\n`,
  `${head('POST', '/login', ...form, chunked)}fffffff\r\nemail=a`,
  `${head('POST', '/login', ...form, 'Content-Length: 5', chunked)}0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n`,
  `${head('POST', '/login', ...form, 'Content-Length: 9')}%ff%00%zz`,
  `${head('POST', '/login', ...form, 'Content-Length: 900000')}${'a=&'.repeat(300_000)}`,
  `${head('POST', '/api/upload', ...parts, 'Content-Length: 200')}--b\r\nContent-Disposition: form-data; name="fi`,
  `${head('POST', '/signup', ...parts, 'Content-Length: 90')}${'--b\r\n'.repeat(18)}`,
  `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  `GET /${'%2e%2e/'.repeat(1000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03not TLS\r\n\r\n',
]

const brokenBodies: Attack = {
  name: `broken bodies: ${broken.length} kinds, 10 at a time`,
  async run(arena) {
    let sent = 0
    const one = async () => {
      const socket = await connect(arena)
      if (!socket) return
      socket.resume().write(broken[sent++ % broken.length] ?? '', 'latin1')
      await Promise.race([new Promise((done) => socket.once('close', done)), pause(200, arena.signal)])
      socket.destroy()
    }
    await Promise.all(Array.from({ length: 10 }, () => repeat(arena, one)))
    return `${sent} requests`
  },
}

export const connectionAttacks = [
  pipelining,
  slowGuests,
  slowPeople,
  unfinished('by people', 1_000_000, (arena, number) => [cookieOf(arena, number)]),
  unfinished('by guests', 65_000, () => []),
  crumbs,
  halfOpenHeaders,
  brokenBodies,
]
