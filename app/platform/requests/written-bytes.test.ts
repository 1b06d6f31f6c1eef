import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { messages } from '#db/schema/chat.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { socketServer } from '#tests/setup/socket-server.ts'
import { say } from '#tests/setup/sockets.ts'
import { countWritten, writtenPerDay } from './written-bytes.server.ts'

let server: TestServer
const { db, somebody, socketOf } = socketServer(async () => {
  server = await startServer()
  return server
})

it('one person cannot fill the disk with forms and messages, which have no quota of their own', async () => {
  const [flooder, other] = [somebody(), somebody()]
  const { id: conversationId } = createConversation(db, { members: [flooder, other] })
  const [theirs, others] = [await socketOf(flooder), await socketOf(other)]
  const message = () => ({ conversationId, clientId: randomUUID(), text: 'x'.repeat(10_000) })
  const { cookie } = await signedIn(flooder)
  const form = { name: flooder.actor.name, location: 'y'.repeat(10_000) }
  const headers = { Accept: 'text/html' }

  await countWritten(flooder.actor.id, writtenPerDay - 25_000)
  expect((await server.ask('/profile', { cookie, form, headers })).status).toBe(422)
  expect(await say(theirs, 'send_message', message())).toMatchObject({ ok: true })
  expect(await say(theirs, 'send_message', message())).toMatchObject({ ok: false, code: 'rate_limited' })
  const refused = await server.ask('/profile', { cookie, form, headers })
  expect([refused.status, Number(refused.headers['retry-after']) > 80_000]).toEqual([429, true])
  expect(refused.text).toContain(form.location)
  expect(refused.text).toContain('try again tomorrow')
  // They can still read, and others write.
  expect((await server.ask('/profile', { cookie, headers })).status).toBe(200)
  expect(await say(others, 'send_message', message())).toMatchObject({ ok: true })
  expect(db.select().from(messages).all()).toHaveLength(2)
})
