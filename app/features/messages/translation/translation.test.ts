import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { editMessage } from '#app/features/messages/edit-message.server.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'
import { env } from '#app/platform/env.server.ts'
import { askModel, type LanguageModel, languageModel } from '#app/platform/language-model.server.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { translateMessage } from './translate-message.server.ts'

type Asked = { path: string | undefined; key: string | undefined; body: { model: string; messages: unknown[] } }
type Reply = (answer: ServerResponse, count: number) => void
const completion = (content: unknown) =>
  JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] })
const says =
  (content: unknown): Reply =>
  (answer) =>
    answer.setHeader('Content-Type', 'application/json').end(completion(content))

/** A provider with the shape of OpenAI's API on this machine, which is the installation's until the test has finished. */
async function provider(reply: Reply) {
  const asked: Asked[] = []
  const server = createServer((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push({
        path: request.url,
        key: request.headers.authorization,
        body: JSON.parse(String(Buffer.concat(parts))),
      })
      reply(answer, asked.length)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  Object.assign(env, { AI_BASE_URL: `http://127.0.0.1:${port}/v1/`, AI_API_KEY: 'k-1', AI_MODEL: 'small' })
  onTestFinished(() => {
    Object.assign(env, { AI_BASE_URL: undefined, AI_API_KEY: undefined, AI_MODEL: undefined })
    server.closeAllConnections()
    server.close()
  })
  return { asked, host: `127.0.0.1:${port}`, model: languageModel() as LanguageModel }
}

function world() {
  const db = testDatabase()
  const [anna, bo, stranger] = [createPerson(db), createPerson(db), createPerson(db)]
  const id = createConversation(db, { members: [anna, bo] }).id
  const { id: messageId } = say(bo, id, 'Der Kran kommt morgen')
  return { db, anna, bo, stranger, id, messageId }
}
const refusal = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: { text: { key: string } }) => error.text.key,
  )

describe('a message', () => {
  it('is translated for its reader: only its text is sent, with the key', async () => {
    const { asked } = await provider(says('The crane comes tomorrow'))
    const { anna, messageId, id, bo } = world()
    expect(await translateMessage(anna, { messageId, locale: 'en' })).toBe('The crane comes tomorrow')
    expect(asked).toMatchObject([{ path: '/v1/chat/completions', key: 'Bearer k-1', body: { model: 'small' } }])
    const [instructions, text] = (asked[0]?.body.messages ?? []) as Array<{ content: string }>
    expect(instructions?.content).toContain('into English')
    expect(text).toEqual({ role: 'user', content: 'Der Kran kommt morgen' })
    for (const secret of [messageId, id, bo.actor.name, bo.actor.id])
      expect(JSON.stringify(asked)).not.toContain(secret)
  })

  it('is sent once an hour for each language and version, whoever reads it', async () => {
    const { asked } = await provider((answer, count) => says(`Answer ${count}`)(answer, count))
    const { anna, bo, messageId } = world()
    const ask = (who = anna, locale: 'en' | 'fi' = 'en') => translateMessage(who, { messageId, locale })
    expect(await Promise.all([ask(), ask(bo)])).toEqual(['Answer 1', 'Answer 1'])
    expect(await ask(anna, 'fi')).toBe('Answer 2')
    editMessage(bo, { messageId, text: 'Der Kran kommt nicht' })
    expect(await ask()).toBe('Answer 3')
    expect(await ask({ ...anna, now: anna.now + 3_600_001 })).toBe('Answer 4')
    expect(asked).toHaveLength(4)
  })

  it('is not sent for strangers, once it is unsent, or where there is no provider', async () => {
    const { asked } = await provider(says('Something'))
    const { anna, bo, stranger, messageId } = world()
    const ask = (who = anna) => refusal(translateMessage(who, { messageId, locale: 'en' }))
    expect(await ask(stranger)).toBe('chatrefused:noMessage')
    unsendMessage(bo, { messageId })
    expect(await ask()).toBe('chatrefused:gone')
    env.AI_MODEL = undefined
    expect(await ask()).toBe('translation:none')
    expect(asked).toEqual([])
  })

  it('can be asked for again after a failure, which is not kept', async () => {
    const { asked } = await provider((answer, count) =>
      count === 1 ? answer.writeHead(503).end() : says('Yes')(answer, count),
    )
    const { anna, messageId } = world()
    expect(await refusal(translateMessage(anna, { messageId, locale: 'en' }))).toBe('translation:failed')
    expect(asked).toHaveLength(1)
    expect(await translateMessage(anna, { messageId, locale: 'en' })).toBe('Yes')
  })
})

