import { getEventListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import express from 'express'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { apiErrorResponse, errorText } from '#app/features/accounts/answer-api.server.ts'
import { briefPage } from '#app/features/site/brief-page.server.tsx'
import { eventually } from '#tests/setup/eventually.ts'
import { limitConcurrency } from './concurrency-limit.server.ts'
import { pagePipeline } from './page-pipeline.server.ts'
import { allowUpload, receiveBody } from './request-body.server.ts'
import { requestContext, requestContextMiddleware } from './request-context.server.ts'
import { requestFailure } from './request-failure.server.ts'
import { sessionCookie } from './session-cookie.server.ts'

const cookie = (await sessionCookie.serialize('a session')).split(';')[0] ?? ''
/** Forms that have begun to run, by path. */
const running: string[] = []
/** Lets forms for `/held` end, in the order in which they began. */
const ends: Array<() => void> = []

let http: Server
beforeAll(async () => {
  const pages = pagePipeline([receiveBody, limitConcurrency], async (request) => {
    running.push(request.path)
    if (request.path === '/held')
      await new Promise<void>((end) => {
        ends.push(end)
      })
    if (request.path === '/upload') allowUpload()
    if (request.path === '/followers')
      return new Response(`followed by ${getEventListeners(requestContext().signal, 'abort').length}`)
    const whole: unknown = request.body
    return new Response(String(whole instanceof Buffer ? whole.length : (await text(whole as ReadableStream)).length))
  })
  // Each address has its own person, who may send longer forms than a guest.
  const app = express().set('trust proxy', 1)
  app.use((request, response, next) =>
    requestContextMiddleware({ ofSession: () => `person ${request.ip}` })(request, response, next),
  )
  http = createServer(app.use(pages, requestFailure({ api: apiErrorResponse, text: errorText, page: briefPage })))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
})
afterAll(() => http.close())

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
  for (const end of ends.splice(0)) end()
  running.length = 0
  vi.useRealTimers()
})

const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=b'
type Sent = { from?: string; length: number; path?: string; type?: string; cookie?: string | null }

