// Every URL of chat × no session, foreign Origin, non-member, removed member, wrong types, oversized. Floods are in
// tests/process.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { addMember, removeMember } from '#tests/factories/chat.ts'
import { type Answer, type Ask, ownOrigin } from '#tests/setup/ask.ts'
import { allRoutes } from '#tests/setup/pages.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { contents, makeWorld, restoreWorld, type World } from './authorization/world.ts'

let server: TestServer
let world: World
let snapshot: Buffer
let db: Database
// Each call is made many times, more than anybody may in a minute.
const limited = env.RATE_LIMITS
beforeAll(async () => {
  Object.assign(env, { RATE_LIMITS: false })
  const made = await makeWorld()
  world = made.world
  db = restoreWorld(made.snapshot)
  // The client's colleague is a former member of the group.
  const { group = '' } = world.ids
  addMember(db, group, world.people.colleague)
  removeMember(db, group, world.people.colleague)
  snapshot = db.$client.serialize()
  server = await startServer()
}, 60_000)
afterAll(async () => {
  Object.assign(env, { RATE_LIMITS: limited })
  await server.stop()
})
beforeEach(() => {
  db = restoreWorld(snapshot)
})

type Call = {
  /** The route's file under routes/. */
  route: string
  path: string
  /** The form to post; without one the call reads. */
  form?: Record<string, string>
  /** A form with files, which may be larger. */
  files?: true
  /** The status for a group that the caller may not see, or that does not exist: 404 by default. */
  unseen?: number
}
const group = '/messages/{group}'
const message = '/messages/{group}/messages/{message}'
const calls: Call[] = [
  { route: 'api-conversations', path: '/api/conversations' },
  { route: 'api-users', path: '/api/users' },
  { route: 'api-groups', path: '/api/groups' },
  { route: 'api-group', path: '/api/groups/{group}' },
  { route: 'api-group-members', path: '/api/group_members' },
  { route: 'api-group-messages', path: '/api/group_messages?group_id={group}' },
  { route: 'api-messages', path: '/api/conversations/{group}/messages' },
  { route: 'api-messages', path: '/api/conversations/{group}/messages', form: { text: 'Hi', clientId: '{uuid}' } },
  { route: 'api-mark-read', path: '/api/conversations/{group}/mark-read', form: {} },
  {
    route: 'api-upload',
    path: '/api/upload',
    form: { reference_type: 'chat_message', reference_id: '{group}' },
    files: true,
  },
  { route: 'avatar', path: '/avatars/{provider}' },
  { route: 'stored-file', path: '/files/{chatFile}' },
  { route: 'messages', path: '/messages' },
  { route: 'panel', path: '/messages/panel' },
  { route: 'discover', path: '/messages/groups' },
  { route: 'new-message', path: '/messages/new' },
  { route: 'scheduled', path: '/messages/scheduled' },
  { route: 'scheduled', path: '/messages/scheduled', form: { id: '{nothing}', act: 'cancel' } },
  { route: 'schedule', path: `${group}/schedule` },
  { route: 'schedule', path: `${group}/schedule`, form: { text: 'Hi', sendAt: '2030-01-01T12:00' } },
  { route: 'new-poll', path: `${group}/poll` },
  { route: 'new-poll', path: `${group}/poll`, form: { question: 'When?', options: 'A\nB' } },
  { route: 'edit-scheduled', path: '/messages/scheduled/{nothing}' },
  { route: 'edit-scheduled', path: '/messages/scheduled/{nothing}', form: { text: 'Hi', sendAt: '2030-01-01T12:00' } },
  { route: 'saved', path: '/messages/saved' },
  { route: 'saved', path: '/messages/saved', form: { messageId: '{message}' } },
  { route: 'new-group', path: '/messages/groups/new' },
  { route: 'new-group', path: '/messages/groups/new', form: { step: '3', move: 'create', name: 'Another' } },
  { route: 'status', path: '/status' },
  { route: 'history', path: '/calls' },
  { route: 'history', path: '/calls', form: { call_id: '{nothing}', notes: 'x' } },
  { route: 'join', path: '/calls/join/{group}' },
  { route: 'new-call-time', path: '/calls/times/new?conversation={group}' },
  {
    ...{ route: 'new-call-time', path: '/calls/times/new?conversation={group}' },
    form: { title: 'Site', startsAt: '2030-01-01T12:00', durationMinutes: '30', everyWeeks: '0', times: '1' },
  },
  { route: 'call-time', path: '/calls/times/{callTime}' },
  { route: 'call-time-calendar', path: '/calls/times/{callTime}/calendar.ics' },
  { route: 'cancel-call-time', path: '/calls/times/{callTime}/cancel' },
  { route: 'cancel-call-time', path: '/calls/times/{callTime}/cancel', form: {} },
  { route: 'new-broadcast', path: '/broadcasts/new?conversation={group}' },
  { route: 'broadcast', path: '/broadcasts/{broadcast}' },
  { route: 'broadcast-questions', path: '/broadcasts/{broadcast}/questions', form: { text: 'When?' } },
  { route: 'end-broadcast', path: '/broadcasts/{broadcast}/end', form: {} },
  { route: 'remove-broadcast', path: '/broadcasts/{broadcast}/remove' },
  { route: 'remove-broadcast', path: '/broadcasts/{broadcast}/remove', form: {} },
  { route: 'status', path: '/status', form: { status: 'away', customText: '' } },
  { route: 'preferences', path: '/settings/chat', form: { shortcuts: 'on' } },
  { route: 'direct', path: '/messages/direct', form: { userId: '{provider}' } },
  { route: 'team-conversation', path: '/team/conversation', form: {} },
  { route: 'project-conversation', path: '/projects/{draftProject}/conversation', form: {} },
  { route: 'contract-conversation', path: '/contracts/{contract}/conversation', form: {} },
  { route: 'conversation', path: group },
  { route: 'conversation', path: group, form: { text: 'Hi', clientId: '{uuid}' }, files: true },
  { route: 'conversation-panel', path: `${group}/panel` },
  { route: 'conversation-panel', path: `${group}/panel?search=secret` },
  { route: 'conversation-panel', path: `${group}/panel?message={message}` },
  { route: 'frame', path: `${group}/frame` },
  { route: 'details', path: `${group}/details` },
  { route: 'export', path: `${group}/export` },
  { route: 'export-pdf', path: `${group}/export/pdf`, form: { part: '1' } },
  { route: 'shared-files', path: `${group}/details/files` },
  { route: 'join-page', path: '/messages/groups/{group}' },
  { route: 'invite', path: `${group}/invite` },
  { route: 'settings', path: `${group}/settings` },
  { route: 'settings', path: `${group}/settings`, form: { name: 'Renamed', privacy: 'public' } },
  { route: 'message', path: message },
  { route: 'poll', path: `${message}/poll` },
  { route: 'translation', path: `${message}/translation` },
  { route: 'translation', path: `${message}/translation`, form: {} },
  { route: 'replies', path: `${message}/replies` },
  {
    ...{ route: 'replies', path: `${message}/replies`, files: true },
    form: { text: 'Hi', clientId: '{uuid}', replyToId: '{message}' },
  },
  { route: 'milestone-note', path: `${message}/note` },
  { route: 'milestone-note', path: `${message}/note`, form: { text: 'Hi' } },
  { route: 'forward', path: `${message}/forward` },
  { route: 'forward', path: `${message}/forward`, form: { conversationIds: '{group}' } },
  { route: 'join', path: `${group}/join`, form: {} },
  { route: 'request', path: `${group}/request`, form: {} },
  { route: 'withdraw', path: `${group}/withdraw`, form: {}, unseen: 409 },
  { route: 'leave', path: `${group}/leave`, form: {} },
  { route: 'mute', path: `${group}/mute`, form: { muted: 'true' } },
  { route: 'notifications', path: `${group}/notifications`, form: { level: 'mentions' } },
  { route: 'pin', path: `${group}/pin`, form: { pinned: 'true' } },
  { route: 'members', path: `${group}/members`, form: { userIds: '{provider}' } },
  { route: 'member-role', path: `${group}/members/{provider}/role`, form: { role: 'admin' } },
  { route: 'remove-member', path: `${group}/members/{provider}/remove`, form: {} },
  { route: 'decide-request', path: '/messages/{askedGroup}/requests/{joinRequest}', form: { approve: 'true' } },
  { route: 'decide-pending', path: '/messages/{moderatedGroup}/pending/{pending}', form: { approve: 'true' } },
  { route: 'unsend-pending', path: '/messages/{moderatedGroup}/pending/{pending}/unsend' },
  { route: 'unsend-pending', path: '/messages/{moderatedGroup}/pending/{pending}/unsend', form: {} },
  { route: 'send', path: `${group}/send`, form: { text: 'Hi', clientId: '{uuid}' }, files: true },
  { route: 'read', path: `${group}/read`, form: {} },
  { route: 'unread', path: `${group}/unread`, form: {} },
  { route: 'draft', path: `${group}/draft`, form: { text: 'Begun' } },
  { route: 'edit', path: `${message}/edit`, form: { text: 'Otherwise' } },
  { route: 'unsend', path: `${message}/unsend`, form: {} },
  { route: 'hide', path: `${message}/hide`, form: {} },
  { route: 'remove', path: `${message}/remove`, form: {} },
  { route: 'pin', path: `${message}/pin`, form: { pinned: 'true' } },
  { route: 'save', path: `${message}/save`, form: { saved: 'true' } },
  { route: 'vote', path: `${message}/vote`, form: { option: '0' } },
  { route: 'close', path: `${message}/close`, form: {} },
  { route: 'react', path: `${message}/react`, form: { emoji: '👍' } },
]
const named = calls.map((call) => ({ ...call, title: `${call.form ? 'POST' : 'GET'} ${call.path}` }))
const secrets = /in secret|Secret bathhouse|What waits for|what the file of the group says/

