import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { eventually } from '#tests/setup/eventually.ts'
import { dispatchUpgrades, refuseUpgrade } from './upgrades.server.ts'

it.each([
  ['that nobody takes', '404 Not Found', '/nowhere'],
  ['that its handler refuses', '401 Unauthorized', '/refused'],
])('closes the connection of an upgrade %s, even if the client keeps its side open', async (_which, status, path) => {
  const http = createServer()
  const inside = vi.fn()
  http.on('connection', (socket) => socket.on('close', inside))
  dispatchUpgrades(http, ({ url }, socket) => {
    if (url !== '/refused') return false
    refuseUpgrade(socket, '401 Unauthorized')
    return true
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const client = connect({ port: (http.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  client.on('error', () => {})
  client.on('data', (chunk) => {
    answer += chunk
  })
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  await eventually(() => expect(inside).toHaveBeenCalled())
  await eventually(() => expect(answer).toContain(`HTTP/1.1 ${status}`))
  client.destroy()
  http.close()
})
