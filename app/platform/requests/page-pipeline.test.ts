import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { type ActionFunctionArgs, createReadableStreamFromReadable, redirect, type ServerBuild } from '@remix-run/node'
import express from 'express'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiErrorResponse, errorText } from '#app/features/accounts/answer-api.server.ts'
import { briefPage } from '#app/features/site/brief-page.server.tsx'
import { env } from '#app/platform/env.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { eventually } from '#tests/setup/eventually.ts'
import { refuseBlocked } from './blocked-people.server.ts'
import { countConnections, limitConcurrency } from './concurrency-limit.server.ts'
import { oneAtATime } from './one-at-a-time.server.ts'
import { pagePipeline, refuseOtherMethods } from './page-pipeline.server.ts'
import { remixHandler, remixResponder } from './remix-handler.server.ts'
import { allowUpload, receiveBody } from './request-body.server.ts'
import { requestContextMiddleware } from './request-context.server.ts'
import { requestFailure } from './request-failure.server.ts'
import { hashSessionId, sessionCookie } from './session-cookie.server.ts'

const megabyte = 1_000_000
/** How many routes have run. */
let produced = 0
let ended = false
let failure = ''
/** The errors that Remix gives to be logged. */
const logged: unknown[] = []
/** How many requests for /counted have run. */
let counted = 0
/** The pages and actions that have started and wait for the test to release them. */
const held: string[] = []
let goOn = () => {}
let allowed = Promise.resolve()
beforeEach(() => {
  held.length = 0
  logged.length = 0
  allowed = new Promise<void>((ready) => {
    goOn = ready
  })
})
afterEach(() => goOn())

/** Records the `name` in the request's query, then waits until the test releases all. */
async function hold({ request }: { request: Request }): Promise<Response> {
  held.push(new URL(request.url).searchParams.get('name') ?? '')
  await allowed
  return new Response('held')
}

async function count(request: Request): Promise<number> {
  let bytes = 0
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Buffer>) bytes += chunk.length
  } catch (error) {
    failure = String(error)
    throw error
  }
  return bytes
}

/** Routes that read a body or a stream in each way that a route may. */
const routes: Record<string, object> = {
  address: { loader: ({ request }: { request: Request }) => new Response(request.url) },
  held: { loader: hold, action: hold },
  counted: {
    loader: () => {
      counted += 1
      return new Response('counted')
    },
  },
  ignores: { action: () => redirect('/') },
  form: {
    action: async ({ request }: ActionFunctionArgs) => new Response(String([...(await readForm(request))].length)),
  },
  counts: { action: async ({ request }: ActionFunctionArgs) => new Response(String(await count(request))) },
  upload: {
    action: async ({ request }: ActionFunctionArgs) => {
      allowUpload()
      return new Response(String(await count(request)))
    },
  },
  fails: {
    action: async ({ request }: ActionFunctionArgs) => {
      const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) })
      await pipeline(Readable.fromWeb(request.body as ReadableStream), full).catch(() => {})
      return new Response('gave up')
    },
  },
  stream: {
    loader: () => {
      const source = new Readable({
        read() {
          produced += 65_536
          this.push(produced < 200 * megabyte ? Buffer.alloc(65_536) : null)
        },
        destroy(error, done) {
          ended = true
          done(error)
        },
      })
      return new Response(createReadableStreamFromReadable(source))
    },
  },
}

function build(): ServerBuild {
  const all: Record<string, object> = { root: { id: 'root', path: '', module: {} } }
  for (const [id, module] of Object.entries(routes)) all[id] = { id, parentId: 'root', path: id, module }
  return {
    mode: 'test',
    routes: all,
    entry: { module: { default: () => new Response('a page'), handleError: (error: unknown) => logged.push(error) } },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: { v3_singleFetch: true },
    isSpaMode: false,
  } as unknown as ServerBuild
}

/** Cookies of sessions by name. `one` and `two` are one person's; each of the others has a person of its own. */
const cookies: Record<string, string> = {}
const owners = new Map<string, string>()

