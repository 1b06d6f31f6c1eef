import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { addMember, createConversation, removeMember, say } from '#tests/factories/chat.ts'
import { picture, webm } from '#tests/factories/media.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { type Ask, ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
const people: Record<'member' | 'other' | 'removed' | 'stranger', UserContext> = {} as never
const cookies: Record<string, string> = {}
let id: string
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  for (const name of ['member', 'other', 'removed', 'stranger'] as const) {
    people[name] = createPerson(db)
    cookies[name] = (await signedIn(people[name])).cookie
  }
  mkdirSync(env.filesDir, { recursive: true })
})
afterAll(() => server.stop())
beforeEach(() => {
  db.$client.prepare('DELETE FROM rate_limits').run()
  id = createConversation(db, { members: [people.member, people.other, people.removed] }).id
  removeMember(db, id, people.removed)
})

type Said = { success: boolean; data: never; error?: string; code?: string; has_older?: boolean }

async function call(path: string, as: string, { headers, ...options }: Ask = {}) {
  const cookie = cookies[as]
  const own = options.body || options.method ? { Origin: ownOrigin } : {}
  const answer = await server.ask(path, { ...options, headers: { ...own, ...headers }, ...(cookie ? { cookie } : {}) })
  const json = /json/.test(String(answer.headers['content-type'])) ? (answer.json() as Said) : null
  return { ...answer, json }
}

const json = (value: unknown): Ask => ({
  method: 'POST',
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
})

async function multipart(fields: Record<string, string>, name: string, content: Buffer | string): Promise<Ask> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('file', new File([new Uint8Array(Buffer.from(content))], name))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const type = request.headers.get('Content-Type') ?? ''
  return { method: 'POST', body: Buffer.from(await request.arrayBuffer()), headers: { 'Content-Type': type } }
}

const upload = (fields: Record<string, string> = {}, name = 'a.txt', content: Buffer | string = 'text') =>
  multipart({ reference_type: 'chat_message', reference_id: id, ...fields }, name, content)

/** A valid request to each endpoint. */
const calls: Array<[name: string, make: () => Promise<[path: string, options?: Ask]>, ofConversation: boolean]> = [
  ['conversations', async () => ['/api/conversations'], false],
  ['users', async () => ['/api/users'], false],
  ['messages', async () => [`/api/conversations/${id}/messages?limit=50`], true],
  ['mark-read', async () => [`/api/conversations/${id}/mark-read`, json({})], true],
  ['send', async () => [`/api/conversations/${id}/messages`, json({ text: 'Hi', clientId: randomUUID() })], true],
  ['upload', async () => ['/api/upload', await upload()], true],
]

describe.each(calls)('%s', (_, make, ofConversation) => {
  it('answers a member', async () => {
    const [path, options] = await make()
    const answer = await call(path, 'member', options)
    expect([200, 201]).toContain(answer.status)
    expect(answer.json?.success).toBe(true)
  })

  it('answers 401 in JSON without a session', async () => {
    const [path, options] = await make()
    const answer = await call(path, 'nobody', options)
    expect([answer.status, answer.json]).toEqual([
      401,
      { success: false, error: 'Please log in first.', code: 'unauthenticated' },
    ])
  })

  it.each(ofConversation ? (['stranger', 'removed'] as const) : [])(
    'reveals nothing to somebody who is %s',
    async (who) => {
      const [path, options] = await make()
      const answer = await call(path, who, options)
      expect([answer.status, answer.json?.code]).toEqual([404, 'not_found'])
    },
  )

  it('refuses other methods', async () => {
    const [path] = await make()
    const answer = await call(path, 'member', { method: 'PUT', body: '{}' })
    expect([answer.status, answer.json?.code]).toEqual([405, 'method_not_allowed'])
  })

  it('refuses foreign pages', async () => {
    const [path, options] = await make()
    if (!options?.method) return
    const foreign = { ...options, headers: { ...options.headers, Origin: 'https://evil.example' } }
    expect((await call(path, 'member', foreign)).status).toBe(403)
  })
})

