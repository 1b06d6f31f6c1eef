import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { markConversationRead } from '#app/features/conversations/mark-conversation-read.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { getDetailsPage } from '#app/features/groups/details-page.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { prepareDatabase } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { anyFile, createConversation, removeMember, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { editMessage } from './edit-message.server.ts'
import { hideMessage } from './hide-message.server.ts'
import { getMessage, listChanges, listMessages, listPinned, seenBy } from './message-queries.server.ts'
import { pinMessage } from './pin-message.server.ts'
import { reactToMessage } from './react-to-message.server.ts'
import { removeMessage } from './remove-message.server.ts'
import { withMessage } from './reply-reference.ts'
import { searchMessages } from './search-messages.server.ts'
import { sendMessage } from './send-message.server.ts'
import { tickOf } from './ticks.ts'
import { unsendMessage } from './unsend-message.server.ts'

function world(count = 0) {
  const db = testDatabase()
  const [me, other, stranger] = [createPerson(db), createPerson(db), createPerson(db)]
  const { id } = createConversation(db, { members: [me, other] })
  const messages = Array.from({ length: count }, (_, index) => say(other, id, `Number ${index + 1}`))
  return { db, me, other, stranger, id, messages }
}
const seqs = (messages: readonly MessageView[]) => messages.map(({ seq }) => seq)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('listMessages', () => {
  it('returns the latest fifty, or those before, after and around a seq', () => {
    const { me, id } = world(120)
    const page = (options: Parameters<typeof listMessages>[2]) => {
      const { messages, hasOlder, hasNewer } = listMessages(me, id, options)
      return { seqs: seqs(messages), hasOlder, hasNewer }
    }
    expect(page({})).toEqual({ seqs: range(71, 120), hasOlder: true, hasNewer: false })
    expect(page({ before: 71 })).toEqual({ seqs: range(21, 70), hasOlder: true, hasNewer: true })
    expect(page({ before: 21 })).toEqual({ seqs: range(1, 20), hasOlder: false, hasNewer: true })
    expect(page({ after: 70 })).toEqual({ seqs: range(71, 120), hasOlder: true, hasNewer: false })
    expect(page({ after: 0, limit: 10 })).toEqual({ seqs: range(1, 10), hasOlder: false, hasNewer: true })
    expect(page({ around: 60, limit: 10 })).toEqual({ seqs: range(56, 65), hasOlder: true, hasNewer: true })
    expect(page({ limit: -1 }).seqs).toEqual([120])
    expect(page({ before: 1 })).toEqual({ seqs: [], hasOlder: false, hasNewer: true })
  })

  it('is for current members', () => {
    const { db, me, other, stranger, id, messages } = world(1)
    const [message] = messages
    if (!message) throw new Error('nothing was said')
    removeMember(db, id, me)
    for (const ctx of [stranger, me]) {
      for (const query of [listMessages, listPinned, (who: UserContext) => listChanges(who, id, 0)])
        expect(() => query(ctx, id)).toThrow(AppError)
      expect(() => searchMessages(ctx, { q: 'Number', conversationId: id })).toThrow(AppError)
      expect(() => seenBy(ctx, message.id)).toThrow(AppError)
      expect([getMessage(ctx, message.id), searchMessages(ctx, { q: 'Number' }).hits]).toEqual([null, []])
    }
    expect(getMessage(other, message.id)).toEqual(message)
  })
})

