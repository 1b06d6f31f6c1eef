import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { getConversation } from '#app/features/conversations/conversation-queries.server.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { editMessage } from '#app/features/messages/edit-message.server.ts'
import { conversationPdf } from '#app/features/messages/export/conversation-pdf.server.ts'
import { messagesOfPart } from '#app/features/messages/export/exported-messages.server.ts'
import { forwardMessage } from '#app/features/messages/forward/forward-message.server.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import { searchMessages } from '#app/features/messages/search-messages.server.ts'
import { unsendMessage } from '#app/features/messages/unsend-message.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { auditLog } from '#db/schema/audit.ts'
import { polls, pollVotes } from '#db/schema/messages/polls.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { closeDuePolls, closePoll } from './close-poll.server.ts'
import { createPoll } from './create-poll.server.ts'
import { listVotes } from './poll-votes.server.ts'
import { voteInPoll } from './vote-in-poll.server.ts'

const options = ['Monday', 'Tuesday', 'Never']
const basics = { question: 'When do we pour?', options, multiple: false, anonymous: false, closesAt: null }
const hour = 3_600_000

function world(settings: Parameters<typeof createConversation>[1] = {}) {
  const db = testDatabase()
  const [anna, bo, cleo, stranger] = [createPerson(db), createPerson(db), createPerson(db), createPerson(db)]
  const id = createConversation(db, { members: [anna, bo, cleo], ...settings }).id
  const ask = (ctx: UserContext, more: Partial<Parameters<typeof createPoll>[1]> = {}) =>
    createPoll(ctx, { ...basics, conversationId: id, clientId: randomUUID(), ...more }).id
  return { db, anna, bo, cleo, stranger, id, ask }
}
const standing = (ctx: UserContext, messageId: string) => {
  const poll = getMessage(ctx, messageId)?.poll
  return poll && [poll.options.map(({ votes }) => votes), poll.voters]
}
const refusal = (run: () => unknown) => {
  try {
    run()
    return 'done'
  } catch (error) {
    return (error as { text: { key: string } }).text.key
  }
}

describe('a vote', () => {
  it('replaces the other one where one can be chosen, and is taken back by the same button', () => {
    const { anna, bo, id, ask } = world()
    const messageId = ask(anna)
    const after = [0, 2, 2].map((option) => {
      voteInPoll(bo, { messageId, option })
      return [standing(anna, messageId), getConversation(bo, id)?.ownVotes]
    })
    expect(after).toEqual([
      [[[1, 0, 0], 1], [{ messageId, option: 0 }]],
      [[[0, 0, 1], 1], [{ messageId, option: 2 }]],
      [[[0, 0, 0], 0], []],
    ])
  })

  it('is one of several where several can be chosen, and each person counts once', () => {
    const { anna, bo, cleo, ask } = world()
    const messageId = ask(anna, { multiple: true })
    for (const option of [0, 1]) voteInPoll(bo, { messageId, option })
    voteInPoll(cleo, { messageId, option: 1 })
    voteInPoll(cleo, { messageId, option: 1, on: true })
    expect(standing(anna, messageId)).toEqual([[1, 2, 0], 2])
    expect(listVotes(anna, [messageId]).map(({ option, id }) => [option, id])).toEqual([
      ...[[0, bo.actor.id]],
      ...[bo, cleo].map(({ actor }) => [1, actor.id]),
    ])
  })

  it('is a change of the message, which everybody is sent, and tells nobody who it is of', () => {
    const { db, anna, bo, id, ask } = world()
    const messageId = ask(anna, { anonymous: true })
    const before = getMessage(anna, messageId)?.rev ?? 0
    voteInPoll(bo, { messageId, option: 1 })
    const message = getMessage(anna, messageId)
    expect(message?.rev).toBe(before + 1)
    expect(recorded(db, 'chat.message.changed')).toEqual([{ messageId, conversationId: id }])
    expect(JSON.stringify([message?.poll, getConversation(anna, id)?.ownVotes])).not.toContain(bo.actor.id)
    expect(listVotes(anna, [messageId])).toEqual([])
    expect(getConversation(bo, id)?.ownVotes).toEqual([{ messageId, option: 1 }])
    expect(
      db
        .select()
        .from(auditLog)
        .all()
        .map(({ action }) => action),
    ).toEqual(['poll.create'])
  })

  it('is refused to strangers, for what there is not, and after the end', () => {
    const { anna, bo, id, stranger, ask } = world()
    const messageId = ask(anna, { closesAt: anna.now + hour })
    const late = { ...bo, now: bo.now + hour }
    const vote = (ctx: UserContext, option = 0) => refusal(() => voteInPoll(ctx, { messageId, option }))
    expect([vote(stranger), vote(bo, 3), vote(bo, -1), vote(bo, Number.NaN), vote(late)]).toEqual([
      ...[
        'chatrefused:notFound',
        'validation:choice',
        'validation:choice',
        'validation:choice',
        'chatrefused:pollClosed',
      ],
    ])
    const said = say(anna, id, 'No poll').id
    expect(refusal(() => voteInPoll(bo, { messageId: said, option: 0 }))).toBe('chatrefused:noMessage')
    closePoll(anna, { messageId })
    expect(vote(bo)).toBe('chatrefused:pollClosed')
  })
})

