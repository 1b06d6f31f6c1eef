import { expect, it } from 'vitest'
import { type NotificationFacts, shouldNotify } from './notification-rules.ts'
import { notificationOf } from './telling.ts'

const wanted: NotificationFacts = {
  focused: false,
  authorId: 'anna',
  viewerId: 'ben',
  level: 'all',
  mentioned: false,
  status: 'online',
}
const table: Array<[string, Partial<NotificationFacts>, boolean]> = [
  ['not focused, by somebody else', {}, true],
  ['away', { status: 'away' }, true],
  ['busy', { status: 'busy' }, true],
  ['status not known', { status: undefined }, true],
  ['do not disturb', { status: 'dnd' }, false],
  ['looking at it', { focused: true }, false],
  ['own message from another device', { authorId: 'ben' }, false],
  ['system message', { authorId: null }, false],
  ['for somebody else, where mentions are wanted', { level: 'mentions' }, false],
  ['for the viewer, where mentions are wanted', { level: 'mentions', mentioned: true }, true],
  [
    'for the viewer, where mentions are wanted, but do not disturb',
    { level: 'mentions', mentioned: true, status: 'dnd' },
    false,
  ],
  ['muted', { level: 'none' }, false],
  ['for the viewer, and muted', { level: 'none', mentioned: true }, false],
]

it.each(table)('%s', (_name, facts, notified) => expect(shouldNotify({ ...wanted, ...facts })).toBe(notified))

it('shows the author and at most 50 characters of the text', () => {
  const text = `${'👷'.repeat(60)}`
  const about = { groupId: 'c', messageId: 'm', senderId: 'anna' }
  const { title, options } = notificationOf({ sender: 'Anna', text, ...about })
  expect(title).toBe('Anna')
  expect([...options.body]).toHaveLength(50)
  expect(options).toMatchObject({
    icon: '/icons/icon-192x192.png',
    badge: '/icons/badge-72x72.png',
    vibrate: [100, 50, 100],
    tag: 'message-notification',
    data: about,
  })
})
