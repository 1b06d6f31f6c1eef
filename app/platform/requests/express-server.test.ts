import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { expressServer } from './express-server.server.ts'

it('makes requests and responses with the prototypes that Express sets, and with its methods', async () => {
  const { http, app } = expressServer({})
  const made: object[] = []
  const handled: object[] = []
  http.on('request', (request, response) => made.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response)))
  app.use((request, response) => {
    handled.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response))
    response.status(201).json({ path: request.path, type: request.get('x-type') })
  })
  http.on('request', app)
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const { port } = http.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/here?x=1`, { headers: { 'X-Type': 'test' } })
  expect([answer.status, await answer.json()]).toEqual([201, { path: '/here', type: 'test' }])
  expect(answer.headers.has('x-powered-by')).toBe(false)
  expect(made).toHaveLength(2)
  expect(made[0]).toBe(handled[0])
  expect(made[1]).toBe(handled[1])
  http.closeAllConnections()
  await new Promise((closed) => http.close(closed))
})
