import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import {
  markConversationRead,
  markConversationUnread,
  markDelivered,
} from '#app/features/conversations/mark-conversation-read.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { listeners } from '#app/listeners.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { anyFile, createConversation, removeMember, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { chatNoticeListener } from './chat-notices.server.ts'
import { decidePendingMessage } from './decide-pending-message.server.ts'
import { editMessage } from './edit-message.server.ts'
import { hideMessage } from './hide-message.server.ts'
import { getMessage, listMessages, listPendingMessages, listPinned, seenBy } from './message-queries.server.ts'
import { pinMessage } from './pin-message.server.ts'
import { reactToMessage } from './react-to-message.server.ts'
import { removeMessage } from './remove-message.server.ts'
import { saveDraft } from './save-draft.server.ts'
import { sendMessage } from './send-message.server.ts'
import { unsendMessage } from './unsend-message.server.ts'

function world(options: Parameters<typeof createConversation>[1] = {}) {
  const db = testDatabase()
  const [admin, member, author] = [createPerson(db), createPerson(db), createPerson(db)]
  const [stranger, removed] = [createPerson(db), createPerson(db)]
  const { id } = createConversation(db, { ...options, members: [admin, member, author, removed] })
  removeMember(db, id, removed)
  return { db, admin, member, author, stranger, removed, id }
}

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError)
      return `${error.code} ${error.text.key.replace(/^chat(refused:(right\.)?|:composer\.)/, '')}`
    throw error
  }
  return 'done'
}

type Verb = (ctx: UserContext, messageId: string) => unknown
const verbs: Record<string, Verb> = {
  edit: (ctx, messageId) => editMessage(ctx, { messageId, text: 'Other' }),
  unsend: (ctx, messageId) => unsendMessage(ctx, { messageId }),
  hide: (ctx, messageId) => hideMessage(ctx, { messageId }),
  remove: (ctx, messageId) => removeMessage(ctx, { messageId }),
  pin: (ctx, messageId) => pinMessage(ctx, { messageId, pinned: true }),
  react: (ctx, messageId) => reactToMessage(ctx, { messageId, emoji: '👍' }),
  seenBy: (ctx, messageId) => seenBy(ctx, messageId),
}
const [out, gone, nobody] = ['not_found notFound', 'conflict gone', 'not_found noMessage']
const notAuthor = 'forbidden notAuthor'

describe('who may do what with a message', () => {
  it.each([
    ['edit', [out, out, notAuthor, notAuthor, 'done']],
    ['unsend', [out, out, notAuthor, notAuthor, 'done']],
    ['hide', [out, out, 'done', 'done', 'forbidden hideOwn']],
    ['remove', [out, out, 'forbidden removeMessage', 'done', 'forbidden removeMessage']],
    ['pin', [out, out, 'forbidden pin', 'done', 'forbidden pin']],
    ['react', [out, out, 'done', 'done', 'done']],
    ['seenBy', [nobody, nobody, 'done', 'done', 'done']],
  ] as const)('%s: strangers, removed members, members, admins, the author', (name, expected) => {
    const { stranger, removed, member, admin, author, id } = world()
    const answers = [stranger, removed, member, admin, author].map((ctx) => {
      const { id: messageId } = say(author, id, 'Hello')
      return refusal(() => verbs[name]?.(ctx, messageId))
    })
    expect(answers).toEqual(expected)
  })

  it('is only hiding the tombstone once the message is gone', () => {
    const { admin, author, id } = world()
    const { id: messageId } = say(author, id, 'Hello')
    unsendMessage(author, { messageId })
    const doing = Object.entries(verbs).map(([name, verb]) => [name, refusal(() => verb(admin, messageId))])
    expect(Object.fromEntries(doing)).toEqual({
      ...{ edit: gone, unsend: gone, remove: gone, pin: gone, react: gone, hide: 'done', seenBy: nobody },
    })
    expect(refusal(() => hideMessage(author, { messageId }))).toBe('done')
    for (const verb of Object.values(verbs)) expect(refusal(() => verb(admin, randomUUID()))).toBe(nobody)
  })
})