describe('messages', () => {
  it('have the field names that existing clients know', async () => {
    const message = say(people.other, id, 'Hello')
    const { json } = await call(`/api/conversations/${id}/messages`, 'member')
    expect(json?.data[0]).toMatchObject({
      ...{ id: message.id, group_id: id, content: 'Hello', sender_id: people.other.actor.id },
      ...{ sender_name: people.other.actor.name, is_edited: false, reactions: '[]', type: 'text' },
    })
    const list = (await call('/api/conversations', 'member')).json?.data as unknown as Array<Record<string, unknown>>
    const row = list.find((each) => each.id === id)
    expect(row).toMatchObject({ type: 'group', last_message: 'Hello', unread_count: 1, member_count: 2, role: 'admin' })
    const closed = createPerson(db, { companyRole: 'member' })
    addMember(db, id, closed)
    setModule(db, closed.actor.id, closed.company.id, 'messages', 'none')
    const again = (await call('/api/conversations', 'member')).json?.data as unknown as typeof list
    expect(again.find((each) => each.id === id)).toMatchObject({ member_count: 2 })
    const read = await call(`/api/conversations/${id}/mark-read`, 'member', { method: 'POST', body: '' })
    expect(read.json?.data).toEqual({ last_read_seq: 1, unread_count: 0 })
  })

  it('have a text for files without one and for system messages', async () => {
    const path = `/api/conversations/${id}/messages`
    const rows = async (asked: string) => (await call(asked, 'member')).json?.data as unknown as Row[]
    type Row = { id: string; content: string; last_message: string }
    say(people.other, id, 'memberJoined', { kind: 'system', params: { name: 'Bo' } })
    for (const kind of ['image', 'video', 'audio', 'file'] as const) say(people.other, id, '', { kind })
    say(people.other, id, 'The roof', { kind: 'image' })
    say(people.other, id, '', { kind: 'image' })
    const said = ['Bo joined.', 'Image shared', 'Video shared', 'Audio shared', 'File shared', 'The roof']
    expect((await rows(path)).map(({ content }) => content)).toEqual([...said, 'Image shared'])
    const list = await rows('/api/conversations')
    expect(list.find((row) => row.id === id)?.last_message).toBe('Image shared')
  })

  it('are sent once', async () => {
    const body = { text: 'Once', clientId: randomUUID() }
    const first = await call(`/api/conversations/${id}/messages`, 'member', json(body))
    const second = await call(`/api/conversations/${id}/messages`, 'member', json(body))
    expect([first.status, second.status]).toEqual([201, 200])
    expect(first.json?.data).toMatchObject({ seq: 1, duplicate: false })
    expect(second.json?.data).toMatchObject({ seq: 1, duplicate: true })
  })

  it.each([['limit=0'], ['limit=1000'], ['limit=x'], ['before=-1'], ['after=1.5']])(
    'are not listed by %s',
    async (query) => {
      const { status, json } = await call(`/api/conversations/${id}/messages?${query}`, 'member')
      expect([status, json?.code]).toEqual([422, 'invalid'])
      expect(json?.error).toMatch(/^Part of this link isn’t valid/)
    },
  )

  it.each([
    ['no client id', JSON.stringify({ text: 'x' })],
    ['a text of the wrong type', JSON.stringify({ text: { a: 1 }, clientId: randomUUID() })],
    ['nothing', JSON.stringify(null)],
    ['a list', '[]'],
    ['no JSON', '{'],
    ['an empty text', JSON.stringify({ text: ' ', clientId: randomUUID() })],
    ['too long a text', JSON.stringify({ text: 'x'.repeat(16_001), clientId: randomUUID() })],
    ["somebody else's file", JSON.stringify({ text: 'x', clientId: randomUUID(), fileId: randomUUID() })],
  ])('are not sent with %s', async (_, body) => {
    const sent = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
    const { status, json } = await call(`/api/conversations/${id}/messages`, 'member', sent)
    expect([status, json?.success]).toEqual([422, false])
  })
})