describe('listChanges', () => {
  it('returns two hundred at most, and asks for a reset when that is cheaper', () => {
    const { me, id } = world(1001)
    const first = listChanges(me, id, 1)
    expect([first.messages.length, first.more, first.reset, first.rev]).toEqual([200, true, false, 201])
    expect(listChanges(me, id, 801)).toMatchObject({ more: false, reset: false, rev: 1001 })
    expect(listChanges(me, id, 1001)).toEqual({ messages: [], hidden: [], more: false, reset: false, rev: 1001 })
    const reset = { messages: [], hidden: [], more: false, reset: true, rev: 1001 }
    // The client knows later revisions than the database, which was restored.
    for (const since of [0, 1002, Number.NaN, -1]) expect(listChanges(me, id, since)).toEqual(reset)
  })

  it('lists the hidden messages to the member who hid them, from that revision on', () => {
    const { me, other, id } = world(3)
    const [first, second] = listMessages(me, id).messages
    hideMessage(me, { messageId: second?.id ?? '' })
    const hidden = [second?.id]
    // A client that was offline at the third revision or before may not know of it.
    expect(listChanges(me, id, 3)).toEqual({ messages: [], hidden, more: false, reset: false, rev: 3 })
    expect(listChanges(me, id, 1)).toMatchObject({ messages: [{ seq: 3 }], hidden })
    expect(listChanges(other, id, 1)).toMatchObject({ messages: [{ seq: 2 }, { seq: 3 }], hidden: [] })
    reactToMessage(other, { messageId: first?.id ?? '', emoji: '👍' })
    expect(listChanges(me, id, 4)).toMatchObject({ messages: [], hidden: [] })
    expect(listChanges(me, id, 5)).toMatchObject({ reset: true, hidden })
  })

  it('brings every log to the same state, whatever its revision was', () => {
    const step = fc.record({
      what: fc.constantFrom('say', 'say', 'answer', 'edit', 'unsend', 'remove', 'react', 'pin'),
      which: fc.nat(30),
      byMe: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        const { me, other, id } = world()
        const logs = [listMessages(me, id).messages]
        const revs = [0]
        for (const [index, { what, which, byMe }] of steps.entries()) {
          apply(what, byMe ? me : other, me, id, which, index)
          logs.push(listMessages(me, id).messages)
          revs.push(listChanges(me, id, 0).rev)
        }
        const end = logs.at(-1)
        for (const [index, log] of logs.entries()) {
          const { messages } = listChanges(me, id, revs[index] ?? 0)
          expect(messages.reduce(withMessage<MessageView>, log)).toEqual(end)
          // Applied repeatedly, and in reverse order.
          expect([...messages, ...messages.toReversed()].reduce(withMessage<MessageView>, log)).toEqual(end)
        }
      }),
      { numRuns: 30 },
    )
  }, 60_000)
})

function apply(what: string, ctx: UserContext, admin: UserContext, id: string, which: number, index: number): void {
  const { messages } = listMessages(admin, id)
  const message = messages[which % Math.max(1, messages.length)]
  const clientId = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  if (what === 'say' || !message)
    return void sendMessage(ctx, { conversationId: id, text: `Number ${index}`, clientId })
  const messageId = message.id
  if (what === 'answer')
    return void sendMessage(ctx, { conversationId: id, text: `Answer ${index}`, clientId, replyToId: messageId })
  if (message.state !== 'live') return
  const author = { ...ctx, actor: { ...ctx.actor, id: message.authorId ?? '' } }
  if (what === 'edit') editMessage(author, { messageId, text: `Changed ${index}` })
  if (what === 'unsend') unsendMessage(author, { messageId })
  if (what === 'remove') removeMessage(admin, { messageId })
  if (what === 'react') reactToMessage(ctx, { messageId, emoji: '👍' })
  if (what === 'pin') pinMessage(admin, { messageId, pinned: message.pinnedAt === null })
}

