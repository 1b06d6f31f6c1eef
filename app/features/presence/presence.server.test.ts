import { expect, it } from 'vitest'
import { getChatPreferences, setChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { chooseStatus } from './choose-status.server.ts'
import { connected, disconnected, getOwnStatus, presenceFor, presenceOf, setIdle } from './presence.server.ts'

it('follows the sockets of a user over their tabs, and stores when the last one closed', () => {
  const db = testDatabase()
  const { id } = createPerson(db).actor
  const now = () => presenceOf(db, [id])[id]
  expect(now()).toEqual({ status: 'offline', customText: '', lastSeenAt: null })
  expect(connected(id, 'a')).toBe(true)
  expect(connected(id, 'b')).toBe(false)
  expect(now()?.status).toBe('online')
  expect([setIdle(id, 'a', true), setIdle(id, 'b', true)]).toEqual([false, true])
  expect(now()?.status).toBe('away')
  expect(setIdle(id, 'b', false)).toBe(true)
  expect(disconnected(db, testNow, id, 'b')).toBe(true)
  expect(now()).toEqual({ status: 'away', customText: '', lastSeenAt: null })
  expect(disconnected(db, testNow + 5, id, 'a')).toBe(true)
  expect(disconnected(db, testNow + 9, id, 'a')).toBe(false)
  expect(setIdle(id, 'a', true)).toBe(false)
  expect(now()).toEqual({ status: 'offline', customText: '', lastSeenAt: testNow + 5 })
})

it('shows the chosen status to people who share a conversation, and to nobody else', () => {
  const db = testDatabase()
  const [person, partner, colleague, former] = [createPerson(db), createPerson(db), createPerson(db), createPerson(db)]
  createConversation(db, { members: [person, partner] })
  const past = createConversation(db, { members: [person, former] })
  db.$client.prepare('UPDATE conversation_members SET left_at = 1 WHERE user_id = ?').run(former.actor.id)
  chooseStatus(person, { status: 'dnd', customText: '  In a \n meeting ' })
  const { id } = person.actor
  const seen = { [id]: { status: 'dnd', customText: 'In a meeting', lastSeenAt: null } }
  expect(past.id).not.toBe('')
  expect(presenceFor(partner, [id])).toEqual(seen)
  expect(presenceFor(person, [id, id])).toEqual(seen)
  expect(presenceFor(colleague, [id])).toEqual({})
  expect(presenceFor(former, [id])).toEqual({})
})

it('can be reset to automatic, keeping the text', () => {
  const person = createPerson(testDatabase())
  expect(getOwnStatus(person)).toEqual({ chosen: null, customText: '' })
  chooseStatus(person, { status: 'away', customText: 'Lunch' })
  expect(getOwnStatus(person)).toEqual({ chosen: 'away', customText: 'Lunch' })
  chooseStatus(person, { status: 'auto', customText: 'Lunch' })
  expect(getOwnStatus(person)).toEqual({ chosen: null, customText: 'Lunch' })
})

it('refuses a text of more than 140 characters', () => {
  const person = createPerson(testDatabase())
  chooseStatus(person, { status: 'auto', customText: 'x'.repeat(140) })
  expect(() => chooseStatus(person, { status: 'auto', customText: 'x'.repeat(141) })).toThrow('statusLong')
})

it('stores chat preferences', () => {
  const person = createPerson(testDatabase())
  expect(getChatPreferences(person)).toEqual({
    shortcuts: true,
    linkPreviews: true,
    relayCalls: false,
    groupLevel: 'all',
  })
  setChatPreferences(person, { shortcuts: false, linkPreviews: true, relayCalls: false, groupLevel: 'all' })
  expect(getChatPreferences(person)).toEqual({
    shortcuts: false,
    linkPreviews: true,
    relayCalls: false,
    groupLevel: 'all',
  })
  setChatPreferences(person, { shortcuts: true, linkPreviews: false, relayCalls: false, groupLevel: 'all' })
  expect(getChatPreferences(person)).toEqual({
    shortcuts: true,
    linkPreviews: false,
    relayCalls: false,
    groupLevel: 'all',
  })
})