const placed = (text: string) =>
  text.replace(/\{(\w+)\}/g, (_braces, name: string) => world.ids[name] ?? crypto.randomUUID())
const isApi = ({ path }: Call) => path.startsWith('/api/')

/** The call as our script or a program makes it correctly, unless `changed`. */
function make(call: Call, who: keyof World['cookies'], { headers, ...changed }: Ask = {}): Promise<Answer> {
  const form = Object.entries(call.form ?? {}).map(([name, value]) => [name, placed(value)])
  const cookie = world.cookies[who]
  return server.ask(placed(call.path), {
    ...(cookie ? { cookie } : {}),
    ...(call.form && { method: 'POST', body: new URLSearchParams(form).toString() }),
    ...changed,
    headers: {
      Accept: 'application/json',
      ...(call.form && { Origin: ownOrigin, 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
  })
}

/** Expects the API's form of a refusal. */
function expectRefusal({ headers, json }: Answer, code: string): void {
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(json()).toMatchObject({ success: false, error: expect.stringMatching(/\w \w/), code })
}

describe.each(named)('$title', (call) => {
  const { path, form, files } = call

  it('requires a session', async () => {
    const before = contents(db)
    const answer = await make(call, 'nobody')
    if (isApi(call)) {
      expect(answer.status).toBe(401)
      expectRefusal(answer, 'unauthenticated')
    } else expect([answer.status, answer.headers.location]).toEqual([302, form ? '/login?unsent=true' : '/login'])
    expect(answer.text).not.toMatch(secrets)
    expect(contents(db)).toEqual(before)
  })

  it('refuses a foreign page', async () => {
    const before = contents(db)
    const answer = await make(call, 'client', { headers: { Origin: 'https://evil.example' } })
    // Browsers keep responses from foreign pages unless we allow it.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    if (!form) return
    expect(answer.status).toBe(403)
    if (isApi(call)) expectRefusal(answer, 'forbidden')
    expect(contents(db)).toEqual(before)
  })

  const ofConversation = /\{(group|askedGroup|moderatedGroup|chatFile)\}/.test(JSON.stringify(call))
  it.each(ofConversation ? (['stranger', 'colleague'] as const) : [])(
    'reveals and does nothing for a %s, who is not a member (any more)',
    async (who) => {
      const before = contents(db)
      const answer = await make(call, who)
      expect(answer.status).toBe(call.unseen ?? 404)
      const nowhere = { ...call, path: path.replace('{group}', '{nothing}') }
      expect((await make(nowhere, who)).status).toBe(answer.status)
      if (isApi(call)) expectRefusal(answer, 'not_found')
      expect(answer.text).not.toMatch(secrets)
      expect(contents(db)).toEqual(before)
    },
  )

  it('survives wrong types', async () => {
    for (const [type, body] of form ? nastyBodies : []) {
      const answer = await make(call, 'client', { body, headers: { 'Content-Type': type } })
      expect(answer.status, `${type} ${body}`).toBeLessThan(500)
      db = restoreWorld(snapshot)
    }
    for (const place of nastyPlaces) {
      const there = path.split('?')[0]?.replace(/\{\w+\}/g, place) ?? ''
      const answer = await make({ ...call, path: `${there}?${nastyQuery}` }, 'client')
      expect(answer.status, there).toBeLessThan(500)
      expect(answer.text).not.toMatch(/SQLITE|\n\s+at /)
    }
    expect((await server.ask('/health')).status).toBe(200)
  })

  const itPosts = form ? it : () => undefined
  itPosts('takes nothing that is too large', async () => {
    const before = contents(db)
    const declared = { 'Content-Length': '500000000' }
    const type = { 'Content-Type': files ? 'multipart/form-data; boundary=b' : 'application/x-www-form-urlencoded' }
    const tries: Ask[] = [{ body: 'x', headers: { ...declared, ...type } }, { body: `text=${'x'.repeat(1_000_001)}` }]
    if (!files) tries.push({ body: endless() })
    for (const large of tries) {
      const answer = await make(call, 'client', large)
      expect(answer.status).toBe(413)
      if (isApi(call)) expectRefusal(answer, 'too_large')
    }
    expect(contents(db)).toEqual(before)
  })
})

async function* endless() {
  for (let sent = 0; sent < 3; sent += 1) yield Buffer.alloc(600_000, 'a')
}

const nastyBodies: Array<[type: string, body: string]> = [
  ['application/json', ''],
  ['application/json', '{'],
  ['application/json', 'null'],
  ['application/json', '[[]]'],
  ['application/json', '{"text":{"a":1},"clientId":[],"message_id":5,"replyToId":{},"fileId":["x"],"type":7}'],
  ['application/json', '{"__proto__":{"text":"x"},"constructor":{"prototype":{}}}'],
  ['application/x-www-form-urlencoded', '%00=%00&text=%ff%fe&emoji[]=x&muted=perhaps&role=god&approve=maybe&step=-1'],
  ['application/x-www-form-urlencoded', 'userIds=&userIds=%27%20OR%201%3D1&userId=__proto__&status=x&privacy=x&name='],
  ['application/x-www-form-urlencoded', `text[999999999]=x&memberIds=${'x'.repeat(5000)}&messageId=x&__intent__={`],
  ['multipart/form-data', 'text'],
  ['multipart/form-data; boundary=b', '--b\r\n\0'],
  ['nonsense', 'text'],
]
const nastyPlaces = ['%00', '..%2f..', '%27%20OR%201%3D1', '__proto__', 'x'.repeat(5000)]
const nastyQuery =
  'limit=x&before[]=1&after=1e999&around=-1&q=%00%22*%28&search=%22%00&message=__proto__&page=NaN&size=x'

const ofChat = /^features\/((conversations|messages|groups|files|presence)\/routes\/|accounts\/routes\/avatar$)/

/** Their actions only refuse. */
const readOnly = ['conversations', 'users', 'groups', 'group', 'group-members', 'group-messages'].map(
  (name) => `api-${name}`,
)

it('covers every URL of chat', async () => {
  const routes = (await allRoutes()).filter(({ id }) => ofChat.test(id))
  const wanted = routes.flatMap(({ id, module, page }) => {
    const route = id.split('/').at(-1) ?? ''
    // A loader without a page, next to an action, only redirects to a page.
    const reads = module.loader !== undefined && (page || module.action === undefined)
    const writes = module.action !== undefined && !readOnly.includes(route)
    return [...(reads ? [`GET ${route}`] : []), ...(writes ? [`POST ${route}`] : [])]
  })
  const there = new Set(calls.map(({ route, form }) => `${form ? 'POST' : 'GET'} ${route}`))
  expect(wanted.filter((each) => !there.has(each))).toEqual([])
  expect(wanted.length).toBeGreaterThan(40)
})