describe('searchMessages', () => {
  const texts = (ctx: UserContext, q: string, conversationId?: string) =>
    searchMessages(ctx, { q, conversationId }).hits.map(({ message }) => message.text)

  it('finds words in any order and inside words, regardless of case and accents, latest first', () => {
    const { me, other, id } = world()
    say(other, id, 'Julkisivusaneeraus alkaa maanantaina')
    say(me, id, 'The SÄHKÖ is off on Monday')
    say(other, id, 'Sähköurakka, osa 2')
    expect(texts(me, 'sahko')).toEqual(['Sähköurakka, osa 2', 'The SÄHKÖ is off on Monday'])
    expect(texts(me, 'saneeraus')).toHaveLength(1)
    expect(texts(me, 'monday sähkö')).toHaveLength(1)
    expect(texts(me, 'osa 2')).toHaveLength(1)
    expect(texts(me, 'osa 3')).toEqual([])
    expect([texts(me, 'on'), texts(me, '')]).toEqual([['The SÄHKÖ is off on Monday'], []])
  })

  it("stays within the caller's conversations, and within the given one", () => {
    const { db, me, other, stranger, id } = world()
    const pair = createConversation(db, { type: 'direct', members: [me, stranger] })
    say(other, id, 'The keys are in the shed')
    say(stranger, pair.id, 'Which keys?')
    say(other, createConversation(db, { members: [other] }).id, 'Secret keys')
    expect(searchMessages(me, { q: 'keys' }).hits.map(({ conversationName }) => conversationName)).toEqual([
      stranger.actor.name,
      'Site team',
    ])
    expect(texts(me, 'keys', id)).toEqual(['The keys are in the shed'])
    expect(texts(me, 'ke', pair.id)).toEqual(['Which keys?'])
    expect(texts(stranger, 'keys')).toEqual(['Which keys?'])
  })

  it('finds nothing that is hidden, unsent, removed, pending approval, a system message, or edited away', () => {
    const { db, me, other, id } = world()
    const [hidden, unsent, removed, edited] = [1, 2, 3, 4].map((index) => say(other, id, `Mortar ${index}`).id)
    hideMessage(me, { messageId: hidden ?? '' })
    unsendMessage(other, { messageId: unsent ?? '' })
    removeMessage(me, { messageId: removed ?? '' })
    editMessage(other, { messageId: edited ?? '', text: 'Plaster' })
    const moderated = createConversation(db, { members: [me, other], moderateMessages: true })
    sendMessage(other, { conversationId: moderated.id, text: 'Mortar', clientId: crypto.randomUUID() })
    expect([texts(me, 'mortar'), texts(me, 'mo'), texts(me, 'plaster')]).toEqual([[], [], ['Plaster']])
    expect(texts(other, 'mortar')).toEqual(['Mortar 1'])
  })

  it('finds files by their names', () => {
    const { db, me, id } = world()
    const fileIds = [anyFile(db, me, id, { name: 'Pohjapiirros.pdf' })]
    sendMessage(me, { conversationId: id, text: '', clientId: crypto.randomUUID(), fileIds })
    expect(searchMessages(me, { q: 'piirros' }).hits).toMatchObject([{ message: { kind: 'file' } }])
  })

  it('pages through everything found, with its number, without what is hidden', () => {
    const { me, other, id, messages } = world(45)
    hideMessage(me, { messageId: messages[10]?.id ?? '' })
    say(other, id, 'Something else')
    for (const q of ['number', 'um']) {
      const found: string[] = []
      for (let after: string | undefined, more = true; more; after = found.at(-1)) {
        const page = searchMessages(me, { q, conversationId: id, after })
        expect([page.total, page.latestOnly]).toEqual([44, null])
        found.push(...page.hits.map(({ message }) => message.id))
        more = page.more
      }
      const shown = messages.filter((_, index) => index !== 10).map((message) => message.id)
      expect(found).toEqual(shown.reverse())
    }
  })

  it('says where a search for few letters has looked through the latest messages only', () => {
    const { db, me, other, id } = world()
    say(other, id, 'Mo')
    db.$client.prepare('UPDATE conversations SET last_seq = 2001 WHERE id = ?').run(id)
    expect(searchMessages(me, { q: 'mo', conversationId: id })).toMatchObject({ total: 0, latestOnly: 2000 })
  })

  it('treats any query as text', () => {
    const { me, other, id } = world()
    say(other, id, `Say "yes" (50 % OR more) AND NOT 'no'`)
    for (const q of ['"yes"', 'OR more', "NOT 'no'", '50 %', '% O', '%', '(50'])
      expect([q, texts(me, q)]).toEqual([q, [`Say "yes" (50 % OR more) AND NOT 'no'`]])
    for (const q of ['scope:x', 'body : yes', 'y*s', '_%', '"" OR ""', 'NEAR(yes no)', '\\'])
      expect([q, texts(me, q)]).toEqual([q, []])
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (q) => {
        expect(searchMessages(me, { q }).hits).toBeInstanceOf(Array)
      }),
    )
  })
})

