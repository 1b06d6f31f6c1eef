import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { openDatabase } from '#db/client.server.ts'
import { addMember, createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { type BuiltServer, startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { type FloodCall, startFlood } from '#tests/setup/flood.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const connections = 24

const folder = temporaryFolder()
let server: BuiltServer
/** People who work normally; so many that none of them exceeds a limit. */
const others: string[] = []
let asked = 0
const ids = { group: '', message: '', open: '', person: '' }
const flooders: string[] = []

beforeAll(async () => {
  server = await startBuilt({ dataDir: folder.path, env: { PUBLIC_URL: 'http://localhost:3000' } })
  const db = openDatabase(join(folder.path, 'groundwork.db'))
  const now = Date.now()
  const people = Array.from({ length: 20 }, () => createPerson(db, { now })) as [CompanyContext, ...CompanyContext[]]
  const [first] = people
  for (let group = 0; group < 20; group += 1) {
    ids.group = createConversation(db, { members: people, createdAt: now }).id
    for (const person of people) ids.message = say(person, ids.group, 'The concrete comes on Monday').id
  }
  ids.open = createConversation(db, { members: [first], privacy: 'public', createdAt: now }).id
  ids.person = first.actor.id
  for (const person of people) others.push((await signedIn(person)).cookie)
  // Each call has its own flooder, so that no other limit slows it down.
  for (const _call of calls) {
    const flooder = createPerson(db, { now })
    addMember(db, ids.group, flooder, 'admin', now)
    flooders.push((await signedIn(flooder)).cookie)
  }
  db.$client.close()
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

type Call = { name: string; path: () => string; form?: Record<string, string>; upload?: true }
/** The most expensive URL under each limit; call-limits.test.ts proves that the others count against it too. */
const calls: Call[] = [
  { name: 'reading (chatRead)', path: () => `/messages/${ids.group}/panel?search=concrete` },
  { name: 'pages (chatPage)', path: () => `/messages/${ids.group}` },
  { name: 'files (fileRead)', path: () => `/files/${randomUUID()}` },
  {
    name: 'changes (chatChange)',
    path: () => `/messages/${ids.group}/messages/${ids.message}/react`,
    form: { emoji: '👍' },
  },
  {
    name: 'sending (chatSend)',
    path: () => `/messages/${ids.group}`,
    form: { text: 'Hi', clientId: randomUUID() },
  },
  { name: 'uploading (chatUpload)', path: () => '/api/upload', upload: true },
  {
    name: 'making groups (chatGroup)',
    path: () => '/messages/groups/new',
    form: { step: '3', move: 'create', template: 'custom', privacy: 'private', name: 'Another' },
  },
  { name: 'opening talks (chatOpen)', path: () => '/messages/direct', form: { userId: 'nobody' } },
  { name: 'joining (chatJoin)', path: () => `/messages/${ids.open}/join`, form: {} },
  { name: 'inviting (chatInvite)', path: () => `/messages/${ids.group}/members`, form: { userIds: 'nobody' } },
]

function callOf({ path, form, upload }: Call, cookie: string): FloodCall {
  const common = { Cookie: cookie, Accept: 'text/html', Origin: ownOrigin }
  if (upload) {
    const body = ['--b', 'Content-Disposition: form-data; name="reference_id"', '', ids.group, '--b--', ''].join('\r\n')
    return {
      path: path(),
      method: 'POST',
      headers: { ...common, 'Content-Type': 'multipart/form-data; boundary=b' },
      body,
    }
  }
  if (!form) return { path: path(), method: 'GET', headers: common, body: '' }
  const headers = { ...common, 'Content-Type': 'application/x-www-form-urlencoded' }
  return { path: path(), method: 'POST', headers, body: new URLSearchParams(form).toString() }
}

async function timed(): Promise<number> {
  const began = performance.now()
  asked += 1
  expect((await server.ask('/api/conversations', { cookie: others[asked % others.length] ?? '' })).status).toBe(200)
  return performance.now() - began
}

it.each(calls)('$name: a flooding client is slowed down, and others are served', async (call) => {
  const quiet: number[] = []
  for (let round = 0; round < 10; round += 1) quiet.push(await timed())
  const flood = startFlood(server.port, callOf(call, flooders[calls.indexOf(call)] ?? ''), connections)
  await flood.begun
  // Enough samples that occasional work of the machine stays within the slowest twentieth.
  const times: number[] = []
  const until = performance.now() + 500
  while (performance.now() < until || times.length < 120) times.push(await timed())
  await flood.refused
  const { statuses, waits, failures } = await flood.end()
  for (let round = 0; round < 10; round += 1) quiet.push(await timed())
  times.sort((one, other) => one - other)
  const p95 = times[Math.floor(times.length * 0.95)]
  if (process.env.FLOOD_FIGURES) console.log(call.name, statuses, { quiet: Math.max(...quiet), p95, of: times.length })
  // Compared with the machine's own delays before and after.
  expect(p95).toBeLessThan(200 + 5 * Math.max(...quiet))
  // A broken connection would not be a refusal with a waiting time.
  expect(failures).toBe(0)
  expect(statuses['429']).toBeGreaterThan(20)
  expect(Object.keys(statuses).filter((status) => status >= '500')).toEqual([])
  expect(Math.min(...waits)).toBeGreaterThan(0)
})