describe('an upload', () => {
  const told = (answer: { json: Said | null }) => answer.json?.data as unknown as { id: string; file_id: string }

  it('can be sent, and then be read at its URL, but not by a stranger', async () => {
    const fields = { uploaded_by: people.member.actor.id }
    const answer = await call('/api/upload', 'member', await upload(fields, 'a.png', await picture('png')))
    expect(answer.status).toBe(201)
    const { id: fileId, file_id } = told(answer)
    expect(fileId).toBe(file_id)
    expect((await call(`/files/${fileId}`, 'other')).status).toBe(404)
    const sent = json({ text: '', type: 'file', fileId, clientId: randomUUID() })
    expect((await call(`/api/conversations/${id}/messages`, 'member', sent)).status).toBe(201)
    for (const path of [`/files/${fileId}`, `/files/${fileId}?size=small`]) {
      const read = await call(path, 'other')
      expect([read.status, read.headers['x-content-type-options']]).toEqual([200, 'nosniff'])
      const held = { 'If-None-Match': String(read.headers.etag) }
      expect((await call(path, 'other', { headers: held })).status).toBe(304)
      expect((await call(path, 'other', { headers: { Range: 'bytes=0-3' } })).status).toBe(206)
      for (const who of ['stranger', 'removed']) expect((await call(path, who, { headers: held })).status).toBe(404)
      expect((await call(path, 'nobody')).status).toBe(302)
    }
  })

  it('may be a voice message', async () => {
    const fields = { reference_type: 'voice_message', durationMs: '3000', waveform: '[1,50,100]' }
    const answer = await call('/api/upload', 'member', await upload(fields, 'voice.webm', webm('audio')))
    expect(answer.json?.data).toMatchObject({
      voice: true,
      durationMs: 3000,
      waveform: [1, 50, 100],
      mime: 'audio/webm',
    })
    const empty = await call('/api/upload', 'member', await upload(fields, 'voice.webm', ''))
    expect(empty.json?.error).toBe('Recording failed - no audio data captured. Please try again.')
  })

  it.each([
    ["somebody else's", { uploaded_by: randomUUID() }, 403],
    ['of no known reference', { reference_type: 'other' }, 422],
    ['of no conversation', { reference_id: '' }, 404],
    ['a voice message of no length', { reference_type: 'voice_message' }, 422],
    ['a voice message of a broken waveform', { reference_type: 'voice_message', durationMs: '1', waveform: '{' }, 422],
  ])('is refused when it is %s, and leaves nothing', async (_, fields, status) => {
    const before = readdirSync(env.filesDir)
    const answer = await call('/api/upload', 'member', await upload(fields, 'voice.webm', webm('audio')))
    expect([answer.status, answer.json?.success]).toEqual([status, false])
    expect(readdirSync(env.filesDir)).toEqual(before)
  })

  it('is refused with HTML, without a file, and with two files', async () => {
    expect((await call('/api/upload', 'member', await upload({}, 'a.html', '<html>'))).status).toBe(422)
    expect((await call('/api/upload', 'member', json({}))).json?.success).toBe(false)
  })

  it('is refused with a clear message when the storage is full, and leaves nothing', async () => {
    const before = readdirSync(env.filesDir)
    const { FILES_PER_COMPANY_MB: own } = env
    env.FILES_PER_COMPANY_MB = 0.000_001
    const answer = await call('/api/upload', 'member', await upload())
    env.FILES_PER_COMPANY_MB = own
    expect([answer.status, answer.json?.code]).toEqual([507, 'storage_full'])
    expect(answer.json?.error).toMatch(/^Your company’s files can take up at most .* MB in all\./)
    expect(readdirSync(env.filesDir)).toEqual(before)
  })

  it('is refused when it is too large, and leaves nothing', async () => {
    const before = readdirSync(env.filesDir)
    const declared = { method: 'POST', body: 'x', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } }
    const headers = { ...declared.headers, 'Content-Length': '500000000' }
    expect((await call('/api/upload', 'member', { ...declared, headers })).status).toBe(413)
    expect(readdirSync(env.filesDir)).toEqual(before)
  })
})