it('always reads messages by an index', () => {
  const { db, me, id, messages } = world(60)
  const heard = new Set<string>()
  const listening = prepareDatabase(
    new Sqlite(db.$client.serialize(), { verbose: (statement) => heard.add(String(statement)) }),
  )
  const reader = { ...me, db: listening }
  const messageId = messages[3]?.id ?? ''
  for (const options of [{}, { before: 30 }, { after: 10 }, { around: 20 }]) listMessages(reader, id, options)
  sendMessage(reader, { conversationId: id, text: 'One more', clientId: crypto.randomUUID(), replyToId: messageId })
  reactToMessage(reader, { messageId, emoji: '👍' })
  for (const q of ['number', 'nu'])
    for (const conversationId of [id, undefined]) searchMessages(reader, { q, conversationId })
  getMessage(reader, messageId)
  seenBy(reader, messageId)
  listPinned(reader, id)
  listChanges(reader, id, 20)
  const plans = [...heard]
    .filter((statement) => /^\s*(SELECT|UPDATE|DELETE|WITH)/i.test(statement))
    .flatMap((statement) => db.$client.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${statement}`).all())
    .map(({ detail }) => detail)
  expect(
    plans.filter((detail) => /^SCAN (?!json_each|scope|wanted|CONSTANT|messages_fts|newest)/.test(detail)),
  ).toEqual([])
  expect(
    plans.filter((detail) => /^SCAN messages_fts/.test(detail)).every((detail) => /INDEX \d+:[=<>]*M/.test(detail)),
  ).toBe(true)
  expect(plans.length).toBeGreaterThan(20)
})

it.each(['messages', 'projects'] as const)(
  'to whom %s are closed is no reader of a project’s conversation',
  (module) => {
    const { db, me, other: mate } = world()
    const away = createPerson(db, { company: me.company, companyRole: 'member' })
    const subject = { type: 'team' as const, subjectType: 'project' as const, subjectId: newId() }
    const { id } = createConversation(db, { ...subject, members: [me, mate, away] })
    const membersFor = () => getConversation(me, id)?.members ?? []
    const ask = () => {
      const sent = sendMessage(me, {
        conversationId: id,
        text: `@${away.actor.name}, are you here?`,
        clientId: newId(),
      })
      return getMessage(me, sent.id) as MessageView
    }
    const before = ask()
    expect(before.mentions).toHaveLength(1)
    for (const reader of [mate, away]) markConversationRead(reader, { conversationId: id })
    setModule(db, away.actor.id, me.company.id, module, 'none')
    const after = ask()
    markConversationRead(mate, { conversationId: id })

    const stay = [me.actor.id, mate.actor.id].sort()
    expect(
      membersFor()
        .map((member) => member.id)
        .sort(),
    ).toEqual(stay)
    expect(getDetailsPage(me, id, { q: '', page: 1 })).toMatchObject({ matching: 2, conversation: { memberCount: 2 } })
    expect(seenBy(me, before.id).map(({ userId }) => userId)).toEqual([mate.actor.id])
    expect(after.mentions).toEqual([])
    expect(tickOf(after, membersFor(), me.actor.id)).toBe('read')
  },
)
