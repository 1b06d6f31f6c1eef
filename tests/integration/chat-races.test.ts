// Many calls at once over several connections to one file: one conversation, one membership, one decision, and always
// an admin.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { createGroup } from '#app/features/groups/create-group.server.ts'
import { requestToJoin } from '#app/features/groups/request-to-join.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import type { GroupPrivacy } from '#db/vocabulary/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { type Call, race, refusals, won } from '#tests/setup/race.ts'

const many = 20
let file: string
let db: Database
let remove: () => void
let people: CompanyContext[]
beforeEach(() => {
  ;({ db, file, remove } = testDatabaseFile())
  const first = createPerson(db)
  people = [first, ...Array.from({ length: 3 }, () => createPerson(db, { company: first.company }))]
})
afterEach(() => {
  const { brokenAt } = verifyAudit(db)
  remove()
  expect(brokenAt).toBeNull()
})

const value = (sql: string) => db.$client.prepare(sql).pluck().get()
const person = (index: number) => people[index % people.length] as CompanyContext
const calls = (make: (index: number) => Call): Call[] => Array.from({ length: many }, (_, index) => make(index))
const module = (name: string) => `#app/features/${name}.server.ts`
const group = (privacy: GroupPrivacy, memberIds: string[] = []) =>
  createGroup(person(0), {
    ...{ name: 'Site team', description: '', groupType: 'custom', privacy, tags: [], memberIds },
    settings: { allowInvites: true, moderateMessages: false, allowFileSharing: true, allowCalls: true },
  }).conversationId
const present = `SELECT count(*) FROM conversation_members WHERE left_at IS NULL`

it('two people get one conversation, whoever opens it first', async () => {
  const outcomes = await race(
    file,
    module('conversations/open-direct'),
    'openDirect',
    calls((index) => ({ ctx: person(index % 2), input: { userId: person((index + 1) % 2).actor.id } })),
  )
  expect(won(outcomes)).toHaveLength(many)
  expect(value('SELECT count(*) FROM conversations')).toBe(1)
  expect(value(present)).toBe(2)
})

it('a person who joins many times is one member, and is announced once', async () => {
  const conversationId = group('public')
  const joiner = createPerson(db)
  const outcomes = await race(
    file,
    module('groups/join-group'),
    'joinGroup',
    calls(() => ({ ctx: joiner, input: { conversationId } })),
  )
  expect(won(outcomes)).toHaveLength(many)
  expect(value("SELECT count(*) FROM messages WHERE text = 'memberJoined'")).toBe(1)
  expect(value('SELECT member_count FROM conversations')).toBe(2)
})

it('a request is decided once', async () => {
  const conversationId = group('invite-only')
  const { requestId } = requestToJoin(createPerson(db), { conversationId })
  const outcomes = await race(
    file,
    module('groups/decide-request'),
    'decideRequest',
    calls((index) => ({ ctx: person(0), input: { requestId, approve: index % 2 === 0 } })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  const approved = value("SELECT count(*) FROM join_requests WHERE status = 'approved'")
  expect(value(present)).toBe(1 + Number(approved))
})

it('when the last admins leave at once, an admin remains', async () => {
  const conversationId = group(
    'private',
    people.slice(1).map(({ actor }) => actor.id),
  )
  db.$client.prepare("UPDATE conversation_members SET role = 'admin' WHERE user_id = ?").run(person(1).actor.id)
  const outcomes = await race(
    file,
    module('groups/leave-group'),
    'leaveGroup',
    calls((index) => ({ ctx: person(index % 2), input: { conversationId } })),
  )
  expect(won(outcomes)).toHaveLength(2)
  expect(refusals(outcomes)).toEqual({ not_found: many - 2 })
  expect(value(`${present} AND role = 'admin'`)).toBe(1)
  expect(value('SELECT member_count FROM conversations')).toBe(2)
})

it('a group that everybody leaves at once is deactivated', async () => {
  const conversationId = group(
    'public',
    people.slice(1).map(({ actor }) => actor.id),
  )
  await race(
    file,
    module('groups/leave-group'),
    'leaveGroup',
    calls((index) => ({ ctx: person(index), input: { conversationId } })),
  )
  expect([value(present), value('SELECT is_active FROM conversations')]).toEqual([0, 0])
})
