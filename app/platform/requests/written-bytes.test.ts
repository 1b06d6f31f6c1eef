import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createApiToken } from '#app/features/accounts/api/create-api-token.server.ts'
import { messages } from '#db/schema/chat.ts'
import { givePassword, testPassword } from '#tests/factories/accounts.ts'
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

it('a program counts as its person: for what it writes, and with the bodies that a person may send', async () => {
  const flooder = somebody()
  const { id: conversationId } = createConversation(db, { members: [flooder, somebody()] })
  await givePassword(flooder)
  const { token: personal } = await createApiToken(flooder, {
    ...{ name: 'Flood', scopes: ['messages:write'] as const, days: 30, password: testPassword },
  })
  const json = { 'Content-Type': 'application/json' }
  const credentials = JSON.stringify({ email: flooder.actor.email, password: testPassword })
  const login = await server.ask('/api/auth/login', { method: 'POST', headers: json, body: credentials })
  const { accessToken } = login.json() as { accessToken: string }
  const send = async (token: string) => {
    // As long as a message may be, in a spelling of JSON that takes six bytes for a character.
    const body = JSON.stringify({ clientId: randomUUID(), text: 'ä'.repeat(16_000) }).replaceAll('ä', '\\u00e4')
    const headers = { ...json, Authorization: `Bearer ${token}` }
    return (await server.ask(`/api/conversations/${conversationId}/messages`, { method: 'POST', headers, body })).status
  }
  expect([await send(personal), await send(accessToken), await send('gw_nobody’s'.slice(0, 9))]).toEqual([
    201, 201, 413,
  ])
  await countWritten(flooder.actor.id, writtenPerDay - 250_000)
  expect([await send(personal), await send(accessToken)]).toEqual([429, 429])
})