let http: Server
/** The server's ends of the connections, by the client's port: a socket forgets its ports when it closes. */
const inside = new Map<number | undefined, Socket>()
beforeAll(async () => {
  for (const name of ['one', 'two', 'other', 'stalled', 'left', 'colleague', 'sender']) {
    cookies[name] = (await sessionCookie.serialize(name)).split(';')[0] ?? ''
    owners.set(hashSessionId(name), name === 'two' ? 'one' : name)
  }
  const steps = [refuseOtherMethods, refuseBlocked, receiveBody, limitConcurrency]
  const pages = pagePipeline(steps, remixResponder(remixHandler(build())))
  const app = express()
    .set('trust proxy', 1)
    .use(requestContextMiddleware({ ofSession: (session) => owners.get(session) ?? null }), pages)
  http = createServer(oneAtATime(app.use(requestFailure({ api: apiErrorResponse, text: errorText, page: briefPage }))))
  countConnections(http)
  http.on('connection', (socket) => inside.set(socket.remotePort, socket))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
})
afterAll(() => {
  http.closeAllConnections()
  http.close()
})

/** One connection that writes raw bytes; `text` holds the response. */
function connection(...parts: Array<string | Buffer>) {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  const peer = { socket, port: -1, text: '', closed: false }
  socket.once('connect', () => {
    peer.port = socket.localPort ?? -1
  })
  socket.on('data', (chunk) => {
    peer.text += chunk
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    peer.closed = true
  })
  for (const part of parts) socket.write(part)
  return peer
}

const otherEnd = ({ port }: { port: number }) => inside.get(port)

type Head = { method?: string; session?: string; from?: string; length?: number; type?: string }
function head(path: string, { method = 'GET', session, from, length, type }: Head): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: x']
  if (from) lines.push(`X-Forwarded-For: ${from}`)
  if (session) lines.push(`Cookie: ${cookies[session] ?? session}`)
  if (type) lines.push(`Content-Type: ${type}`)
  if (length !== undefined) lines.push(`Content-Length: ${length}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
const get = (path: string, session?: string) => head(path, { session })
const post = (path: string, length: number, type = 'text/plain', session?: string) =>
  head(path, { method: 'POST', length, type, session })
const multipart = 'multipart/form-data; boundary=x'
const statuses = ({ text }: { text: string }) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)

it.each(['//evil.example/address', '/\\evil.example/address', 'http://evil.example/address', '//', '//[/'])(
  'stands at our own address, whatever address is asked for: %s',
  async (target) => {
    const peer = connection(get(target))
    await eventually(() => expect(peer.text).toContain('\r\n\r\n'))
    expect(peer.text).not.toContain('evil')
    expect(statuses(peer)).not.toContain('500')
    if (target.startsWith('http')) expect(peer.text).toContain(`${env.origin}/address`)
    peer.socket.destroy()
  },
)

it('asks Remix for no data in the way before single fetch, of which it logs errors', async () => {
  const peer = connection(get('/address?_data=other&name=a'))
  await eventually(() => expect(peer.text).toContain(`${env.origin}/address?name=a`))
  expect([statuses(peer), logged]).toEqual([['200'], []])
  peer.socket.destroy()
})

it.each(['text/plain', multipart])('answers the next request after an unread body: %s', async (type) => {
  const peer = connection(post('/ignores', 900_000, type, 'sender'), Buffer.alloc(900_000), get('/address'))
  await eventually(() => expect(statuses(peer)).toEqual(['302', '200']))
  peer.socket.destroy()
})

it('fails the reader of an upload when its sender disconnects', async () => {
  failure = ''
  const peer = connection(post('/counts', 500_000, multipart, 'sender'), Buffer.alloc(1000))
  peer.socket.setTimeout(100, () => peer.socket.destroy())
  await eventually(() => expect(failure).toContain('aborted'))
})

it('survives a route that stops reading an upload', async () => {
  const peer = connection(post('/fails', 800_000, multipart, 'sender'), Buffer.alloc(800_000), get('/address'))
  await eventually(() => expect(statuses(peer)).toEqual(['200', '200']))
  peer.socket.destroy()
})

it('keeps no form over a megabyte in memory, even if it claims to have files', async () => {
  const peer = connection(post('/form', 30 * megabyte, multipart, 'sender'))
  const chunk = Buffer.alloc(megabyte)
  for (let sent = 0; sent < 3; sent += 1) peer.socket.write(chunk)
  await eventually(() => expect(statuses(peer)).toEqual(['413']))
  await eventually(() => expect(peer.closed).toBe(true))
})

it('lets a larger body through to a route that streams it', async () => {
  const peer = connection(post('/upload', 3 * megabyte, multipart, 'sender'), Buffer.alloc(3 * megabyte))
  await eventually(() => expect(peer.text).toContain(String(3 * megabyte)))
  peer.socket.destroy()
})

it('ends the connection after a chunked body that was too large', async () => {
  const head = `POST /counts HTTP/1.1\r\nHost: x\r\nCookie: ${cookies.sender}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const chunk = Buffer.concat([Buffer.from('f4240\r\n'), Buffer.alloc(megabyte), Buffer.from('\r\n')])
  const peer = connection(head, chunk, chunk)
  await eventually(() => expect(statuses(peer)).toEqual(['413']))
  await eventually(() => expect(peer.closed).toBe(true))
})

