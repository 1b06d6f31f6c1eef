import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Database } from '#db/client.server.ts'
import { anyFile, createConversation, removeMember, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase, testDatabaseFile } from '#tests/setup/database.ts'
import { race, won } from '#tests/setup/race.ts'
import { listMessages } from './message-queries.server.ts'
import { saveDraft } from './save-draft.server.ts'
import { sendMessage, sendMessages } from './send-message.server.ts'
import { unsendMessage } from './unsend-message.server.ts'

function world(options: Parameters<typeof createConversation>[1] = {}) {
  const db = testDatabase()
  const [admin, member, other, stranger] = [createPerson(db), createPerson(db), createPerson(db), createPerson(db)]
  const { id } = createConversation(db, { ...options, members: options.members ?? [admin, member, other] })
  const refusal = (ctx: UserContext, input: Partial<Parameters<typeof sendMessage>[1]> = {}) => {
    const [result] = sendMessages([
      { ctx, input: { conversationId: id, text: 'Hello', clientId: randomUUID(), ...input } },
    ])
    return result instanceof AppError
      ? `${result.code} ${result.text.key.replace(/^chat(refused:(right\.)?|:composer\.)/, '')}`
      : 'done'
  }
  return { db, admin, member, other, stranger, id, refusal }
}

const texts = (ctx: UserContext, id: string) => listMessages(ctx, id).messages.map(({ text }) => text)
const count = (db: Database, table: string) => db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get()

describe('sendMessage', () => {
  it('is for current members', () => {
    const { db, admin, member, stranger, id, refusal } = world()
    expect([admin, member, stranger].map((ctx) => refusal(ctx))).toEqual(['done', 'done', 'not_found notFound'])
    removeMember(db, id, member)
    expect(refusal(member)).toBe('not_found notFound')
    expect(refusal(admin, { conversationId: randomUUID() })).toBe('not_found notFound')
  })

  it('stores a message once that is sent twice, and says so', () => {
    const { db, member, other, id, refusal } = world()
    const input = { conversationId: id, text: ' Hello\r\nyou ', clientId: randomUUID() }
    const first = sendMessage(member, input)
    expect(first).toMatchObject({ seq: 1, rev: 1, duplicate: false, pending: false })
    expect(sendMessage(member, { ...input, text: 'Something else' })).toEqual({ ...first, duplicate: true })
    expect(sendMessage(member, { ...input, clientId: input.clientId.toUpperCase() })).toEqual({
      ...first,
      duplicate: true,
    })
    // A clientId is unique per sender; another may have chosen the same one.
    expect(sendMessage(other, input)).toMatchObject({ duplicate: false })
    expect(texts(member, id)).toEqual(['Hello\nyou', 'Hello\nyou'])
    const elsewhere = createConversation(db, { members: [member] })
    expect(refusal(member, { ...input, conversationId: elsewhere.id })).toBe('conflict clientId')
  })

  it('refuses invalid messages', () => {
    const { member, refusal } = world()
    for (const nothing of [' \n ', '\u200b', '\u0000\u202e', '\u2800 \ufeff'])
      expect(refusal(member, { text: nothing })).toBe('invalid empty')
    expect(refusal(member, { text: 'x'.repeat(16_001) })).toBe('invalid tooLong')
    expect(refusal(member, { text: ` ${'x'.repeat(16_000)} ` })).toBe('done')
    expect(refusal(member, { clientId: 'one' })).toBe('invalid clientId')
    expect(refusal(member, { type: 'file' })).toBe('invalid noFile')
  })

  it('refuses only the invalid messages of a batch, and keeps the order of the others', () => {
    const { member, stranger, admin, id } = world()
    const input = (text: string) => ({ conversationId: id, text, clientId: randomUUID() })
    const results = sendMessages([
      { ctx: member, input: input('one') },
      { ctx: stranger, input: input('two') },
      { ctx: admin, input: input('') },
      { ctx: admin, input: input('three') },
    ])
    expect(
      results.map((result) => (result instanceof AppError ? result.code : result.pending ? 'pending' : result.seq)),
    ).toEqual([1, 'not_found', 'invalid', 2])
    expect(texts(member, id)).toEqual(['one', 'three'])
  })

  it('replies to a message of the same conversation', () => {
    const { db, admin, member, id, refusal } = world()
    const asked = say(admin, id, 'Who has the keys?')
    const elsewhere = say(admin, createConversation(db, { members: [admin, member] }).id, 'Somewhere else')
    expect(refusal(member, { replyToId: asked.id })).toBe('done')
    expect(listMessages(member, id).messages.at(-1)?.replyTo).toMatchObject({
      ...{ messageId: asked.id, seq: 1, text: 'Who has the keys?', senderName: admin.actor.name, gone: false },
    })
    expect(refusal(member, { replyToId: elsewhere.id })).toBe('not_found noReply')
    unsendMessage(admin, { messageId: asked.id })
    expect(listMessages(member, id).messages.at(-1)?.replyTo).toMatchObject({ text: '', gone: true })
  })

  it("attaches the author's files that were uploaded for the conversation, once", () => {
    const { db, member, other, id, refusal } = world()
    const file = (ctx: UserContext, conversationId = id) => anyFile(db, ctx, conversationId, { kind: 'image' })
    const own = file(member)
    expect(refusal(member, { text: '', fileIds: [own] })).toBe('done')
    expect(listMessages(member, id).messages.at(-1)).toMatchObject({
      kind: 'image',
      text: '',
      attachments: [{ id: own }],
    })
    expect(refusal(member, { fileIds: [own] })).toBe('conflict fileUsed')
    expect(refusal(member, { fileIds: [file(other)] })).toBe('invalid noFile')
    expect(refusal(member, { fileIds: [file(member, randomUUID())] })).toBe('invalid noFile')
    expect(refusal(member, { fileIds: Array.from({ length: 11 }, () => file(member)) })).toBe('invalid tooManyFiles')
  })

  it('follows the settings of the group, from which admins are exempt', () => {
    const { db, admin, member, id, refusal } = world({ allowFileSharing: false, moderateMessages: true })
    expect(refusal(member, { fileIds: [anyFile(db, member, id)] })).toBe('forbidden sendFiles')
    const clientId = randomUUID()
    const pending = sendMessage(member, { conversationId: id, text: 'May I?', clientId })
    expect(pending).toMatchObject({ pending: true, duplicate: false })
    expect(sendMessage(member, { conversationId: id, text: 'May I?', clientId })).toEqual({
      ...pending,
      duplicate: true,
    })
    expect(refusal(admin)).toBe('done')
    expect(texts(member, id)).toEqual(['Hello'])
    expect(count(db, 'pending_messages')).toBe(1)
  })

  it('is refused in a direct conversation if the other account is closed', () => {
    const db = testDatabase()
    const [one, two] = [createPerson(db), createPerson(db)]
    const { id } = createConversation(db, { type: 'direct', members: [one, two] })
    const send = () => sendMessages([{ ctx: one, input: { conversationId: id, text: 'x', clientId: randomUUID() } }])[0]
    expect(send()).not.toBeInstanceOf(AppError)
    db.$client.prepare("UPDATE users SET status = 'disabled' WHERE id = ?").run(two.actor.id)
    expect(send()).toMatchObject({ code: 'forbidden', text: { key: 'chatrefused:personGone' } })
  })

  it('marks earlier messages as read, and deletes the draft', () => {
    const { db, admin, member, id } = world()
    say(admin, id, 'One')
    saveDraft(member, { conversationId: id, text: 'Half a' })
    sendMessage(member, { conversationId: id, text: 'Half a sentence', clientId: randomUUID() })
    const cursor = db.$client.prepare('SELECT last_read_seq FROM conversation_members WHERE user_id = ?').pluck()
    expect([cursor.get(member.actor.id), cursor.get(admin.actor.id), count(db, 'drafts')]).toEqual([2, 0, 0])
  })

  it('mentions the member with the longest matching name', () => {
    const { member, other, admin, id } = world()
    const text = `@${other.actor.name.toUpperCase()}, @${admin.actor.name}x and @nobody`
    sendMessage(member, { conversationId: id, text, clientId: randomUUID() })
    expect(listMessages(member, id).messages.at(-1)?.mentions).toEqual([
      { userId: other.actor.id, name: other.actor.name },
    ])
  })
})

