import { expect, it } from 'vitest'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { tickOf } from './ticks.ts'
import { fromWire, toWire } from './wire.ts'

const message: MessageView = {
  id: 'm',
  conversationId: 'c',
  seq: 3,
  rev: 9,
  clientId: 'k',
  kind: 'audio',
  state: 'live',
  text: 'Hello',
  params: null,
  authorId: 'a',
  authorName: 'Anna',
  createdAt: 1_700_000_000_123,
  editedAt: 1_700_000_000_456,
  pinnedAt: null,
  replyTo: {
    messageId: 'r',
    seq: 1,
    text: 'Yes?',
    senderId: 'b',
    senderName: 'Ben',
    attachmentPreview: 'image',
    attachment: { id: 'g', name: 'roof.jpg', kind: 'image', thumbnail: true },
    gone: false,
  },
  replies: [5, 8],
  forwarded: {
    authorId: 'd',
    authorName: 'Dora',
    createdAt: 1_699_000_000_000,
    place: { conversationId: 'e', seq: 7, name: 'Roof' },
  },
  attachments: [
    {
      ...{ id: 'f', name: 'note.webm', mime: 'audio/webm', size: 12, kind: 'audio', width: null, height: null },
      ...{ durationMs: 1234, waveform: [1, 2], thumbnail: false, voice: true },
    },
  ],
  mentions: [{ userId: 'b', name: 'Ben' }],
  reactions: [{ userId: 'b', emoji: '👍' }],
  preview: { url: 'https://a.example/', title: 'A', description: null, siteName: 'a.example' },
  poll: {
    ...{ options: [{ text: 'Monday', votes: 2 }], voters: 2, multiple: false, anonymous: true },
    ...{ closesAt: 1_700_000_000_000, closedAt: null },
  },
}

it('survives a round trip', () => {
  for (const state of ['live', 'unsent', 'removed'] as const) {
    const there = { ...message, state }
    expect(fromWire(JSON.parse(JSON.stringify(toWire(there))))).toEqual(there)
  }
})

it('has the field names that existing clients know', () => {
  expect(toWire(message)).toMatchObject({
    ...{ group_id: 'c', id: 'm', content: 'Hello', sender_id: 'a', sender_name: 'Anna', sender_avatar: '/avatars/a' },
    ...{ created_at: '2023-11-14T22:13:20.123Z', is_edited: true, is_pinned: false, type: 'audio', status: 'sent' },
    attachments: [{ type: 'audio', url: '/files/f', name: 'note.webm', size: 12, duration: 1.234, waveform: [1, 2] }],
  })
})

it("derives the tick of the viewer's own message", () => {
  const me = { id: 'a', lastReadSeq: 3, lastDeliveredSeq: 3 }
  const other = (id: string, lastReadSeq: number, lastDeliveredSeq = 0) => ({ id, lastReadSeq, lastDeliveredSeq })
  expect(tickOf(message, [me], 'a')).toBe('sent')
  expect(tickOf(message, [me, other('b', 2)], 'a')).toBe('sent')
  expect(tickOf(message, [me, other('b', 3), other('c', 0, 3)], 'a')).toBe('delivered')
  expect(tickOf(message, [me, other('b', 3), other('c', 4)], 'a')).toBe('read')
  expect(tickOf(message, [me, other('b', 3)], 'b')).toBeNull()
  expect(tickOf({ ...message, state: 'unsent' }, [me, other('b', 3)], 'a')).toBeNull()
})