describe('a message', () => {
  const of = (ctx: UserContext, id: string): MessageView => {
    const message = getMessage(ctx, id)
    if (!message) throw new Error('the message is not there')
    return message
  }

  it('is edited, and gets a new revision only if its text changes', () => {
    const { member, author, id } = world()
    const { id: messageId } = say(author, id, 'Hello')
    editMessage(author, { messageId, text: ' Hello ' })
    expect(of(author, messageId)).toMatchObject({ rev: 1, editedAt: null })
    editMessage(author, { messageId, text: `Hello @${member.actor.name}` })
    expect(of(member, messageId)).toMatchObject({
      seq: 1,
      rev: 2,
      editedAt: author.now,
      mentions: [{ userId: member.actor.id }],
    })
    editMessage(author, { messageId, text: 'Hello all' })
    expect(of(member, messageId)).toMatchObject({ rev: 3, mentions: [] })
    expect(refusal(() => editMessage(author, { messageId, text: ' ' }))).toBe('invalid empty')
  })

  it('cannot be edited once an admin has approved it', () => {
    const { author, admin, id } = world({ moderateMessages: true })
    const messageId = say(author, id, 'Approved').id
    expect(refusal(() => editMessage(author, { messageId, text: 'Not approved' }))).toBe('forbidden editApproved')
    const own = say(admin, id, 'Of an admin').id
    expect(refusal(() => editMessage(admin, { messageId: own, text: 'Changed' }))).toBe('done')
  })

  it('keeps no content when it is unsent or removed, and a removal is audited', () => {
    const { db, admin, member, author, id } = world()
    for (const take of [() => unsendMessage, () => removeMessage]) {
      const fileIds = [anyFile(db, author, id)]
      const sent = sendMessage(author, {
        conversationId: id,
        text: `@${member.actor.name}`,
        clientId: randomUUID(),
        fileIds,
      })
      reactToMessage(member, { messageId: sent.id, emoji: '🔥' })
      pinMessage(admin, { messageId: sent.id, pinned: true })
      take()(take() === unsendMessage ? author : admin, { messageId: sent.id })
      expect(of(member, sent.id)).toMatchObject({
        ...{ state: take() === unsendMessage ? 'unsent' : 'removed', text: '', attachments: [], mentions: [] },
        ...{ reactions: [], pinnedAt: null, preview: null },
      })
    }
    const actions = db.$client.prepare('SELECT action FROM audit_log ORDER BY seq').pluck().all()
    expect(actions).toEqual(['message.pin', 'message.pin', 'message.remove'])
    expect(verifyAudit(db).brokenAt).toBeNull()
  })

  it('is hidden for one member only', () => {
    const { member, admin, author, id } = world()
    const { id: messageId } = say(author, id, 'Hello')
    hideMessage(member, { messageId })
    hideMessage(member, { messageId })
    expect([getMessage(member, messageId), listMessages(member, id).messages]).toEqual([null, []])
    expect(listMessages(admin, id).messages).toHaveLength(1)
  })

  it('is pinned and unpinned by either person of a direct conversation', () => {
    const db = testDatabase()
    const [one, two] = [createPerson(db), createPerson(db)]
    const { id } = createConversation(db, { type: 'direct', members: [one, two] })
    const { id: messageId } = say(one, id, 'Hello')
    pinMessage(two, { messageId, pinned: true })
    pinMessage(two, { messageId, pinned: true })
    expect(listPinned(one, id)).toMatchObject([{ id: messageId, rev: 2 }])
    pinMessage(one, { messageId, pinned: false })
    expect(listPinned(two, id)).toEqual([])
  })

  it('has reactions of the sixteen emoji, each once per member', () => {
    const { member, admin, author, id } = world()
    const { id: messageId } = say(author, id, 'Hello')
    reactToMessage(member, { messageId, emoji: '👍' })
    reactToMessage(member, { messageId, emoji: '👍', on: true })
    reactToMessage(admin, { messageId, emoji: '👍' })
    expect(of(author, messageId)).toMatchObject({ rev: 3, reactions: [{ emoji: '👍' }, { emoji: '👍' }] })
    reactToMessage(member, { messageId, emoji: '👍' })
    expect(of(author, messageId).reactions).toEqual([{ userId: admin.actor.id, emoji: '👍' }])
    expect(refusal(() => reactToMessage(member, { messageId, emoji: '<b>' }))).toBe('invalid emoji')
  })
})