it('streams at the pace of the client, and cancels the source when the client disconnects', async () => {
  const peer = connection(get('/stream'))
  peer.socket.pause()
  let before = -1
  await eventually(() => {
    const now = produced
    const still = now > 0 && now === before
    before = now
    expect(still).toBe(true)
  }, 100)
  expect(produced).toBeLessThan(50 * megabyte)
  peer.socket.destroy()
  await eventually(() => expect(ended).toBe(true))
})

describe('requests of one person', () => {
  it('run two at a time over all sessions, whatever content type a GET claims', async () => {
    const asked = ['1', '2', '3'].map((name) =>
      head(`/held?name=${name}`, { session: name === '2' ? 'two' : 'one', type: multipart, length: 0 }),
    )
    const peers = asked.map((text) => connection(text))
    await eventually(() => expect(held.length).toBe(2))
    peers.push(connection(get('/held?name=other', 'other')))
    await eventually(() => expect(held.at(-1)).toBe('other'))
    expect(held.length).toBe(3)
    goOn()
    await eventually(() => expect(peers.flatMap(statuses)).toEqual(['200', '200', '200', '200']))
    for (const { socket } of peers) socket.destroy()
  })

  it('do not wait for forms that never arrive', async () => {
    const stalled = [0, 1].map(() => connection(post('/form', 1000, 'text/plain', 'stalled'), 'the beginning'))
    const peer = connection(get('/address', 'stalled'))
    await eventually(() => expect(statuses(peer)).toEqual(['200']))
    expect(stalled.flatMap(statuses)).toEqual([])
    for (const { socket } of [...stalled, peer]) socket.destroy()
  })

  it('do not run once the client has gone', async () => {
    const first = [0, 1].map((name) => connection(get(`/held?name=${name}`, 'left')))
    await eventually(() => expect(held.length).toBe(2))
    const left = [
      connection(get('/held?name=page', 'left')),
      connection(post('/held?name=form', 4, 'text/plain', 'left'), 'form'),
    ]
    const last = connection(get('/held?name=last', 'left'))
    await eventually(() => expect([...left, last].every((peer) => (otherEnd(peer)?.bytesRead ?? 0) > 0)).toBe(true))
    const ends = left.map(otherEnd)
    for (const { socket } of left) socket.destroy()
    await eventually(() => expect(ends.every((end) => end?.destroyed)).toBe(true))
    goOn()
    await eventually(() => expect([...first, last].flatMap(statuses)).toEqual(['200', '200', '200']))
    expect(held.toSorted()).toEqual(['0', '1', 'last'])
    for (const { socket } of [...first, last]) socket.destroy()
  })
})

