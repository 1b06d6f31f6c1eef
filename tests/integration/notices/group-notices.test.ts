// Whom the verbs of groups tell, among everybody who might be told.
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { createGroup } from '#app/features/groups/create-group.server.ts'
import { decideRequest } from '#app/features/groups/decide-request.server.ts'
import { inviteMembers } from '#app/features/groups/invite-members.server.ts'
import { requestToJoin } from '#app/features/groups/request-to-join.server.ts'
import { chatNoticeListener } from '#app/features/messages/chat-notices.server.ts'
import { notificationListener } from '#app/features/notifications/listen.server.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { record } from '#tests/setup/events.ts'
import { makeNoticeWorld, type Name, type NoticeWorld } from './notice-world.ts'

let db: Database
let world: NoticeWorld
beforeAll(async () => {
  db = testDatabase()
  world = await makeNoticeWorld(db)
})
beforeEach(() => void db.$client.exec('DELETE FROM notifications; DELETE FROM mails'))

const person = (name: Name) => world.people.get(name) as UserContext
const idOf = (name: Name) => person(name).actor.id
const settings = { allowInvites: true, moderateMessages: false, allowFileSharing: true, allowCalls: true }
const about = { description: '', groupType: 'team' as const, tags: [], settings }
const group = (privacy: 'private' | 'invite-only', members: Name[]) =>
  createGroup(person('client.owner'), {
    ...{ ...about, name: 'Site', privacy },
    memberIds: members.map(idOf),
  }).conversationId

/** Who was told what, with where it leads, once everything has been delivered; nobody gets a mail of it. */
function told(): string[] {
  const dispatcher = startDispatcher(db, [notificationListener, chatNoticeListener])
  dispatcher.deliver()
  dispatcher.stop()
  const rows = db.$client
    .prepare<[], { user: string; text: string; url: string }>(
      'SELECT user_id AS user, text_key AS text, action_url AS url FROM notifications',
    )
    .all()
  expect(db.$client.prepare('SELECT count(*) FROM mails').pluck().get()).toBe(0)
  const nameOf = (id: string) => [...world.people].find(([, { actor }]) => actor.id === id)?.[0] ?? 'nobody'
  return rows.map(({ user, text, url }) => `${text} ${nameOf(user)} ${url}`).sort()
}

it('tells those who were added, not who added them, and nobody to whom messages are closed', () => {
  const id = group('private', ['client.manager', 'provider.owner', 'client.closed'])
  expect(told()).toEqual([`chatAdded client.manager /messages/${id}`, `chatAdded provider.owner /messages/${id}`])
})

it('tells of an invitation those alone who were not members', () => {
  const id = group('private', ['client.manager'])
  db.$client.exec('DELETE FROM notifications')
  inviteMembers(person('client.owner'), {
    conversationId: id,
    userIds: [idOf('client.manager'), idOf('client.viewer')],
  })
  expect(told()).toEqual([`chatAdded client.viewer /messages/${id}`])
})

it('tells the admins of a group of a request once, and who asked of the answer', () => {
  const id = group('invite-only', ['client.manager', 'client.closed', 'client.viewer'])
  const promote = db.$client.prepare(
    "UPDATE conversation_members SET role = 'admin' WHERE conversation_id = ? AND user_id = ?",
  )
  for (const name of ['client.manager', 'client.closed'] as const) promote.run(id, idOf(name))
  for (const [approve, answer, url] of [
    [false, 'chatRequestDenied', '/messages/groups'],
    [true, 'chatRequestApproved', `/messages/${id}`],
  ] as const) {
    db.$client.exec('DELETE FROM notifications')
    const asker = approve ? 'provider.manager' : 'third'
    const { requestId } = requestToJoin(person(asker), { conversationId: id })
    requestToJoin(person(asker), { conversationId: id })
    const asked = ['client.manager', 'client.owner'].map((name) => `chatRequest ${name} /messages/${id}/details`)
    expect(told()).toEqual(asked)
    decideRequest(person('client.owner'), { requestId, approve })
    expect(told()).toEqual([...asked, `${answer} ${asker} ${url}`].sort())
  }
})

it('mails a request to complete a bid to whoever made it, unless they may only read bids now', () => {
  const { bidId, projectId, client, provider } = world
  const { id, email } = provider.actor
  db.$client.prepare("UPDATE company_members SET role = 'member' WHERE user_id = ?").run(id)
  const mailed = (['write', 'read'] as const).map((access) => {
    setModule(db, id, provider.company.id, 'bids', access)
    db.$client.exec('DELETE FROM mails')
    const bid = { projectId, title: 'Roof', bidId, companyId: provider.company.id, ownerCompanyId: client.company.id }
    const dispatcher = startDispatcher(db, [notificationListener])
    record(db, 'bid.completion_asked', { ...bid, client: 'Client', dueAt: 1 })
    dispatcher.deliver()
    dispatcher.stop()
    return db.$client.prepare<[string], number>('SELECT count(*) FROM mails WHERE recipient = ?').pluck().get(email)
  })
  expect(mailed).toEqual([1, 0])
})
