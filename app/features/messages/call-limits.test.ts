import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import { consumePoint, type RateLimit, rateLimits } from '#app/platform/rate-limit.server.ts'
import type { Database } from '#db/client.server.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import type { Answer, Ask } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { sendMessage } from './send-message.server.ts'

let db: Database
let server: TestServer
let person: UserContext
let cookie: string
let id: string
let openGroup: string
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  person = createPerson(db)
  cookie = (await signedIn(person)).cookie
  id = createConversation(db, { members: [person] }).id
  openGroup = createConversation(db, { members: [createPerson(db)], privacy: 'public' }).id
})

const script = { Accept: 'application/json' }
const page = { Accept: 'text/html' }
const call = (path: string, { headers, ...options }: Ask = {}) => server.ask(path, { cookie, ...options, headers })
const post = (path: string, form: Record<string, string> = {}, accept = script) => {
  const headers = { ...accept, 'Content-Type': 'application/x-www-form-urlencoded', Origin: env.origin }
  return call(path, { method: 'POST', body: new URLSearchParams(form).toString(), headers })
}
const rows = () => db.$client.prepare('SELECT count(*) FROM rate_limits').pluck().get()

/** The page without its scripts. */
const shown = ({ text }: Answer) => text.replaceAll(/<script.*?<\/script>/gs, '')

const fast = {
  en: 'That was too quick. Please wait a moment and try again.',
  fi: 'Liian monta pyyntöä peräkkäin. Odota hetki ja yritä uudelleen.',
}

/** Matches a `Refresh` header with this URL. */
const renewed = (address: string) => new RegExp(`^[1-9]\\d*; url=${address}$`)

/** Consumes points directly, because a slow machine could take longer for that many calls than the limit's period. */
async function spend(limit: RateLimit, points: number): Promise<void> {
  for (let spent = 0; spent < points; spent += 1)
    await consumePoint(db.$client, limit, person.actor.id).catch(() => undefined)
}

/** The response to the first call beyond the limit. */
async function refusalAfter(limit: RateLimit, ask: () => Promise<Answer>): Promise<Answer> {
  await ask()
  await spend(limit, limit.points - 2)
  expect((await ask()).status).toBeLessThan(429)
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  return refused
}

