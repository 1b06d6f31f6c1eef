import { expect, it } from 'vitest'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { hideMessage } from '#app/features/messages/hide-message.server.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'
import { savedMessages } from '#db/schema/messages/personal.ts'
import { createConversation, removeMember, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { saveMessage } from './save-message.server.ts'
import { listSavedMessages } from './saved-messages.server.ts'

function world() {
  const db = testDatabase()
  const [anna, bo, stranger] = [createPerson(db), createPerson(db), createPerson(db)]
  const group = createConversation(db, { members: [anna, bo], name: 'Roof' }).id
  const direct = createConversation(db, { members: [anna, bo], type: 'direct' }).id
  return { db, anna, bo, stranger, group, direct }
}
const texts = (ctx: Parameters<typeof listSavedMessages>[0]) =>
  listSavedMessages(ctx).saved.map(({ message, conversationName }) => [message.text, conversationName])

it('is found again by whoever saved it, the last saved first, and by nobody else', () => {
  const { db, anna, bo, group, direct } = world()
  const [first, second] = [say(bo, group, 'Tiles on Monday'), say(bo, direct, 'Call me')]
  saveMessage(anna, { messageId: second.id, saved: true })
  saveMessage(anna, { messageId: first.id, saved: true })
  saveMessage(anna, { messageId: first.id, saved: true })
  expect(texts(anna)).toEqual([
    ['Tiles on Monday', 'Roof'],
    ['Call me', bo.actor.name],
  ])
  expect(texts(bo)).toEqual([])
  expect(getConversation(anna, group)?.savedIds).toEqual([first.id])
  expect(getConversation(bo, group)?.savedIds).toEqual([])
  expect(recorded(db, 'chat.conversation.changed').map(({ userIds }) => userIds)).toEqual(
    Array.from({ length: 3 }, () => [anna.actor.id]),
  )
  saveMessage(anna, { messageId: second.id, saved: false })
  expect(texts(anna)).toEqual([['Tiles on Monday', 'Roof']])
})

it('shows nothing that is gone, hidden, or closed to its reader now, which can still be removed', () => {
  const { anna, bo, stranger, group } = world()
  const [gone, hidden, left] = [say(bo, group, 'Gone'), say(bo, group, 'Hidden'), say(bo, group, 'Left')]
  expect(() => saveMessage(stranger, { messageId: gone.id, saved: true })).toThrow('noMessage')
  for (const { id } of [gone, hidden, left]) saveMessage(anna, { messageId: id, saved: true })
  unsendMessage(bo, { messageId: gone.id })
  hideMessage(anna, { messageId: hidden.id })
  expect(texts(anna)).toEqual([['Left', 'Roof']])
  expect(() => saveMessage(bo, { messageId: gone.id, saved: true })).toThrow('gone')
  removeMember(anna.db, group, anna)
  expect(texts(anna)).toEqual([])
  saveMessage(anna, { messageId: left.id, saved: false })
  expect(anna.db.select().from(savedMessages).all()).toHaveLength(2)
})

it('pages by key, both ways', () => {
  const { anna, bo, group } = world()
  for (let each = 1; each <= 65; each += 1) saveMessage(anna, { messageId: say(bo, group, `${each}`).id, saved: true })
  const first = listSavedMessages(anna)
  const second = listSavedMessages(anna, { before: first.before ?? 0 })
  const third = listSavedMessages(anna, { before: second.before ?? 0 })
  const ends = [first, second, third].map(({ saved }) => [saved[0]?.message.text, saved.at(-1)?.message.text])
  expect(ends).toEqual([
    ['65', '36'],
    ['35', '6'],
    ['5', '1'],
  ])
  expect([first.after, third.before]).toEqual([null, null])
  expect(listSavedMessages(anna, { after: third.after ?? 0 }).saved).toEqual(second.saved)
})

it('has an end', () => {
  const { anna, bo, group } = world()
  const insert = anna.db.$client.prepare('INSERT INTO saved_messages (user_id, message_id, saved_at) VALUES (?, ?, 1)')
  for (let each = 1; each <= 1000; each += 1) insert.run(anna.actor.id, say(bo, group, 'One more').id)
  expect(() => saveMessage(anna, { messageId: say(bo, group, 'Too many').id, saved: true })).toThrow('tooManySaved')
})
