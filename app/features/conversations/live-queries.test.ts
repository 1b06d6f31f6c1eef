import { expect, it, vi } from 'vitest'
import { addMember, createConversation, removeMember, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import {
  listCursors,
  listMemberCursors,
  listMembersOfSharedConversations,
  listUndelivered,
} from './live-queries.server.ts'

function world() {
  const db = testDatabase()
  const [anna, bert, cleo, gone] = [createPerson(db), createPerson(db), createPerson(db), createPerson(db)]
  const { id: group } = createConversation(db, { members: [anna, bert, gone] })
  const { id: other } = createConversation(db, { members: [bert, cleo] })
  for (const text of ['one', 'two']) say(anna, group, text)
  removeMember(db, group, gone)
  return { db, anna, bert, cleo, gone, group, other }
}

it("gives a user's positions in their conversations, and in no others", () => {
  const { db, anna, gone, group } = world()
  expect(listCursors(anna)).toEqual([{ id: group, lastSeq: 2, lastRev: 2, lastReadSeq: 0, unread: 2 }])
  expect(listCursors(gone)).toEqual([])
  db.$client.prepare('UPDATE conversations SET is_active = 0 WHERE id = ?').run(group)
  expect(listCursors(anna)).toEqual([])
})

it('lists the current members of conversations', () => {
  const { db, anna, bert, gone, group } = world()
  const listed = () => listMemberCursors(db, [group, 'nowhere']).map(({ userId }) => userId)
  expect(listed().toSorted()).toEqual([anna.actor.id, bert.actor.id].toSorted())
  addMember(db, group, gone)
  expect(listed()).toHaveLength(3)
  expect(listMemberCursors(db, [group])[0]).toMatchObject({ lastSeq: 2, lastRev: 2, unread: 2, level: 'all' })
})

it('lists what has not been delivered to a user', () => {
  const { db, bert, gone, group } = world()
  const userId = bert.actor.id
  expect(listUndelivered(db, [userId, gone.actor.id])).toEqual([{ conversationId: group, userId, seq: 2 }])
  db.$client.prepare('UPDATE conversation_members SET last_delivered_seq = 2 WHERE user_id = ?').run(userId)
  expect(listUndelivered(db, [userId])).toEqual([])
})

it('finds the users who share a conversation with somebody', () => {
  const { db, anna, bert, cleo, gone } = world()
  const ids = (of: typeof anna) =>
    [...new Set(listMembersOfSharedConversations(db, [of.actor.id]).map(({ userId }) => userId))].toSorted()
  expect(ids(anna)).toEqual([anna.actor.id, bert.actor.id].toSorted())
  expect(ids(bert)).toEqual([anna.actor.id, bert.actor.id, cleo.actor.id].toSorted())
  expect(ids(gone)).toEqual([])
})

it('uses an index in every query', () => {
  const db = testDatabase()
  const prepared = vi.spyOn(db.$client, 'prepare')
  const me = createPerson(db)
  prepared.mockClear()
  listCursors({ ...me, db })
  listMemberCursors(db, [])
  listUndelivered(db, [])
  listMembersOfSharedConversations(db, [])
  const queries = prepared.mock.calls.map(([query]) => query)
  expect(queries).toHaveLength(4)
  const bindings = { userId: '', userIds: '[]', conversationIds: '[]' }
  for (const query of queries) {
    const plan = db.$client.prepare(`EXPLAIN QUERY PLAN ${query}`).all(bindings) as Array<{ detail: string }>
    const scans = plan.filter(({ detail }) => detail.startsWith('SCAN') && !/^SCAN (asked|theirs)/.test(detail))
    expect(scans).toEqual([])
  }
})
