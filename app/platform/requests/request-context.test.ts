import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requestContext, requestContextMiddleware } from './request-context.server.ts'

let http: Server
let left: (aborted: boolean) => void
beforeAll(async () => {
  const app = express().use(requestContextMiddleware({ ofSession: () => null }))
  app.get('/names', (_request, response) => {
    const { requestId, nonce } = requestContext()
    response.json([requestId, nonce])
  })
  // Asks for the signal only once the client has gone.
  app.get('/late', (_request, response) => {
    const context = requestContext()
    response.once('close', () => left(context.signal.aborted))
    response.flushHeaders()
  })
  http = createServer(app)
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
})
afterAll(() => {
  http.closeAllConnections()
  http.close()
})
const portOf = () => (http.address() as AddressInfo).port

it('gives each request an id and a nonce of its own', async () => {
  const ask = async () => (await fetch(`http://127.0.0.1:${portOf()}/names`)).json() as Promise<[string, string]>
  const given: Array<[string, string]> = []
  for (let round = 0; round < 30; round += 1) given.push(...(await Promise.all(Array.from({ length: 10 }, ask))))
  const [ids, nonces] = [given.map(([id]) => id), given.map(([, nonce]) => nonce)]
  expect(new Set([...ids, ...nonces]).size).toBe(600)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  for (const nonce of nonces) expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
})

it('aborts the signal of a client that left before anything asked for it', async () => {
  const gone = new Promise<boolean>((done) => {
    left = done
  })
  const socket = connect(portOf(), '127.0.0.1', () => socket.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n'))
  socket.once('data', () => socket.destroy())
  expect(await gone).toBe(true)
})
