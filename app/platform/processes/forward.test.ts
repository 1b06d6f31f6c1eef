import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from '#tests/setup/ask.ts'
import { forward, isForWriter, showClient } from './forward.server.ts'

function listening(server: Server, at: { port: number; host: string } | { path: string }): Promise<void> {
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return new Promise((done) => server.listen(at, done))
}

/** A renderer in front of a writer that handles requests so; without `handle` there is no writer. `silentFor` is in milliseconds. */
async function pair(handle?: RequestListener, silentFor?: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-writer-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'writer.sock')
  if (handle) {
    const writer = createServer((request, response) => {
      showClient(request)
      handle(request, response)
    })
    await listening(writer, { path })
  }
  const renderer = createServer((request, response) =>
    forward(request, response, {
      path,
      wait: 0,
      silentFor,
      away: () => void text(request).then((body) => response.writeHead(503).end(`away: ${body}`)),
      lost: () => response.writeHead(500).end('lost'),
    }),
  )
  await listening(renderer, { port: 0, host: '127.0.0.1' })
  return (renderer.address() as AddressInfo).port
}

it('passes on the method, the path, the headers and the body, and the answer with every cookie', async () => {
  const port = await pair((request, response) => {
    void text(request).then((body) => {
      const { method, url, headers } = request
      response.writeHead(303, [...['Set-Cookie', 'a=1'], ...['Set-Cookie', 'b=2'], ...['Location', '/there']])
      response.end(JSON.stringify({ method, url, type: headers['content-type'], body }))
    })
  })
  const answer = await ask(port, '/bids?x=%C3%A4', { form: { note: 'ä' } })
  expect(answer.status).toBe(303)
  expect(answer.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], location: '/there' })
  const type = 'application/x-www-form-urlencoded'
  expect(answer.json()).toEqual({ method: 'POST', url: '/bids?x=%C3%A4', type, body: 'note=%C3%A4' })
})

it('gives the writer the address of the client, whatever the client says', async () => {
  const port = await pair((request, response) =>
    response.end(`${request.socket.remoteAddress} ${request.headers['x-groundwork-peer']}`),
  )
  const headers = { 'X-Groundwork-Peer': '6.6.6.6', Connection: 'X-Groundwork-Peer' }
  expect((await ask(port, '/', { headers })).text).toBe('127.0.0.1 undefined')
})

it('passes an upload on while it arrives, and the answer before it has all arrived', async () => {
  const port = await pair((request, response) => {
    request.once('data', (piece) => response.writeHead(200).write(piece))
    request.on('end', () => response.end('end'))
  })
  const client = connect(port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nfirst')
  let received = ''
  await new Promise<void>((done) =>
    client.on('data', (piece) => {
      received += piece
      if (received.includes('first')) done()
    }),
  )
  client.write('later')
  await expect.poll(() => received).toContain('end')
})

it('tells the writer that the client has left', async () => {
  let left = () => {}
  const closed = new Promise<void>((done) => {
    left = done
  })
  const client = connect(
    await pair((_request, response) => {
      response.once('close', left)
      client.destroy()
    }),
    '127.0.0.1',
  )
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await closed
})

it('leaves a form unread when there is no writer', async () => {
  const answer = await ask(await pair(), '/', { form: { a: 'typed' } })
  expect([answer.status, answer.text]).toEqual([503, 'away: a=typed'])
})

it('says that an answer is lost when the writer ends before it, and cuts off one that has begun', async () => {
  const ending = await pair((request) => request.socket.destroy())
  expect((await ask(ending, '/', { form: { a: '1' } })).text).toBe('lost')
  const begun = await pair((request, response) => {
    response.writeHead(200, { 'Content-Length': 10 }).write('half')
    setImmediate(() => request.socket.destroy())
  })
  await expect(ask(begun, '/')).rejects.toThrow('aborted')
})

it('waits for a writer that stands still only for so long', async () => {
  expect((await ask(await pair(() => {}, 50), '/', { form: { a: '1' } })).text).toBe('lost')
  const begun = await pair((_request, response) => response.writeHead(200, { 'Content-Length': 10 }).write('half'), 50)
  await expect(ask(begun, '/')).rejects.toThrow('aborted')
})

it('keeps the connection of a client open, unless the writer closes it because it does not read the request', async () => {
  const kept = await ask(await pair((_request, response) => response.end()), '/', {
    headers: { Connection: 'keep-alive' },
  })
  expect(kept.headers.connection).toBe('keep-alive')
  const refusing = await pair((_request, response) => response.writeHead(413, { Connection: 'close' }).end())
  const body = Buffer.alloc(1000)
  const refused = await ask(refusing, '/', { body, headers: { Connection: 'keep-alive' } })
  expect([refused.status, refused.headers.connection]).toEqual([413, 'close'])
})

it.each([
  ['POST', '/theme', true],
  ['DELETE', '/api/files/1', true],
  ['GET', '/projects?x=/health', false],
  ['HEAD', '/', false],
  ['GET', '/socket.io/?EIO=4&transport=polling', true],
  ['GET', '/peerjs/id', true],
  ['GET', '/health', true],
  ['GET', '/metrics?x', true],
  ['GET', '/healthy', false],
])('sends %s %s to the writer: %s', (method, url, expected) => {
  expect(isForWriter({ method, url } as Parameters<typeof isForWriter>[0])).toBe(expected)
})
