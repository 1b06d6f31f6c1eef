import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  chooseNotificationLevel,
  levelOf,
  notificationChoice,
  unmuteConversation,
} from '#app/features/conversations/choose-notification-level.server.ts'
import { countUnreadConversations, getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { setChatPreferences } from '#app/features/conversations/set-chat-preferences.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import type { ConversationType, NotificationLevel } from '#db/vocabulary/chat.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { chatNoticeListener } from './chat-notices.server.ts'
import { sendMessage } from './send-message.server.ts'

type Choice = { type: ConversationType; forGroups: 'all' | 'mentions'; own: NotificationLevel | null }

function world({ type, forGroups, own }: Choice) {
  const db = testDatabase()
  const [anna, bo] = [createPerson(db), createPerson(db)]
  const id = createConversation(db, { members: [anna, bo], type }).id
  setChatPreferences(bo, { shortcuts: true, linkPreviews: true, relayCalls: false, groupLevel: forGroups })
  if (own) chooseNotificationLevel(bo, { conversationId: id, level: own })
  return { db, anna, bo, id }
}

describe('a conversation tells of', () => {
  it.each<[Choice, NotificationLevel, unread: number, notices: string[]]>([
    [{ type: 'group', forGroups: 'all', own: null }, 'all', 1, ['chatReply', 'chatMention']],
    [{ type: 'group', forGroups: 'mentions', own: null }, 'mentions', 1, ['chatReply', 'chatMention']],
    [{ type: 'group', forGroups: 'mentions', own: 'all' }, 'all', 1, ['chatReply', 'chatMention']],
    [{ type: 'group', forGroups: 'all', own: 'mentions' }, 'mentions', 1, ['chatReply', 'chatMention']],
    [{ type: 'group', forGroups: 'all', own: 'none' }, 'none', 0, []],
    [{ type: 'team', forGroups: 'mentions', own: 'none' }, 'none', 0, []],
    [{ type: 'client', forGroups: 'mentions', own: null }, 'mentions', 1, ['chatReply', 'chatMention']],
    [{ type: 'direct', forGroups: 'mentions', own: null }, 'all', 1, ['chatMention']],
    [{ type: 'direct', forGroups: 'all', own: 'none' }, 'none', 0, []],
  ])('%j: %s', (choice, level, unread, notices) => {
    const { db, anna, bo, id } = world(choice)
    const dispatcher = startDispatcher(db, [chatNoticeListener])
    const asked = say(bo, id, 'Who?')
    const send = (text: string, replyToId: string | null) =>
      sendMessage(anna, { conversationId: id, text, replyToId, clientId: randomUUID() })
    send('I', asked.id)
    send(`Ask @${bo.actor.name}`, null)
    send('Good', null)
    dispatcher.deliver()
    dispatcher.stop()
    const told = db.$client.prepare('SELECT text_key FROM notifications WHERE user_id = ? ORDER BY id').pluck()
    expect([getConversation(bo, id)?.level, countUnreadConversations(bo), told.all(bo.actor.id)]).toEqual([
      ...[level, unread, notices],
    ])
    expect(getConversation(anna, id)?.level).toBe('all')
  })

  it.each(['all', 'mentions', null] as const)('what it told of before it was muted: %s', (own) => {
    const { bo, id } = world({ type: 'group', forGroups: 'all', own })
    for (let times = 0; times < 2; times += 1) chooseNotificationLevel(bo, { conversationId: id, level: 'none' })
    expect([notificationChoice(bo, id).own, getConversation(bo, id)?.level]).toEqual(['none', 'none'])
    unmuteConversation(bo, { conversationId: id })
    expect([notificationChoice(bo, id).own, getConversation(bo, id)?.level]).toEqual([own, own ?? 'all'])
  })

  it('what all groups tell of again, once the choice is undone', () => {
    const { bo, id } = world({ type: 'group', forGroups: 'mentions', own: 'none' })
    expect(notificationChoice(bo, id)).toEqual({ own: 'none', forGroups: 'mentions' })
    chooseNotificationLevel(bo, { conversationId: id, level: levelOf('') })
    expect([notificationChoice(bo, id).own, getConversation(bo, id)?.level]).toEqual([null, 'mentions'])
  })
})

it('is chosen by members, among what there is', () => {
  const { db, bo, id } = world({ type: 'direct', forGroups: 'all', own: null })
  expect(() => chooseNotificationLevel(bo, { conversationId: id, level: 'mentions' })).toThrow('validation:choice')
  expect(() => chooseNotificationLevel(createPerson(db), { conversationId: id, level: 'none' })).toThrow('notFound')
  for (const wrong of ['loud', null]) expect(() => levelOf(wrong)).toThrow('validation:choice')
})