describe('a poll', () => {
  it('is refused for a bad question, bad options or a bad time, and where an admin approves messages', () => {
    const { anna, bo, stranger, ask } = world({ moderateMessages: true })
    const asked = (more: Parameters<typeof ask>[1], ctx: UserContext = anna) => refusal(() => ask(ctx, more))
    expect([
      ...[asked({ question: ' \u200b' }), asked({ question: 'x'.repeat(301) })],
      ...[asked({ options: ['One', ' '] }), asked({ options: Array.from({ length: 11 }, String) })],
      ...[asked({ options: ['One', 'x'.repeat(101)] }), asked({ options: ['One', 'ONE '] })],
      asked({ options: ['One', 'One\u200B'] }),
      ...[asked({ closesAt: anna.now }), asked({ closesAt: anna.now + 400 * 24 * hour })],
      ...[asked({}, stranger), asked({}, bo), asked({})],
    ]).toEqual([
      ...['validation:required', 'validation:tooLong', 'chatrefused:pollOptions', 'chatrefused:pollOptions'],
      ...[
        'chatrefused:pollOptionLength',
        'chatrefused:pollOptionTwice',
        'chatrefused:pollOptionTwice',
        'chatrefused:pollTime',
        'chatrefused:pollTime',
      ],
      ...['chatrefused:notFound', 'chatrefused:pollModerated', 'done'],
    ])
  })

  it('is sent once by a form that is sent twice', () => {
    const { db, anna, ask } = world()
    const clientId = randomUUID()
    expect(ask(anna, { clientId })).toBe(ask(anna, { clientId }))
    expect(db.select().from(polls).all()).toHaveLength(1)
  })

  it('is closed by its author alone, for good, and not edited', () => {
    const { db, anna, bo, ask } = world()
    const messageId = ask(bo)
    expect(refusal(() => closePoll(anna, { messageId }))).toBe('chatrefused:pollAuthor')
    expect(refusal(() => editMessage(bo, { messageId, text: 'Otherwise' }))).toBe('chatrefused:editPoll')
    closePoll(bo, { messageId })
    expect(getMessage(anna, messageId)?.poll?.closedAt).toBe(bo.now)
    expect(refusal(() => closePoll(bo, { messageId }))).toBe('chatrefused:pollClosed')
    expect(
      db
        .select()
        .from(auditLog)
        .all()
        .map(({ action }) => action),
    ).toEqual(['poll.create', 'poll.close'])
  })

  it('closes by itself at its time, once', async () => {
    const { db, anna, ask } = world()
    const closesAt = anna.now + hour
    const messageId = ask(anna, { closesAt })
    ask(anna)
    const run = (now: number) => closeDuePolls(systemContext(db, now))
    expect([await run(closesAt - 1), await run(closesAt + 5), await run(closesAt + 9)]).toEqual([0, 1, 0])
    expect(getMessage(anna, messageId)?.poll?.closedAt).toBe(closesAt)
  })

  it('goes with its message, votes and all', () => {
    const { db, anna, bo, ask } = world()
    const messageId = ask(anna)
    voteInPoll(bo, { messageId, option: 0 })
    unsendMessage(anna, { messageId })
    expect(getMessage(bo, messageId)).toMatchObject({ state: 'unsent', text: '', poll: null })
    expect([db.select().from(polls).all(), db.select().from(pollVotes).all()]).toEqual([[], []])
    expect(refusal(() => voteInPoll(bo, { messageId, option: 0 }))).toBe('chatrefused:gone')
  })

  it('is found by its options, is a line in lists, and a list where it is forwarded', async () => {
    const { anna, bo, id, ask } = world()
    const messageId = ask(anna)
    expect(searchMessages(bo, { q: 'tuesday', conversationId: id }).hits.map(({ message }) => message.id)).toEqual([
      messageId,
    ])
    expect(shortened(getConversation(bo, id)?.lastMessage?.text ?? '')).toBe(
      'When do we pour? - Monday - Tuesday - Never',
    )
    const [sent] = await forwardMessage(bo, { messageId, conversationIds: [id] })
    expect(getMessage(bo, sent?.id ?? '')).toMatchObject({ poll: null, text: expect.stringContaining('\n- Monday\n') })
  })

  it.each([
    [false, (name: string) => `Monday: 1 vote (${name})\nTuesday: 0 votes\nNever: 0 votes`],
    [true, () => 'Monday: 1 vote\nTuesday: 0 votes\nNever: 0 votes'],
  ])('is in an export, with names unless it is anonymous: %s', (anonymous, results) => {
    const { anna, bo, id, ask } = world()
    voteInPoll(bo, { messageId: ask(anna, { anonymous }), option: 0 })
    const conversation = getConversation(anna, id)
    if (!conversation) throw new Error('no conversation')
    const messages = messagesOfPart(anna, id, { from: 1, to: 9 })
    const reader = { locale: 'en', format: formatFor('en', 'Europe/Helsinki') } as const
    const file = conversationPdf({ id: 'e', conversation, messages, part: 1, parts: 1, by: 'Anna' }, reader, anna.now)
    const [fact] = file.document.blocks.slice(2).flatMap((block) => (block.kind === 'facts' ? block.facts : []))
    expect(fact?.[1]).toBe(`When do we pour?\n- Monday\n- Tuesday\n- Never\n${results(bo.actor.name)}`)
  })
})