describe('cursors', () => {
  it('only move forward, and unread is the rest', () => {
    const { db, member, author, stranger, removed, id } = world()
    const [first, second] = [say(author, id, 'One'), say(author, id, 'Two'), say(author, id, 'Three')]
    const read = (messageId?: string) => markConversationRead(member, { conversationId: id, messageId })
    expect(read(second?.id)).toEqual({ lastReadSeq: 2, unread: 1 })
    expect(read(first?.id)).toEqual({ lastReadSeq: 2, unread: 1 })
    expect(read()).toEqual({ lastReadSeq: 3, unread: 0 })
    expect(seenBy(author, second?.id ?? '')).toMatchObject([{ userId: member.actor.id, at: member.now }])
    for (const ctx of [stranger, removed])
      expect(refusal(() => markConversationRead(ctx, { conversationId: id }))).toBe(out)
    const elsewhere = say(member, createConversation(db, { members: [member] }).id, 'Elsewhere')
    expect(refusal(() => read(elsewhere.id))).toBe(nobody)
  })

  it('do not move when a conversation is marked as unread', () => {
    const { db, member, author, removed, id } = world()
    say(author, id, 'One')
    markConversationRead(member, { conversationId: id })
    markConversationUnread(member, { conversationId: id })
    const cursor = () =>
      db.$client
        .prepare('SELECT last_read_seq AS seq, marked_unread AS marked FROM conversation_members WHERE user_id = ?')
        .get(member.actor.id)
    expect(cursor()).toEqual({ seq: 1, marked: 1 })
    markConversationRead(member, { conversationId: id })
    expect(cursor()).toEqual({ seq: 1, marked: 0 })
    expect(refusal(() => markConversationUnread(removed, { conversationId: id }))).toBe(out)
  })

  it('record deliveries once, and never beyond the last message', () => {
    const { db, member, removed, author, id } = world()
    say(author, id, 'One')
    const to = (ctx: UserContext, seq: number) => ({ conversationId: id, userId: ctx.actor.id, seq })
    expect(markDelivered(db, [to(member, 1), to(member, 1), to(author, 2), to(removed, 1)])).toEqual([to(member, 1)])
    expect(markDelivered(db, [])).toEqual([])
  })
})

describe('saveDraft', () => {
  it('stores a draft until it is empty', () => {
    const { db, member, author, stranger, id } = world()
    const draft = () => db.$client.prepare('SELECT text, reply_to_id AS replyToId FROM drafts').get()
    const reply = say(author, id, 'Well?')
    saveDraft(member, { conversationId: id, text: 'Half a', replyToId: reply.id })
    expect(draft()).toEqual({ text: 'Half a', replyToId: reply.id })
    saveDraft(member, { conversationId: id, text: 'Half', replyToId: randomUUID() })
    expect(draft()).toEqual({ text: 'Half', replyToId: null })
    saveDraft(member, { conversationId: id, text: ' ' })
    expect(draft()).toBeUndefined()
    expect(refusal(() => saveDraft(stranger, { conversationId: id, text: 'x' }))).toBe(out)
    expect(refusal(() => saveDraft(member, { conversationId: id, text: 'x'.repeat(16_001) }))).toBe('invalid tooLong')
  })
})

