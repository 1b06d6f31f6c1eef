import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { eventually } from '#tests/setup/eventually.ts'
import { oneAtATime } from './one-at-a-time.server.ts'

let http: Server
beforeAll(async () => {
  http = createServer(
    oneAtATime((request, response) => {
      // An unread request has not been answered when its body arrives.
      if (request.url !== '/read') return
      text(request).then(
        (body) => response.end(String(body.length)),
        () => response.destroy(),
      )
    }),
  )
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
})
afterAll(() => {
  http.closeAllConnections()
  http.close()
})

/** Node's parser of a connection, which calls the function of this name for each piece of a body. */
type CountedParser = { constructor: { kOnBody: number }; [name: number]: ((...piece: unknown[]) => void) | undefined }

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

function connection(sent: string) {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  const peer = { socket, text: '', closed: false }
  open.push(socket)
  socket.on('data', (chunk) => {
    peer.text += chunk
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    peer.closed = true
  })
  socket.write(sent)
  return peer
}

const head = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`
const chunks = (size: number, count: number) => `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`.repeat(count)
const unanswered = 'GET /unread HTTP/1.1\r\nHost: x\r\n\r\n'

it.each([
  ['is read', head('POST', '/read')],
  ['nobody reads', head('GET', '/unread')],
  ['waits behind another', unanswered + head('POST', '/read')],
])('closes a connection when a request that %s has each byte in a chunk of its own', async (_which, before) => {
  const peer = connection(before + chunks(1, 5000))
  await eventually(() => expect(peer.closed).toBe(true))
  expect(peer.text).toBe('')
})

it('stops Node within the packet of such a request', async () => {
  let pieces = 0
  const count = ({ socket }: IncomingMessage) => {
    const { parser } = socket as Socket & { parser: CountedParser }
    const { kOnBody } = parser.constructor
    const onBody = parser[kOnBody]
    parser[kOnBody] = function (...piece) {
      pieces += 1
      onBody?.apply(this, piece)
    }
    socket.once('close', () => {
      parser[kOnBody] = onBody
    })
  }
  http.once('request', count)
  const peer = connection(head('POST', '/read') + chunks(1, 5000))
  await eventually(() => expect(peer.closed).toBe(true))
  expect(pieces).toBeGreaterThan(0)
  expect(pieces).toBeLessThan(500)
})

it('takes a long body in chunks as small as networks deliver them, and a short one in single bytes', async () => {
  const peer = connection(`${head('POST', '/read') + chunks(500, 2000)}0\r\n\r\n`)
  await eventually(() => expect(peer.text).toContain('\r\n\r\n1000000'))
  peer.socket.write(`${head('POST', '/read') + chunks(1, 200)}0\r\n\r\n`)
  await eventually(() => expect(peer.text).toContain('\r\n\r\n200'))
  expect(peer.closed).toBe(false)
})

it('reads the next bodies whole after it has closed a connection', async () => {
  const peer = connection(head('POST', '/read') + chunks(1, 5000))
  await eventually(() => expect(peer.closed).toBe(true))
  const { port } = http.address() as AddressInfo
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => fetch(`http://127.0.0.1:${port}/read`, { method: 'POST', body: 'whole' })),
  )
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['5', '5', '5', '5'])
})
