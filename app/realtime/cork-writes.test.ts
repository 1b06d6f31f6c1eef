import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sendMessages } from '#app/features/messages/send-message.server.ts'
import type { WireMessage } from '#app/realtime/protocol/wire-message.ts'
import type { Database } from '#db/client.server.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { heard, openSocket, say } from '#tests/setup/sockets.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer({ pages: false })
})
afterAll(() => server.stop())

it('sends a burst of fifty messages in two writes: the first alone, and then all the others', async () => {
  const author = createPerson(db, { now: Date.now() })
  const { id } = createConversation(db, { members: [author] })
  const reader = await openSocket(server.port, await signedIn(author))
  await say(reader, 'join_group', { groupId: id })
  const texts = Array.from({ length: 50 }, (_, index) => `Message ${index}`)
  const arrived: string[] = []
  reader.on('new_message', ({ content }: WireMessage) => arrived.push(content))
  const last = heard<WireMessage>(reader, 'new_message', ({ content }) => content === texts.at(-1))
  const writes = vi.spyOn(Socket.prototype as Required<Pick<Socket, '_writev'>>, '_writev')

  sendMessages(texts.map((text) => ({ ctx: author, input: { conversationId: id, text, clientId: randomUUID() } })))
  await last

  expect(writes).toHaveBeenCalledTimes(2)
  expect(arrived).toEqual(texts)
  writes.mockRestore()
  reader.disconnect()
})
