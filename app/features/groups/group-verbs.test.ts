import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { chooseNotificationLevel } from '#app/features/conversations/choose-notification-level.server.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { changeGroupRole } from './change-group-role.server.ts'
import { createGroup, type GroupInput } from './create-group.server.ts'
import { decideRequest } from './decide-request.server.ts'
import { getGroupCard, listRequests } from './group-queries.server.ts'
import { inviteMembers } from './invite-members.server.ts'
import { joinGroup } from './join-group.server.ts'
import { leaveGroup } from './leave-group.server.ts'
import { removeGroupMember } from './remove-group-member.server.ts'
import { requestToJoin } from './request-to-join.server.ts'
import { updateGroup } from './update-group.server.ts'
import { withdrawRequest } from './withdraw-request.server.ts'

const settings = { allowInvites: false, moderateMessages: false, allowFileSharing: true, allowCalls: true }
const groupInput = (change: Partial<GroupInput> = {}): GroupInput => ({
  name: 'Site team',
  description: '',
  groupType: 'project',
  privacy: 'invite-only',
  tags: [],
  settings,
  memberIds: [],
  ...change,
})

type Name = 'stranger' | 'requester' | 'member' | 'admin' | 'removed' | 'other'
let db: Database
let people: Record<Name, CompanyContext>
let conversationId: string
let requestId: string

/** An invite-only group of the admin, the member and another, with a pending request and a removed member. */
beforeEach(() => {
  db = testDatabase()
  const admin = createPerson(db)
  const colleague = () => createPerson(db, { company: admin.company, companyRole: 'member' })
  people = {
    admin,
    member: colleague(),
    other: colleague(),
    removed: colleague(),
    requester: createPerson(db),
    stranger: createPerson(db),
  }
  const memberIds = [people.member, people.other, people.removed].map(({ actor }) => actor.id)
  ;({ conversationId } = createGroup(admin, groupInput({ memberIds })))
  removeGroupMember(admin, { conversationId, userId: people.removed.actor.id })
  ;({ requestId } = requestToJoin(people.requester, { conversationId }))
})