describe('decidePendingMessage', () => {
  const sendPending = () => {
    const made = world({ moderateMessages: true })
    const { db, author, id } = made
    const input = { conversationId: id, text: 'Please', clientId: randomUUID(), fileIds: [anyFile(db, author, id)] }
    return { ...made, input, pendingMessageId: sendMessage(author, input).id }
  }

  it('is for admins, once', () => {
    const { stranger, removed, member, author, admin, pendingMessageId, id } = sendPending()
    const decide = (ctx: UserContext) => refusal(() => decidePendingMessage(ctx, { pendingMessageId, approve: true }))
    expect([stranger, removed, member, author].map(decide)).toEqual([
      out,
      out,
      'forbidden decidePending',
      'forbidden decidePending',
    ])
    expect(refusal(() => listPendingMessages(author, id))).toBe('forbidden decidePending')
    expect(listPendingMessages(admin, id)).toMatchObject([
      { id: pendingMessageId, text: 'Please', attachments: [{ name: 'document.bin' }] },
    ])
    expect([decide(admin), decide(admin)]).toEqual(['done', 'conflict decided'])
  })

  it('sends the message now, with its files; sending it again finds it', () => {
    const { author, member, admin, pendingMessageId, input, id } = sendPending()
    expect(listMessages(member, id).messages).toEqual([])
    decidePendingMessage(admin, { pendingMessageId, approve: true })
    expect(listMessages(member, id).messages).toMatchObject([
      { id: pendingMessageId, seq: 1, text: 'Please', kind: 'file' },
    ])
    expect(sendMessage(author, input)).toMatchObject({ id: pendingMessageId, duplicate: true, pending: false })
  })

  it('leaves an approved message unread for its author only if an earlier one is unread', () => {
    const { admin, author, pendingMessageId, input, id } = sendPending()
    const unread = () => getConversation(author, id)?.unread
    decidePendingMessage(admin, { pendingMessageId, approve: true })
    expect(unread()).toBe(0)
    const later = sendMessage(author, { ...input, fileIds: [], clientId: randomUUID() }).id
    say(admin, id, 'One moment')
    decidePendingMessage(admin, { pendingMessageId: later, approve: true })
    expect(unread()).toBe(2)
  })

  it('does not send a denied message, nor one by a member who has left', () => {
    const { db, author, admin, pendingMessageId, input, id } = sendPending()
    removeMember(db, id, author)
    expect(refusal(() => decidePendingMessage(admin, { pendingMessageId, approve: true }))).toBe('conflict authorLeft')
    decidePendingMessage(admin, { pendingMessageId, approve: false })
    expect([listPendingMessages(admin, id), listMessages(admin, id).messages]).toEqual([[], []])
    expect(refusal(() => sendMessage(author, input))).toBe(out)
    expect(verifyAudit(db).rows).toBe(1)
  })
})