describe('too many requests', () => {
  const { chatPage, chatRead, chatChange, fileRead } = rateLimits

  it.each([
    ['the list', () => '/api/conversations'],
    ['messages', () => `/api/conversations/${id}/messages`],
    ['people', () => '/api/users'],
  ])('to the API (%s) are refused in its envelope, in the language of the caller, without a write', async (_, path) => {
    const before = rows()
    const headers = { 'Accept-Language': 'fi' }
    const refused = await refusalAfter(chatRead, () => call(path(), { headers }))
    expect(refused.json()).toEqual({ success: false, error: fast.fi, code: 'rate_limited' })
    expect(rows()).toBe(before)
  })

  it.each([
    ['the list', () => '/messages/panel'],
    ['a conversation', () => `/messages/${id}/panel`],
    ['a search', () => `/messages/${id}/panel?search=roof`],
  ])('by scripts (%s) are refused in JSON', async (_, path) => {
    const refused = await refusalAfter(chatRead, () => call(path(), { headers: script }))
    expect(refused.json()).toEqual({ ok: false, message: fast.en, code: 'rate_limited' })
  })

  it.each([
    ['/messages'],
    ['/messages/groups'],
    ['/messages/new'],
    ['/messages/groups/new'],
    ['/status'],
    ['/messages/{id}'],
    ['/messages/{id}/frame'],
    ['/messages/{id}/details'],
    ['/messages/{id}/details/files'],
    ['/messages/{id}/invite'],
    ['/messages/{id}/settings'],
    ['/messages/groups/{id}'],
    ['/messages/{id}/messages/none'],
  ])('for a page (%s) are refused by a page', async (path) => {
    const refused = await refusalAfter(chatPage, () => call(path.replace('{id}', id), { headers: page }))
    expect(refused.headers['content-type']).toMatch(/^text\/html/)
    expect(refused.text).toContain(fast.en)
    expect((await call('/dashboard')).status).toBe(200)
  })

  it('for the frame without scripts make it refresh later, at the same position', async () => {
    const frame = `/messages/${id}/frame`
    const refused = await refusalAfter(chatPage, () => call(frame, { headers: page }))
    expect(refused.headers.refresh).toMatch(renewed(`${frame}\\?at=\\d+#end`))
    expect(parseInt(String(refused.headers.refresh), 10)).toBe(Number(refused.headers['retry-after']))
    const again = async (path: string) => (await call(path, { headers: page })).headers.refresh
    expect(await again(`${frame}?at=6`)).toMatch(renewed(`${frame}\\?at=\\d+#end`))
    expect(await again(`${frame}?around=30`)).toMatch(renewed(`${frame}\\?around=30&at=\\d+`))
    for (const other of [`/messages/${id}`, `/..//evil.example/messages/${id}/frame`])
      expect(await again(other)).toBeUndefined()
  })

  it('for a file or an avatar are refused in plain text', async () => {
    const refused = await refusalAfter(fileRead, () => call(`/avatars/${person.actor.id}`))
    expect(refused.text).toContain(fast.en)
    expect((await call(`/files/${id}`)).status).toBe(429)
    expect((await call('/api/conversations')).status).toBe(200)
  })

  it('that change something share one limit for page, script and API', async () => {
    const before = rows()
    await refusalAfter(chatChange, () => post(`/api/conversations/${id}/mark-read`))
    expect((await post(`/api/conversations/${id}/mark-read`)).json()).toMatchObject({ success: false, error: fast.en })
    expect((await post(`/messages/${id}/read`)).json()).toMatchObject({ ok: false, message: fast.en })
    const plain = await post(`/messages/${id}/read`, {}, page)
    expect([plain.status, plain.text.includes(fast.en)]).toEqual([429, true])
    const moderated = createConversation(db, { members: [createPerson(db), person], moderateMessages: true }).id
    const pending = sendMessage(person, { conversationId: moderated, text: 'Hi', clientId: crypto.randomUUID() }).id
    const unsend = `/messages/${moderated}/pending/${pending}/unsend`
    for (const path of ['/status', '/messages/groups/new', `/messages/${id}/settings`, `/messages/${id}`, unsend]) {
      const ofPage = await post(path, { text: 'Hi' }, page)
      expect([path, ofPage.status, shown(ofPage).includes(fast.en)]).toEqual([path, 429, true])
      expect(Number(ofPage.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(rows()).toBe(before)
  })
})

describe('a client that does not stop', () => {
  it('is blocked for a while at every URL, and others are not', async () => {
    await call('/api/users')
    await spend(rateLimits.chatRead, rateLimits.chatRead.points * 1.5)
    expect((await call('/api/users')).status).toBe(429)
    const closed = await call('/dashboard', { headers: { ...page, 'Accept-Language': 'fi' } })
    expect([closed.status, shown(closed).includes(fast.fi)]).toEqual([429, true])
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(5)
    const frame = `/messages/${id}/frame`
    const { headers } = await call(frame)
    expect(headers.refresh).toMatch(renewed(`${frame}\\?at=\\d+#end`))
    expect(parseInt(String(headers.refresh), 10)).toBe(Number(headers['retry-after']))
    for (const options of [{ path: '/dashboard' }, { path: frame, method: 'POST' }])
      expect((await call(options.path, options)).headers.refresh).toBeUndefined()
    const ofApi = await call('/api/conversations')
    expect([ofApi.status, ofApi.json()]).toEqual([429, { success: false, error: fast.en, code: 'rate_limited' }])
    const other = (await signedIn(createPerson(db))).cookie
    expect((await server.ask('/dashboard', { cookie: other })).status).toBe(200)
    expect((await server.ask('/login')).status).toBe(200)
  })
})

describe('an action that notifies others', () => {
  const { chatChange, chatOpen, chatGroup, chatInvite, chatJoin, chatSend, chatUpload } = rateLimits
  const use = (name: string, points: number) =>
    db.$client
      .prepare('INSERT INTO rate_limits (key, points, expire) VALUES (?, ?, ?)')
      .run(`${name}:${person.actor.id}`, points, Date.now() + 120_000)
  const minutes = 'Too many attempts. Please try again in 2 minutes.'

  it.each([
    ['opening a direct conversation', chatOpen, () => '/messages/direct', { userId: 'nobody' }],
    ["opening a company's", chatOpen, () => '/team/conversation', {}],
    ["opening a project's", chatOpen, () => '/projects/1/conversation', {}],
    ["opening a contract's", chatOpen, () => '/contracts/1/conversation', {}],
    ['inviting', chatInvite, () => `/messages/${id}/members`, { userIds: 'nobody' }],
    ['joining', chatJoin, () => `/messages/${openGroup}/join`, {}],
    ['asking', chatJoin, () => `/messages/${openGroup}/request`, {}],
    ['withdrawing', chatJoin, () => `/messages/${openGroup}/withdraw`, {}],
    ['leaving', chatJoin, () => `/messages/${id}/leave`, {}],
    ['sending', chatSend, () => `/messages/${id}/send`, { text: 'Hi' }],
    ['sending a file', chatUpload, () => `/messages/${id}/send`, { text: 'Hi' }],
  ])('has a limit per hour of its own, stored in the database: %s', async (_, limit, path, form) => {
    use(limit.name, limit.points - 1)
    expect((await post(path(), form)).status).not.toBe(429)
    const refused = await post(path(), form)
    expect([refused.status, refused.json()]).toEqual([429, { ok: false, code: 'rate_limited', message: minutes }])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    // A plain form is redirected to its page with a flash message.
    const back = await post(path(), form, page)
    expect(back.status).toBe(303)
    const flash = back.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
    expect((await server.ask('/dashboard', { cookie: flash })).text).toContain(minutes)
    expect((await post('/messages/none/read')).status).toBe(404)
  })

  it('shows the limit in the form of a new group', async () => {
    use(chatGroup.name, chatGroup.points)
    const form = { step: '3', move: 'create', template: 'custom', privacy: 'private', name: 'One too many' }
    const refused = await post('/messages/groups/new', form, page)
    expect([refused.status, Number(refused.headers['retry-after']) > 60]).toEqual([429, true])
    expect(refused.text).toContain(minutes)
    expect(refused.text).toContain('One too many')
  })

  const composed = (file: string) => {
    const parts = [
      ['name="clientId"', 'none'],
      ['name="files"; filename="a.png"', file],
      ['name="text"', 'Typed <long> & well'],
    ]
    const body = parts.map(([name, value]) => `--b\r\nContent-Disposition: form-data; ${name}\r\n\r\n${value}\r\n`)
    return call(`/messages/${id}`, {
      method: 'POST',
      body: `${body.join('')}--b--\r\n`,
      headers: { ...page, Origin: env.origin, 'Content-Type': 'multipart/form-data; boundary=b' },
    })
  }
  const typed = 'Typed &lt;long&gt; &amp; well</textarea>'

  it.each([
    ['changing', chatChange],
    ['sending', chatSend],
    ['sending files', chatUpload],
  ])('keeps the text typed in the composer: %s', async (_, limit) => {
    await spend(limit, limit.points)
    for (const answer of [
      await composed('a small picture'),
      await post(`/messages/${id}`, { text: 'Typed <long> & well' }, page),
    ]) {
      expect([answer.status, answer.text.includes(typed)]).toEqual([429, true])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  it('does not read a large file to get at the text after it, and survives a broken form', async () => {
    await spend(chatSend, chatSend.points)
    const large = await composed('x'.repeat(1_000_000))
    expect([large.status, large.text.includes(typed)]).toEqual([429, false])
    for (const type of ['multipart/form-data; boundary=b', 'multipart/form-data', 'text/plain']) {
      const headers = { ...page, Origin: env.origin, 'Content-Type': type }
      const broken = await call(`/messages/${id}`, { method: 'POST', body: '--b\r\ntext=Typed', headers })
      expect([type, broken.status]).toEqual([type, 429])
    }
  })

  it('is refused in the envelope of the API', async () => {
    say(person, id, 'Hi')
    use(chatSend.name, chatSend.points)
    use(chatUpload.name, chatUpload.points)
    for (const path of [`/api/conversations/${id}/messages`, '/api/upload']) {
      const refused = await post(path, { text: 'Hi', reference_id: id })
      expect([refused.status, refused.json()]).toEqual([429, { success: false, code: 'rate_limited', error: minutes }])
    }
  })
})

it('counts nothing if limits are off', async () => {
  const limited = env.RATE_LIMITS
  Object.assign(env, { RATE_LIMITS: false })
  try {
    await spend(rateLimits.chatRead, rateLimits.chatRead.points * 2)
    for (const path of ['/api/conversations', '/messages/panel']) expect((await call(path)).status).toBe(200)
  } finally {
    Object.assign(env, { RATE_LIMITS: limited })
  }
})