/** A connection that has sent all of a form but its last byte. */
function unfinished({ from = '192.0.2.1', length, path = '/', type = form, cookie: own = cookie }: Sent) {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  const peer = { socket, text: '', closed: false, finish: () => socket.write('x') }
  open.push(socket)
  socket.on('data', (chunk) => {
    peer.text += chunk
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    peer.closed = true
  })
  const lines = [`POST ${path} HTTP/1.1`, 'Host: x', `X-Forwarded-For: ${from}`, `Content-Type: ${type}`]
  if (own) lines.push(`Cookie: ${own}`)
  socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n`)
  socket.write(Buffer.alloc(length - 1, 'x'))
  return peer
}
type Peer = ReturnType<typeof unfinished>
const statusOf = ({ text }: Peer) => /^HTTP\/1\.1 (\d+)/.exec(text)?.[1]
const many = (count: number, sent: (index: number) => Sent) =>
  Array.from({ length: count }, (_, n) => unfinished(sent(n)))
const answered = (...peers: Peer[]) => eventually(() => expect(peers.map(statusOf)).not.toContain(undefined))
const refused = (peers: Peer[]) => peers.filter((peer) => statusOf(peer))

it('keeps 8 MB of one address that never ends its forms; the oldest are refused and closed', async () => {
  const hoard = many(24, () => ({ length: 500_000 }))
  await eventually(() => expect(refused(hoard).length).toBeGreaterThanOrEqual(8))
  expect(new Set(refused(hoard).map(statusOf))).toEqual(new Set(['429']))
  await eventually(() => expect(refused(hoard).every(({ closed }) => closed)).toBe(true))
  const colleague = unfinished({ length: 2000 })
  const other = unfinished({ from: '192.0.2.2', length: 900_000 })
  for (const peer of [colleague, other]) peer.finish()
  await answered(colleague, other)
  expect([colleague, other].map(statusOf)).toEqual(['200', '200'])
  expect(refused(hoard).length).toBeLessThanOrEqual(9)
})

it('keeps 64 MB of all addresses together; the one that has most gives way', async () => {
  const hoard = many(90, (n) => ({ from: `198.51.100.${n % 12}`, length: 900_000 }))
  await eventually(() => expect(refused(hoard).length).toBeGreaterThanOrEqual(18))
  expect(new Set(refused(hoard).map(statusOf))).toEqual(new Set(['503']))
  const other = unfinished({ from: '192.0.2.2', length: 900_000 })
  other.finish()
  await answered(other)
  expect(statusOf(other)).toBe('200')
})

it('leaves nothing of a form that has arrived with the signal of its request, which lives longer', async () => {
  const peer = unfinished({ path: '/followers', length: 83_000, type: 'application/octet-stream' })
  peer.finish()
  await answered(peer)
  expect(peer.text).toContain('followed by 0')
})

it('counts nothing of forms that were given up', async () => {
  for (let round = 0; round < 3; round += 1) {
    const given = many(15, () => ({ length: 500_000 }))
    const last = unfinished({ from: '192.0.2.3', length: 10 })
    last.finish()
    await answered(last)
    for (const { socket } of given) socket.destroy()
    await eventually(() => expect(given.every(({ closed }) => closed)).toBe(true))
    expect(refused(given)).toEqual([])
  }
})

it('lets forms that wait for their turn give way, and none that runs', async () => {
  const first = unfinished({ length: 900_000, path: '/held' })
  first.finish()
  await eventually(() => expect(running).toEqual(['/held']))
  const second = unfinished({ length: 900_000, path: '/held' })
  second.finish()
  await eventually(() => expect(running).toEqual(['/held', '/held']))
  const waiting = many(9, (n) => ({ length: 900_000, path: `/waiting/${n}` }))
  for (const peer of waiting) peer.finish()
  await eventually(() => expect(refused(waiting).length).toBeGreaterThanOrEqual(3))
  expect(refused(waiting).map(statusOf)).toEqual(['429', '429', '429'])
  expect([first, second].map(statusOf)).toEqual([undefined, undefined])
  for (const end of ends) end()
  await answered(first, second)
  expect([first, second].map(statusOf)).toEqual(['200', '200'])
})

it('gives a form thirty seconds to arrive, an upload that is not allowed as long, and an allowed one longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const peers = [
    unfinished({ length: 100 }),
    unfinished({ length: 100, type: multipart, path: '/not-allowed' }),
    unfinished({ length: 100, type: multipart, path: '/upload' }),
  ] as const
  const [form, other, upload] = peers
  await eventually(() => expect(running.toSorted()).toEqual(['/not-allowed', '/upload']), 10)
  await vi.advanceTimersByTimeAsync(31_000)
  await answered(form, other)
  expect([statusOf(form), statusOf(other), statusOf(upload)]).toEqual(['408', '408', undefined])
  upload.finish()
  await answered(upload)
  expect(statusOf(upload)).toBe('200')
})

it.each([null, 'session=made-up.signature'])('takes 64 KB from a guest (%s), and no files', async (guest) => {
  const long = unfinished({ length: 70_000, cookie: guest })
  const files = unfinished({ length: 70_000, type: multipart, cookie: guest, path: '/upload' })
  const short = unfinished({ length: 60_000, cookie: guest })
  const person = unfinished({ length: 70_000 })
  for (const peer of [short, person]) peer.finish()
  await answered(long, files, short, person)
  expect([long, files, short, person].map(statusOf)).toEqual(['413', '413', '200', '200'])
})

it('refuses a form with more fields than any of ours before it is parsed', async () => {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  open.push(socket)
  const body = 'a=&'.repeat(2001)
  socket.write(
    `POST /fields HTTP/1.1\r\nHost: x\r\nContent-Type: ${form}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413/)
  expect(running).toEqual([])
})