describe('notifications go', () => {
  function notices(run: (made: ReturnType<typeof world>) => void, options = {}) {
    const made = world(options)
    const dispatcher = startDispatcher(made.db, [chatNoticeListener])
    run(made)
    dispatcher.deliver()
    dispatcher.stop()
    const of = made.db.$client.prepare('SELECT text_key FROM notifications WHERE user_id = ?').pluck()
    const { admin, member, author } = made
    return { admin: of.all(admin.actor.id), member: of.all(member.actor.id), author: of.all(author.actor.id) }
  }
  const send = (ctx: UserContext, conversationId: string, text: string, replyToId?: string) =>
    sendMessage(ctx, { conversationId, text, clientId: randomUUID(), replyToId })

  it('to members who are mentioned or replied to, once each, and not to the author', () => {
    const found = notices(({ admin, member, author, id }) => {
      const asked = say(admin, id, 'Who?')
      send(author, id, `@${admin.actor.name} @${author.actor.name}, me`, asked.id)
      send(member, id, 'Or me', asked.id)
      send(admin, id, 'Or I', asked.id)
    })
    expect(found).toEqual({ admin: ['chatMention', 'chatReply'], member: [], author: [] })
  })

  it('not to members who have muted the conversation or left it', () => {
    const found = notices(({ db, admin, member, author, id }) => {
      db.$client.prepare('UPDATE conversation_members SET muted = 1 WHERE user_id = ?').run(member.actor.id)
      send(author, id, `@${admin.actor.name} and @${member.actor.name}`)
      removeMember(db, id, admin)
    })
    expect(found).toEqual({ admin: [], member: [], author: [] })
  })

  it('to members whom only an edit mentions, once, and not to those notified before', () => {
    const found = notices(({ admin, member, author, id }) => {
      const asked = say(admin, id, 'Who?')
      const { id: messageId } = send(author, id, 'Somebody', asked.id)
      const edit = (text: string) => editMessage(author, { messageId, text })
      edit(`@${admin.actor.name} and @${member.actor.name} and @${author.actor.name}`)
      edit(`@${admin.actor.name} and @${member.actor.name}!`)
      edit('Nobody')
      edit(`But @${member.actor.name}`)
    })
    expect(found).toEqual({ admin: ['chatReply'], member: ['chatMention'], author: [] })
  })

  it('not to members whom an edit mentions and who have muted the conversation or left it', () => {
    const found = notices(({ db, admin, member, author, id }) => {
      const { id: messageId } = send(author, id, 'Somebody')
      db.$client.prepare('UPDATE conversation_members SET muted = 1 WHERE user_id = ?').run(member.actor.id)
      editMessage(author, { messageId, text: `@${admin.actor.name} and @${member.actor.name}` })
      removeMember(db, id, admin)
    })
    expect(found).toEqual({ admin: [], member: [], author: [] })
  })

  it('not out for messages unsent before the delivery, nor for replies in direct conversations', () => {
    const found = notices(({ admin, author, id }) => {
      unsendMessage(author, { messageId: send(author, id, `@${admin.actor.name}`).id })
    })
    const between = notices(({ admin, author, id }) => void send(author, id, 'Yes', say(admin, id, 'Is it?').id), {
      type: 'direct',
    })
    expect([found.admin, between.admin]).toEqual([[], []])
  })

  it('out once from the next process after a kill between commit and delivery', () => {
    const { db, admin, author, id } = world()
    startDispatcher(db, [chatNoticeListener]).stop()
    send(author, id, `@${admin.actor.name}, the crane is here`)
    const notified = () =>
      db.$client.prepare('SELECT count(*) FROM notifications WHERE user_id = ?').pluck().get(admin.actor.id)
    expect(notified()).toBe(0)
    for (let start = 1; start <= 2; start += 1) {
      const dispatcher = startDispatcher(db, [chatNoticeListener])
      dispatcher.deliver()
      dispatcher.stop()
      expect(notified()).toBe(1)
    }
  })

  it('out without a commit for a message that mentions and replies to nobody', () => {
    const { db, author, id } = world()
    const dispatcher = startDispatcher(db, listeners)
    const transactions = vi.spyOn(db, 'transaction')
    send(author, id, 'The crane is here')
    dispatcher.deliver()
    dispatcher.stop()
    expect(transactions).toHaveBeenCalledTimes(1)
    expect(recorded(db, 'chat.message.stored')).toEqual([{ messageId: expect.any(String), conversationId: id }])
    expect(db.$client.prepare('SELECT count(*) FROM outbox').pluck().get()).toBe(1)
  })

  it('to admins about pending messages, and to the author about the decision', () => {
    const found = notices(
      ({ admin, author, id }) => {
        decidePendingMessage(admin, { pendingMessageId: send(author, id, 'One').id, approve: true })
        decidePendingMessage(admin, { pendingMessageId: send(author, id, 'Two').id, approve: false })
      },
      { moderateMessages: true },
    )
    expect(found).toEqual({ admin: ['chatPending', 'chatPending'], member: [], author: ['chatApproved', 'chatDenied'] })
  })
})