describe('concurrent messages', () => {
  const removals: Array<() => void> = []
  afterEach(() => {
    for (const remove of removals.splice(0)) remove()
  })

  function onDisk() {
    const { db, file, remove } = testDatabaseFile()
    removals.push(remove)
    const people = Array.from({ length: 5 }, () => createPerson(db))
    return { db, file, people, id: createConversation(db, { members: people }).id }
  }
  const module = '#app/features/messages/send-message.server.ts'

  it('get consecutive seqs', async () => {
    const { db, file, people, id } = onDisk()
    const calls = Array.from({ length: 50 }, (_, index) => ({
      ctx: people[index % people.length] as UserContext,
      input: { conversationId: id, text: `Number ${index}`, clientId: randomUUID() },
    }))
    expect(won(await race(file, module, 'sendMessage', calls))).toHaveLength(50)
    const seqs = db.$client.prepare('SELECT seq FROM messages ORDER BY seq').pluck().all()
    expect(seqs).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  }, 60_000)

  it('with the same clientId are one message', async () => {
    const { db, file, people, id } = onDisk()
    const input = { conversationId: id, text: 'Once', clientId: randomUUID() }
    const calls = Array.from({ length: 20 }, () => ({ ctx: people[0] as UserContext, input }))
    const outcomes = won(await race(file, module, 'sendMessage', calls))
    const answers = outcomes.map((outcome) => (outcome.ok ? (outcome.value as { duplicate: boolean }).duplicate : null))
    expect([outcomes.length, answers.filter((duplicate) => !duplicate).length, count(db, 'messages')]).toEqual([
      20, 1, 1,
    ])
  }, 60_000)
})