const actors = ['stranger', 'requester', 'member', 'admin', 'removed'] as const
type Actor = (typeof actors)[number]
const codeOf = (run: () => unknown): string => {
  try {
    run()
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}
const idOf = (name: Name) => people[name].actor.id
const everybody = (code: string, but: Partial<Record<Actor, string>>) => ({
  ...{ stranger: code, requester: code, member: code, admin: code, removed: code },
  ...but,
})

const verbs: Array<[string, (ctx: CompanyContext) => unknown, Record<Actor, string>]> = [
  [
    'inviteMembers',
    (ctx) => inviteMembers(ctx, { conversationId, userIds: [idOf('removed')] }),
    everybody('not_found', { member: 'forbidden', admin: 'done' }),
  ],
  [
    'removeGroupMember',
    (ctx) => removeGroupMember(ctx, { conversationId, userId: idOf('other') }),
    everybody('not_found', { member: 'forbidden', admin: 'done' }),
  ],
  [
    'changeGroupRole',
    (ctx) => changeGroupRole(ctx, { conversationId, userId: idOf('other'), role: 'admin' }),
    everybody('not_found', { member: 'forbidden', admin: 'done' }),
  ],
  [
    'updateGroup',
    (ctx) => updateGroup(ctx, { conversationId, name: 'Another name' }),
    everybody('not_found', { member: 'forbidden', admin: 'done' }),
  ],
  [
    'decideRequest',
    (ctx) => decideRequest(ctx, { requestId, approve: true }),
    everybody('not_found', { member: 'forbidden', admin: 'done' }),
  ],
  [
    'listRequests',
    (ctx) => listRequests(ctx, conversationId),
    everybody('not_found', { member: 'forbidden', admin: 'done' }),
  ],
  [
    'leaveGroup',
    (ctx) => leaveGroup(ctx, { conversationId }),
    everybody('not_found', { member: 'done', admin: 'done' }),
  ],
  [
    'chooseNotificationLevel',
    (ctx) => chooseNotificationLevel(ctx, { conversationId, level: 'none' }),
    everybody('not_found', { member: 'done', admin: 'done' }),
  ],
  [
    'requestToJoin',
    (ctx) => requestToJoin(ctx, { conversationId }),
    everybody('done', { member: 'conflict', admin: 'conflict' }),
  ],
  ['withdrawRequest', (ctx) => withdrawRequest(ctx, { conversationId }), everybody('conflict', { requester: 'done' })],
  ['joinGroup', (ctx) => joinGroup(ctx, { conversationId }), everybody('conflict', { member: 'done', admin: 'done' })],
]

it.each(verbs.flatMap(([name, run, expected]) => actors.map((actor) => ({ name, run, actor, code: expected[actor] }))))(
  '$name by the $actor: $code',
  ({ run, actor, code }) => {
    expect(codeOf(() => run(people[actor]))).toBe(code)
    expect(verifyAudit(db).brokenAt).toBeNull()
  },
)

const group = (ctx = people.admin) => getConversation(ctx, conversationId)
const lastText = () => group()?.lastMessage?.text
const notices = (userId: string) =>
  db.$client.prepare('SELECT text_key FROM notifications WHERE user_id = ? ORDER BY id').pluck().all(userId)

describe('a group', () => {
  it('is created with its creator as admin, and notifies those who were added', () => {
    expect(group()).toMatchObject({ type: 'group', name: 'Site team', role: 'admin', memberCount: 3, unread: 0 })
    expect(group(people.member)).toMatchObject({ role: 'member', requestCount: 0 })
    expect(group()?.requestCount).toBe(1)
    expect(group(people.removed)).toBeNull()
    expect(notices(idOf('member'))).toEqual(['chatAdded'])
    expect(notices(idOf('admin'))).toEqual(['chatRequest'])
  })

  it('is created once by a form that is sent twice', () => {
    const input = groupInput({ submissionId: '0190a0c2-0000-7000-8000-000000000000' })
    expect(createGroup(people.admin, input)).toEqual(createGroup(people.admin, input))
  })

  it('needs a name of at most 100 characters, and people whom its creator can write to', () => {
    const refusal = (change: Partial<GroupInput>) => codeOf(() => createGroup(people.admin, groupInput(change)))
    expect(refusal({ name: ' \n ' })).toBe('invalid')
    expect(refusal({ name: '\u200b\u202e' })).toBe('invalid')
    expect(refusal({ name: 'x'.repeat(101) })).toBe('invalid')
    expect(refusal({ description: 'x'.repeat(1001) })).toBe('invalid')
    expect(refusal({ tags: Array.from({ length: 11 }, (_, index) => `${index}`) })).toBe('invalid')
    expect(refusal({ memberIds: [idOf('stranger')] })).toBe('invalid')
    expect(refusal({ memberIds: [idOf('admin'), idOf('member'), idOf('member')] })).toBe('done')
  })

  it('has 500 members at most', () => {
    const add = db.$client.prepare(
      `INSERT INTO users (id, email, name, role, account_type, status, email_verified_at, created_at, updated_at)
       VALUES (@id, @id || '@x.example', @id, 'enterprise', 'enterprise', 'active', 1, 1, 1)`,
    )
    const join = db.$client.prepare(
      'INSERT INTO company_members (company_id, user_id, role, joined_at) VALUES (?, ?, ?, 1)',
    )
    const ids = Array.from({ length: 498 }, (_, index) => `crowd${index}`)
    for (const id of ids) {
      add.run({ id })
      join.run(people.admin.company.id, id, 'member')
    }
    expect(codeOf(() => inviteMembers(people.admin, { conversationId, userIds: ids }))).toBe('conflict')
    expect(group()?.memberCount).toBe(3)
    expect(inviteMembers(people.admin, { conversationId, userIds: ids.slice(1) })).toEqual({ added: 497 })
    expect(group()).toMatchObject({ memberCount: 500, lastMessage: { text: 'membersAdded', params: { count: 497 } } })
  })

  it('lets members invite if its settings allow it', () => {
    updateGroup(people.admin, { conversationId, settings: { ...settings, allowInvites: true } })
    expect(inviteMembers(people.member, { conversationId, userIds: [idOf('removed')] })).toEqual({ added: 1 })
    expect(inviteMembers(people.member, { conversationId, userIds: [idOf('removed')] })).toEqual({ added: 0 })
    expect(codeOf(() => inviteMembers(people.member, { conversationId, userIds: [] }))).toBe('invalid')
  })

  it('marks existing messages as read for somebody who rejoins', () => {
    updateGroup(people.admin, { conversationId, name: 'One' })
    updateGroup(people.admin, { conversationId, name: 'Two' })
    inviteMembers(people.admin, { conversationId, userIds: [idOf('removed')] })
    expect(group(people.removed)).toMatchObject({ unread: 1, role: 'member', lastMessage: { text: 'memberAdded' } })
  })

  it('posts a system message for members who join and leave, a new name and a new privacy', () => {
    expect(lastText()).toBe('memberRemoved')
    updateGroup(people.admin, { conversationId, name: 'Yard' })
    expect(lastText()).toBe('renamed')
    updateGroup(people.admin, { conversationId, privacy: 'public' })
    expect(lastText()).toBe('madePublic')
    joinGroup(people.stranger, { conversationId })
    expect(lastText()).toBe('memberJoined')
    changeGroupRole(people.admin, { conversationId, userId: idOf('stranger'), role: 'admin' })
    expect(lastText()).toBe('madeAdmin')
    changeGroupRole(people.stranger, { conversationId, userId: idOf('admin'), role: 'member' })
    expect(lastText()).toBe('madeMember')
    const { lastSeq } = group() ?? {}
    updateGroup(people.stranger, { conversationId, description: 'All of the yard', tags: ['yard', 'Yard'] })
    expect(group()).toMatchObject({ lastSeq, description: 'All of the yard', tags: ['yard'] })
  })

  it('always has an admin, and is deactivated when everybody has left', () => {
    expect(codeOf(() => changeGroupRole(people.admin, { conversationId, userId: idOf('admin'), role: 'member' }))).toBe(
      'conflict',
    )
    expect(codeOf(() => removeGroupMember(people.admin, { conversationId, userId: idOf('admin') }))).toBe('conflict')
    leaveGroup(people.admin, { conversationId })
    expect(group(people.member)).toMatchObject({ role: 'admin', lastMessage: { text: 'adminFollows' }, memberCount: 2 })
    leaveGroup(people.other, { conversationId })
    leaveGroup(people.member, { conversationId })
    expect(getGroupCard(people.requester, conversationId)).toBeNull()
    expect(db.$client.prepare('SELECT is_active, member_count FROM conversations').raw().all()).toEqual([[0, 0]])
    expect(db.$client.prepare('SELECT status FROM join_requests').pluck().all()).toEqual(['denied'])
    expect(codeOf(() => requestToJoin(people.stranger, { conversationId }))).toBe('not_found')
  })
})

describe('a request', () => {
  it('stays one when it is made again, and can be withdrawn', () => {
    expect(requestToJoin(people.requester, { conversationId })).toEqual({ requestId })
    expect(listRequests(people.admin, conversationId)).toMatchObject([{ id: requestId, userId: idOf('requester') }])
    expect(getGroupCard(people.requester, conversationId)).toMatchObject({ joinPolicy: 'request', requestId })
    withdrawRequest(people.requester, { conversationId })
    expect(getGroupCard(people.requester, conversationId)).toMatchObject({ requestId: null })
    expect(codeOf(() => decideRequest(people.admin, { requestId, approve: true }))).toBe('conflict')
    requestToJoin(people.requester, { conversationId })
    expect(notices(idOf('admin'))).toEqual(['chatRequest'])
  })

  it('adds the member when it is approved, once', () => {
    decideRequest(people.admin, { requestId, approve: true })
    expect(group(people.requester)).toMatchObject({ role: 'member', lastMessage: { text: 'memberJoined' } })
    expect(notices(idOf('requester'))).toEqual(['chatRequestApproved'])
    expect(codeOf(() => decideRequest(people.admin, { requestId, approve: false }))).toBe('conflict')
    expect(codeOf(() => withdrawRequest(people.requester, { conversationId }))).toBe('conflict')
  })

  it('can be made again a day after it was denied', () => {
    decideRequest(people.admin, { requestId, approve: false })
    expect(group(people.requester)).toBeNull()
    expect(codeOf(() => requestToJoin(people.requester, { conversationId }))).toBe('conflict')
    requestToJoin({ ...people.requester, now: testNow + 86_400_001 }, { conversationId })
    expect(notices(idOf('admin'))).toEqual(['chatRequest', 'chatRequest'])
  })

  it('is approved by an invitation', () => {
    db.$client
      .prepare('UPDATE company_members SET company_id = ? WHERE user_id = ?')
      .run(people.admin.company.id, idOf('requester'))
    inviteMembers(people.admin, { conversationId, userIds: [idOf('requester')] })
    expect(listRequests(people.admin, conversationId)).toEqual([])
    expect(codeOf(() => decideRequest(people.admin, { requestId, approve: true }))).toBe('conflict')
  })

  it('is denied when the group becomes private', () => {
    updateGroup(people.admin, { conversationId, privacy: 'private' })
    expect(listRequests(people.admin, conversationId)).toEqual([])
    expect(codeOf(() => requestToJoin(people.stranger, { conversationId }))).toBe('not_found')
    expect(codeOf(() => joinGroup(people.stranger, { conversationId }))).toBe('not_found')
    expect(getGroupCard(people.stranger, conversationId)).toBeNull()
  })
})

describe('a public group', () => {
  it('can be joined by anyone, once', () => {
    updateGroup(people.admin, { conversationId, privacy: 'public' })
    for (const _ of [1, 2]) joinGroup(people.requester, { conversationId })
    expect(group(people.requester)).toMatchObject({ memberCount: 4, unread: 0 })
    expect(listRequests(people.admin, conversationId)).toEqual([])
    expect(codeOf(() => requestToJoin(people.stranger, { conversationId }))).toBe('conflict')
  })
})
