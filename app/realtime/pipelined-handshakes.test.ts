import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { testDatabase } from '#tests/setup/database.ts'
import { eventually } from '#tests/setup/eventually.ts'
import { startServer } from '#tests/setup/server.ts'

it('closes a connection that pipelines handshakes, as it does for pages', async () => {
  testDatabase()
  const server = await startServer({ pages: false })
  const socket = connect(server.port, '127.0.0.1')
  let answers = ''
  const closed = vi.fn()
  socket.on('error', () => {})
  socket.on('close', closed)
  socket.on('data', (chunk) => {
    answers += chunk
  })
  socket.write('GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500))
  await eventually(() => expect(closed).toHaveBeenCalled())
  expect(answers).toBe('')
  await server.stop()
})
