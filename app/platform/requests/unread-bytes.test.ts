import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import express from 'express'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { eventually } from '#tests/setup/eventually.ts'
import { pagePipeline } from './page-pipeline.server.ts'
import { requestContextMiddleware } from './request-context.server.ts'
import { pageResponse } from './send-response.server.ts'

/** More than the system takes for a connection that reads nothing (sysctl net.ipv4.tcp_wmem, tcp_rmem). */
const long = 'x'.repeat(16_000_000)
const inside: Socket[] = []
const open: Socket[] = []
let http: Server
beforeAll(async () => {
  const pages = pagePipeline([], async ({ path }) =>
    path === '/stream' ? new Response(long) : pageResponse(long, { status: 200, headers: new Headers() }),
  )
  http = createServer(
    express()
      .set('trust proxy', 1)
      .use(requestContextMiddleware({ ofSession: () => null }), pages),
  )
  http.on('connection', (socket) => inside.push(socket))
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
})
afterAll(() => http.close())
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

/** Asks for a page and reads none of it; resolves once the server is sending it. */
async function slowReader(from: string, path = '/'): Promise<Socket> {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  open.push(socket)
  await new Promise((connected) => socket.once('connect', connected))
  socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n\r\n`)
  return eventually(() => {
    const end = inside.find(({ remotePort }) => remotePort === socket.localPort)
    if (!end || end.bytesWritten === 0) throw new Error('not sent yet')
    return end
  })
}

it.each(['/', '/stream'])('cuts off the slowest readers of an address, and no other address: %s', async (path) => {
  const other = await slowReader('192.0.2.2', path)
  const readers: Socket[] = []
  for (let count = 0; count < 6; count += 1) readers.push(await slowReader('192.0.2.1', path))
  await eventually(() =>
    expect(readers.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false, false, false]),
  )
  expect(other.destroyed).toBe(false)
})

it('gives readers thirty seconds in which they may read nothing', async () => {
  expect((await slowReader('192.0.2.3')).timeout).toBe(30_000)
})

it('counts nothing of what was read, however long it is', async () => {
  for (let count = 0; count < 6; count += 1) {
    const { port } = http.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Forwarded-For': '192.0.2.4' } })
    expect((await answer.text()).length).toBe(long.length)
  }
})
