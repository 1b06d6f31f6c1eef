import { describe, expect, it } from 'vitest'
import type { ConversationDetail, ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import type { ConversationNotice } from '#app/realtime/protocol/socket-events.ts'
import { createModelSelector } from './chat-model-selector.ts'
import { type ChatState, countUnread, emptyChatState } from './chat-state.ts'
import {
  withCursors,
  withDraft,
  withMessage,
  withNotice,
  withOwnRead,
  withoutConversation,
  withPresenceSnapshot,
  withReceipts,
  withSentDraft,
  withTypingExpired,
  withTypist,
} from './merge-events.ts'
import { withModel } from './merge-model.ts'
import { windowOf } from './message-window.ts'
import type { OutboxEntry } from './outbox-rules.ts'
import { readTarget } from './read-marks.ts'

const summary: ConversationSummary = {
  id: 'c',
  type: 'group',
  name: 'Site',
  description: '',
  groupType: null,
  privacy: 'private',
  subject: null,
  otherUserId: null,
  lastSeq: 5,
  lastRev: 8,
  lastMessage: null,
  lastMessageAt: 0,
  lastReadSeq: 3,
  unread: 2,
  markedUnread: false,
  level: 'all',
  pinnedAt: null,
  memberCount: 2,
  role: 'member',
  draft: null,
}
const emptyModel: ChatModel = {
  viewer: { id: 'me', name: 'Me' },
  conversations: [],
  open: null,
  removed: null,
  presence: {},
  typing: [],
  connection: 'static',
}
const entry = (conversationId: string, text: string): OutboxEntry => ({
  ...{ clientId: text, conversationId, text, replyToId: null, fileIds: [], files: [] },
  ...{ createdAt: 0, attempts: 0, state: 'pending' },
})
const member = { name: '', jobTitle: null, role: 'member' as const, lastReadAt: null }
const detail: ConversationDetail = {
  ...summary,
  tags: [],
  settings: { allowInvites: true, moderateMessages: false, allowFileSharing: true, allowCalls: true },
  members: [
    { ...member, id: 'me', lastReadSeq: 3, lastDeliveredSeq: 5 },
    { ...member, id: 'anna', lastReadSeq: 4, lastDeliveredSeq: 4 },
  ],
  rights: [],
  readOnly: false,
  sendRefusal: null,
  clientName: null,
  requestCount: 0,
  pendingMessageCount: 0,
  ownPendingMessages: [],
  draftReplyToId: null,
  savedIds: [],
  contract: null,
  work: [],
  ownVotes: [],
  canTranslate: false,
}
const message: MessageView = {
  id: 'm',
  conversationId: 'c',
  seq: 6,
  rev: 9,
  clientId: null,
  kind: 'text',
  state: 'live',
  text: 'Done',
  params: null,
  authorId: 'anna',
  authorName: 'Anna',
  createdAt: 1,
  editedAt: null,
  pinnedAt: null,
  replyTo: null,
  replies: [],
  forwarded: null,
  poll: null,
  attachments: [],
  mentions: [],
  reactions: [],
  preview: null,
}
const state: ChatState = {
  ...emptyChatState,
  isListed: true,
  viewer: { id: 'me', name: 'Me' },
  conversations: new Map([['c', summary]]),
  opened: new Map([
    ['c', { detail, window: windowOf({ messages: [], hasOlder: false, hasNewer: false }, 8), held: [] }],
  ]),
  openId: 'c',
}
it('restores a draft in its own conversation', () => {
  const left = withDraft({ ...state, openId: null }, 'c', 'Half a', 'm')
  expect(left.conversations.get('c')?.draft).toBe('Half a')
  expect(left.opened.get('c')?.detail).toMatchObject({ draft: 'Half a', draftReplyToId: 'm' })
  expect(withDraft(left, 'c', null, null).opened.get('c')?.detail.draft).toBeNull()
  expect(withDraft(state, 'another', 'Half a', null)).toBe(state)
})

const notice: ConversationNotice = {
  conversation: 'c',
  lastSeq: 6,
  lastRev: 9,
  unread: 3,
  level: 'all',
  lastMessage: null,
  mentioned: false,
  isNew: true,
}

describe('the rows of conversations', () => {
  it('follow notices, only forward', () => {
    const next = withNotice(state, notice)
    expect(next.conversations.get('c')).toMatchObject({ lastSeq: 6, lastRev: 9, unread: 3 })
    expect(next.opened.get('c')?.window.latest).toBe(9)
    expect(withNotice(next, { ...notice, lastSeq: 5, lastRev: 8 })).toBe(next)
  })

  it('do not become unread again if they were read here meanwhile', () => {
    const read = withOwnRead(state, 'c', 5)
    expect(read.conversations.get('c')).toMatchObject({ lastReadSeq: 5, unread: 0 })
    expect(withNotice(read, notice).conversations.get('c')).toMatchObject({ unread: 1 })
    expect(withOwnRead(read, 'c', 2)).toBe(read)
  })

  it('are counted if they are unread and not muted', () => {
    expect(countUnread(state)).toBe(1)
    expect(countUnread(withOwnRead(state, 'c', 5))).toBe(0)
    expect(countUnread(withNotice(state, { ...notice, level: 'none' }))).toBe(0)
    expect(countUnread({ ...state, isListed: false })).toBeNull()
  })

  it('are removed with everything in them when the viewer has left', () => {
    const left = withoutConversation(state, 'c')
    expect([left.conversations.size, left.opened.size, left.openId]).toEqual([0, 0, null])
  })

  it('lose their draft when it was sent from another device, but not what was written since', () => {
    const drafted = withDraft(state, 'c', 'On Monday. ', null)
    const draftIn = (next: ChatState) => [next.conversations.get('c')?.draft, next.opened.get('c')?.detail.draft]
    expect(draftIn(withSentDraft(drafted, { ...message, text: 'On Monday.' }))).toEqual([null, null])
    expect(draftIn(withSentDraft(drafted, { ...message, text: 'On' }))).toEqual(['On Monday. ', 'On Monday. '])
  })

  it('leave what the viewer had written in them to copy, if they were open', () => {
    const typed = { ...withDraft(state, 'c', 'Half a thou', null), outbox: [entry('c', 'Unsent'), entry('d', 'Other')] }
    const left = withoutConversation(typed, 'c')
    expect(left.removed).toEqual({ id: 'c', name: detail.name, unsent: ['Unsent'], draft: 'Half a thou' })
    expect(withDraft(left, 'c', 'Half a thought', null).removed?.draft).toBe('Half a thought')
    expect(left.outbox).toHaveLength(1)
    expect(withoutConversation({ ...typed, openId: null }, 'c').removed).toBeNull()
    expect(withModel(left, emptyModel).removed).toBeNull()
  })
})

describe('receipts', () => {
  it('only move positions forward, and reading implies delivery', () => {
    const read = withReceipts(state, 'c', [{ userId: 'anna', lastReadSeq: 5, readAt: 99 }])
    const late = withReceipts(read, 'c', [{ userId: 'anna', deliveredSeq: 2, lastReadSeq: 1, readAt: 1 }])
    for (const each of [read, late])
      expect(each.opened.get('c')?.detail.members[1]).toMatchObject({
        lastReadSeq: 5,
        lastDeliveredSeq: 5,
        lastReadAt: 99,
      })
  })

  it('are not needed from the author of a message, who has read everything before it', () => {
    const said = withMessage(state, { ...message, seq: 9, authorId: 'anna', createdAt: 77 }, (window) => window)
    expect(said.opened.get('c')?.detail.members[1]).toMatchObject({
      lastReadSeq: 9,
      lastDeliveredSeq: 9,
      lastReadAt: 77,
    })
  })

  it("of the viewer's other tab update the unread count", () => {
    expect(withReceipts(state, 'c', [{ userId: 'me', lastReadSeq: 5 }]).conversations.get('c')?.unread).toBe(0)
  })
})

describe('typing', () => {
  it('ends six seconds after its last event', () => {
    const typist = { conversationId: 'c', userId: 'anna', userName: 'Anna' }
    const typing = withTypist(withTypist(state, typist, 0), typist, 4_000)
    expect(typing.typing).toHaveLength(1)
    expect(withTypingExpired(typing, 9_999).typing).toHaveLength(1)
    expect(withTypingExpired(typing, 10_000).typing).toHaveLength(0)
  })

  it('is not shown for the viewer', () => {
    expect(withTypist(state, { conversationId: 'c', userId: 'me', userName: 'Me' }, 0)).toBe(state)
  })
})

it('treats users who are not in the presence snapshot as offline', () => {
  const seen = { status: 'online' as const, customText: 'On site', lastSeenAt: null }
  const { presence } = withPresenceSnapshot({ ...state, presence: { anna: seen, ben: seen } }, { ben: seen })
  expect([presence.anna?.status, presence.ben?.status]).toEqual(['offline', 'online'])
})

it('does not mark a conversation as read that has not loaded', () => expect(readTarget(state, false)).toBe(null))

it('marks a conversation as read as far as it was on the screen', () => {
  const messages = [4, 5].map((seq) => ({ ...message, id: `m${seq}`, seq }))
  const window = windowOf({ messages, hasOlder: true, hasNewer: false }, 8)
  const open = { ...state, opened: new Map([['c', { detail, window, held: [] }]]) }
  const targets = [0, 3, 4, 5].map((seenSeq) => readTarget({ ...open, seenSeq }, false)?.seq ?? null)
  expect(targets).toEqual([null, null, 4, 5])
})

it('keeps the place of somebody who reads far above when only the details are reloaded', () => {
  const far = windowOf({ messages: [{ ...message, id: 'old', seq: 1, rev: 1 }], hasOlder: false, hasNewer: true }, 8)
  const deep = { ...state, opened: new Map([['c', { detail, window: far, held: [] }]]) }
  const held = [{ id: 'h', authorName: 'Anna', text: 'May I?', createdAt: 0, attachments: [] }]
  const shown = [{ ...message, id: 'new', seq: 5, rev: 8, tick: null }]
  const open = { conversation: detail, messages: shown, hasOlder: true, hasNewer: false, held, firstUnreadSeq: null }
  const idsIn = (next: ChatState) => next.opened.get('c')?.window.messages.map(({ id }) => id)
  const kept = withModel(deep, { ...emptyModel, open }, { keepPlace: true })
  expect([idsIn(kept), kept.opened.get('c')?.held]).toEqual([['old'], held])
  expect(idsIn(withModel(deep, { ...emptyModel, open }))).toEqual(['new'])
})

describe('what has not changed', () => {
  const other = { ...summary, id: 'd', lastMessage: { ...message, text: 'Hello' } }
  const shown = { ...message, tick: null }
  const loaded: ChatModel = {
    viewer: { id: 'me', name: 'Me' },
    conversations: [summary, other],
    open: { conversation: detail, messages: [shown], hasOlder: false, hasNewer: false, held: [], firstUnreadSeq: null },
    presence: {},
    removed: null,
    typing: [],
    connection: 'static',
  }

  it('stays the same object, so that no row renders again', () => {
    const modelOf = createModelSelector()
    const seeded = withModel(emptyChatState, loaded)
    const { lastSeq, lastRev, lastReadSeq, unread } = summary
    const cursors = ['c', 'd'].map((id) => ({ id, lastSeq, lastRev, lastReadSeq, unread }))
    const reloaded = structuredClone({ ...loaded, open: null })
    for (const next of [
      seeded,
      { ...seeded, connection: 'online' as const },
      withCursors(seeded, cursors),
      withModel(seeded, reloaded, { list: true }),
    ]) {
      const model = modelOf(next)
      expect(model.conversations[0]).toBe(summary)
      expect(model.conversations[1]).toBe(other)
      expect(model.open?.conversation).toBe(detail)
      expect(model.open?.messages[0]).toBe(shown)
    }
  })

  it('is told from what has', () => {
    const seeded = withModel(emptyChatState, loaded)
    const [first, second] = structuredClone(loaded.conversations)
    const reloaded = {
      ...loaded,
      conversations: [first, { ...second, level: 'none' }] as ConversationSummary[],
      open: null,
    }
    const { conversations } = createModelSelector()(withModel(seeded, reloaded, { list: true }))
    expect(conversations[0]).toBe(summary)
    expect(conversations[1]).toEqual({ ...other, level: 'none' })
  })
})