describe('a provider gives no answer', () => {
  const question = { instructions: 'Translate', text: 'Ja' }
  it.each<[string, Reply, string]>([
    ['that refuses the key', (answer) => answer.writeHead(401).end(completion('No')), 'status 401'],
    ['that has had enough', (answer) => answer.writeHead(429).end('{}'), 'status 429'],
    [
      'that leads elsewhere',
      (answer) => answer.writeHead(307, { Location: 'https://example.com/' }).end(),
      'TypeError',
    ],
    ['that answers no JSON', (answer) => answer.end('<html>'), 'SyntaxError'],
    ['that answers another JSON', (answer) => answer.end('{"choices":[]}'), 'ZodError'],
    ['that answers nothing', says(''), 'ZodError'],
    ['that answers a number', says(7), 'ZodError'],
    ['that answers too much', says('x'.repeat(300_000)), 'too long an answer'],
    ['that hangs up', (answer) => answer.destroy(), 'TypeError'],
    ['that is too slow', () => {}, 'TimeoutError'],
  ])('%s', async (_name, reply, reason) => {
    const { model, asked } = await provider(reply)
    await expect(askModel(model, question, { timeout: reason === 'TimeoutError' ? 200 : 10_000 })).rejects.toThrow(
      reason,
    )
    expect(asked).toHaveLength(1)
  })

  it('to a fifth question at once', async () => {
    const waiting: ServerResponse[] = []
    const { model, asked } = await provider((answer) => {
      waiting.push(answer)
      if (waiting.length === 4) for (const each of waiting) says('Yes')(each, 0)
    })
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => askModel(model, question)))
    expect(answers.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected'])
    expect(asked).toHaveLength(4)
  })
})

describe('the page', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  it('says where the text goes before it sends it, and shows the answer as text', async () => {
    const { asked, host } = await provider(says('<b>The</b> crane https://evil.example/'))
    const { anna, id, messageId } = world()
    const { cookie } = await signedIn(anna)
    const path = `/messages/${id}/messages/${messageId}/translation`
    expect((await server.ask(`/messages/${id}/messages/${messageId}`, { cookie })).text).toContain(path)
    const page = await server.ask(path, { cookie })
    expect([page.status, page.text.includes(`is sent to ${host}`), asked.length]).toEqual([200, true, 0])
    const answer = await server.ask(path, { cookie, form: { button: '' } })
    expect(answer.text).toContain('&lt;b&gt;The&lt;/b&gt; crane https://evil.example/')
    expect(answer.text).not.toContain('href="https://evil')
    expect(answer.text).toContain('Made by a program (small)')
    expect(asked).toHaveLength(1)
    expect((await server.ask('/privacy')).text).toContain(`its text is sent to ${host}`)
  })

  it('says that it failed, and offers to try again', async () => {
    await provider((answer) => answer.writeHead(500).end())
    const { anna, id, messageId } = world()
    const { cookie } = await signedIn(anna)
    const answer = await server.ask(`/messages/${id}/messages/${messageId}/translation`, {
      cookie,
      form: { button: '' },
    })
    expect([answer.status, answer.text.includes('The translation service gave no answer')]).toEqual([503, true])
    expect(answer.text).toContain('Translate into English')
  })

  it('offers nothing where there is no provider', async () => {
    const { anna, id, messageId } = world()
    const { cookie } = await signedIn(anna)
    const path = `/messages/${id}/messages/${messageId}`
    expect((await server.ask(path, { cookie })).text).not.toContain(`${path}/translation`)
    expect((await server.ask(`${path}/translation`, { cookie })).text).toContain('doesn’t translate messages')
    expect((await server.ask('/privacy')).text).not.toContain('which translates it on our behalf')
  })
})