describe('requests of one connection', () => {
  it('run one after the other', async () => {
    const peer = connection(get('/held?name=1'), get('/held?name=2'), get('/held?name=3'))
    await eventually(() => expect(held).toEqual(['1']))
    goOn()
    await eventually(() => expect(statuses(peer)).toEqual(['200', '200', '200']))
    expect(held).toEqual(['1', '2', '3'])
    peer.socket.destroy()
  })

  it('do not start once it has closed', async () => {
    const peer = connection(get('/held?name=1'), get('/held?name=2'))
    await eventually(() => expect(held).toEqual(['1']))
    const end = otherEnd(peer)
    peer.socket.destroy()
    await eventually(() => expect(end?.destroyed).toBe(true))
    goOn()
    const other = connection(get('/address'))
    await eventually(() => expect(statuses(other)).toEqual(['200']))
    expect(held).toEqual(['1'])
    other.socket.destroy()
  })

  it.each(['end', 'destroy'] as const)(
    'do not hold others up, however many are sent before it closes: %s',
    async (close) => {
      const many = Array.from({ length: 1500 }, (_, n) => get(`/counted?a=${n}`)).join('')
      counted = 0
      const peer = connection(many)
      const end = await eventually(() => otherEnd(peer) ?? Promise.reject(new Error('not connected')))
      peer.socket[close]()
      await eventually(() => expect(end.destroyed).toBe(true))
      const other = connection(get('/address'))
      await eventually(() => expect(statuses(other)).toEqual(['200']))
      expect(counted).toBeLessThan(5)
      other.socket.destroy()
    },
  )

  it('are not even parsed once too many wait', async () => {
    const parsed: unknown[] = []
    const note = (request: unknown) => parsed.push(request)
    http.on('request', note)
    const peer = connection(Array.from({ length: 1500 }, (_, n) => get(`/counted?a=${n}`)).join(''))
    await eventually(() => expect(peer.closed).toBe(true))
    http.off('request', note)
    expect(parsed.length).toBeLessThan(50)
  })

  it('end it when too many wait', async () => {
    const peer = connection(...Array.from({ length: 22 }, (_, n) => get(`/held?name=${n}`)))
    await eventually(() => expect(peer.closed).toBe(true))
    expect(held.length).toBeLessThan(2)
  })
})

describe('requests of one address', () => {
  it('do not hold up a connection that was opened after theirs', async () => {
    counted = 0
    const burst = Array.from({ length: 200 }, () => connection(head('/counted', { from: '192.0.2.1' })))
    const other = connection(head('/address', { from: '192.0.2.2' }))
    let before = Number.POSITIVE_INFINITY
    other.socket.once('data', () => {
      before = counted
    })
    await eventually(() => expect(statuses(other)).toEqual(['200']))
    expect(before).toBeLessThan(100)
    await eventually(() => expect(counted).toBe(200))
    for (const { socket } of [...burst, other]) socket.destroy()
  })

  it('run eight at a time, sessions in turn, while other addresses go on', async () => {
    const ask = (name: string, more: Head = {}) =>
      connection(head(`/held?name=${name}`, { from: '192.0.2.1', ...more }))
    const peers = Array.from({ length: 8 }, (_, n) => ask(`${n}`))
    await eventually(() => expect(held.length).toBe(8))
    const burst = Array.from({ length: 12 }, (_, n) => ask(`burst${n}`))
    await eventually(() => expect(burst.every((peer) => (otherEnd(peer)?.bytesRead ?? 0) > 0)).toBe(true))
    peers.push(...burst, ask('colleague', { session: 'colleague' }))
    const other = ask('other', { from: '192.0.2.2' })
    await eventually(() => expect(held).toContain('other'))
    expect(held.length).toBe(9)
    goOn()
    await eventually(() => expect([...peers, other].flatMap(statuses)).toEqual(Array<string>(22).fill('200')))
    expect(held.indexOf('colleague')).toBeLessThan(12)
    for (const { socket } of [...peers, other]) socket.destroy()
  })
})
