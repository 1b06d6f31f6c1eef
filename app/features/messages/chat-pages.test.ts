import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { listedBeside } from '#app/features/conversations/conversation-view.ts'
import { action as unread } from '#app/features/conversations/routes/conversation-button.ts'
import { loader as messagesPage } from '#app/features/conversations/routes/messages.tsx'
import type { ChatModel, OpenConversation } from '#app/features/conversations/ui/chat-model.ts'
import { loader as conversationPage, action as sendForm } from '#app/features/messages/routes/conversation.tsx'
import { loader as frame } from '#app/features/messages/routes/frame.tsx'
import { loader as messagePage } from '#app/features/messages/routes/message.tsx'
import {
  action as edit,
  action as hide,
  action as pin,
  action as react,
  action as remove,
  action as unsend,
} from '#app/features/messages/routes/message-button.ts'
import { action as send } from '#app/features/messages/routes/send.ts'
import type { Database } from '#db/client.server.ts'
import { conversationMembers, messages, pendingMessages } from '#db/schema/chat.ts'
import { answerOf, browserRequest } from '#tests/factories/accounts.ts'
import { createConversation, say } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { receivedModel, type SentModel } from './sent-model.ts'
import { messageUrl } from './thread-page.server.ts'

let db: Database
let anna: CompanyContext
let bo: CompanyContext
let stranger: CompanyContext
let cookies: Map<CompanyContext, string>
let conversationId: string

beforeEach(async () => {
  db = testDatabase()
  anna = createPerson(db)
  bo = createPerson(db)
  stranger = createPerson(db)
  cookies = new Map()
  for (const person of [anna, bo, stranger]) cookies.set(person, (await signedIn(person)).cookie)
  conversationId = createConversation(db, { members: [anna, bo] }).id
})

type Handler = (args: { request: Request; params: Record<string, string>; context: object }) => unknown
const cookieOf = (person: CompanyContext) => cookies.get(person) ?? ''

/** The response of a page or a button of the conversation. */
function call(handler: unknown, person: CompanyContext, path: string, options: Call = {}) {
  const { form, params, headers = {} } = options
  const request = browserRequest(`/messages/${conversationId}${path}`, {
    cookie: cookieOf(person),
    ...(form && { form }),
  })
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  return answerOf(() => (handler as Handler)({ request, params: { conversationId, ...params }, context: {} }))
}
type Call = {
  form?: Record<string, string>
  params?: Record<string, string>
  headers?: Record<string, string>
}

const written = (text: string, more: Record<string, string> = {}) => ({ text, clientId: randomUUID(), ...more })
const stored = () => db.select().from(messages).all()
const locationOf = ({ headers }: { headers: Headers }) => headers.get('Location')

describe('a URL with ids of two conversations', () => {
  it('is 404, even for a member of both', async () => {
    const elsewhere = createConversation(db, { members: [anna, bo] }).id
    const own = say(anna, elsewhere, 'Here')
    const script = { Accept: 'application/json' }
    const buttons = { edit, unsend, hide, remove, pin, react }
    for (const [name, button] of Object.entries(buttons)) {
      const form = { text: 'Other', pinned: 'true', emoji: '👍' }
      const path = `/messages/${own.id}/${name}`
      const answer = await call(button, anna, path, { form, params: { messageId: own.id }, headers: script })
      expect([name, answer.status]).toEqual([name, 404])
    }
    expect(stored()).toMatchObject([{ id: own.id, text: 'Here', state: 'live', rev: own.rev }])
  })
})

describe('the form of the composer', () => {
  it('redirects to the message it sent, and the same form again to the same message', async () => {
    const form = written('The tiles are here.')
    for (const _round of [1, 2]) {
      const answer = await call(sendForm, anna, '', { form })
      expect([answer.status, locationOf(answer)]).toEqual([303, `/messages/${conversationId}#m1`])
    }
    expect(stored()).toMatchObject([{ text: 'The tiles are here.', authorId: anna.actor.id, seq: 1 }])
  })

  it('sends a reply', async () => {
    const asked = say(bo, conversationId, 'When?')
    await call(sendForm, anna, '', { form: written('Now.', { replyToId: asked.id }) })
    expect(stored().at(-1)).toMatchObject({ text: 'Now.', replyToId: asked.id })
  })

  it('sends a file, with a text or without', async () => {
    const form = new FormData()
    form.set('clientId', randomUUID())
    form.set('text', '')
    form.set('files', new File(['Bring the ladder.'], 'note.txt', { type: 'text/plain' }))
    const request = new Request(browserRequest(`/messages/${conversationId}`).url, {
      method: 'POST',
      body: form,
      headers: { Cookie: cookieOf(anna) },
    })
    const answer = await answerOf(() =>
      (sendForm as unknown as Handler)({ request, params: { conversationId }, context: {} }),
    )
    expect(answer.status).toBe(303)
    expect(stored()).toMatchObject([{ kind: 'file', attachments: [{ name: 'note.txt' }] }])
  })

  it.each([
    ['without a word', ''],
    ['with blanks only', ' \n '],
    ['with too much', 'x'.repeat(16_001)],
  ])('%s is shown again with what was typed, 422', async (_what, text) => {
    const { status, data } = await call(sendForm, anna, '', { form: written(text) })
    expect(status).toBe(422)
    expect(data).toEqual({ refused: { text, error: expect.stringMatching(/^chat(refused:|:composer\.)/) } })
    expect(stored()).toEqual([])
  })

  it('is refused without a valid clientId', async () => {
    for (const clientId of ['', 'x', '<b>'])
      expect((await call(sendForm, anna, '', { form: { text: 'Hello', clientId } })).status).toBe(422)
  })

  it('says that a message is pending in a moderated group', async () => {
    conversationId = createConversation(db, { members: [anna, bo], moderateMessages: true }).id
    const answer = await call(sendForm, bo, '', { form: written('May I?') })
    expect([answer.status, locationOf(answer)]).toEqual([303, `/messages/${conversationId}`])
    expect(stored()).toEqual([])
    expect(db.select().from(pendingMessages).all()).toMatchObject([{ text: 'May I?' }])
  })

  it('is 404 for strangers, as is everything of the conversation', async () => {
    const { id: messageId } = say(bo, conversationId, 'Among us')
    const form = written('Let me in')
    const answers = [
      call(sendForm, stranger, '', { form }),
      call(send, stranger, '/send', { form }),
      call(conversationPage, stranger, ''),
      call(frame, stranger, '/frame'),
      call(messagePage, stranger, `/messages/${messageId}`, { params: { messageId } }),
      call(react, stranger, `/messages/${messageId}/react`, { params: { messageId }, form: { emoji: '👍' } }),
      call(unread, stranger, '/unread', { form: {} }),
    ]
    for (const { status } of await Promise.all(answers)) expect(status).toBe(404)
    expect(stored()).toHaveLength(1)
  })

  it('redirects a plain form about a missing message to the page that says so', async () => {
    const headers = { Accept: 'text/html,application/xhtml+xml' }
    const answer = await call(send, stranger, '/send', { form: written('Hello?'), headers })
    expect([answer.status, locationOf(answer)]).toEqual([303, `/messages/${conversationId}`])
    expect(stored()).toEqual([])
  })
})

describe('a script', () => {
  const ask = async (handler: unknown, person: CompanyContext, path: string, options: Call) => {
    const request = browserRequest(`/messages/${conversationId}${path}`, { cookie: cookieOf(person), ...options })
    request.headers.set('Accept', 'application/json')
    const params = { conversationId, ...options.params }
    const answer = (await (handler as Handler)({ request, params, context: {} })) as Response
    return { status: answer.status, body: await answer.json() }
  }

  it('that sends gets the seq of the message', async () => {
    const { status, body } = await ask(send, anna, '/send', { form: written('Hello') })
    expect([status, body]).toMatchObject([200, { ok: true, seq: 1, rev: 1, duplicate: false, pending: false }])
  })

  it('that is refused gets a code and a message', async () => {
    const empty = await ask(send, anna, '/send', { form: written('') })
    expect(empty).toMatchObject({ status: 422, body: { ok: false, code: 'invalid', message: expect.any(String) } })
    expect(empty.body.message).not.toContain('chat:')
    const strange = await ask(send, stranger, '/send', { form: written('Hello') })
    expect(strange).toMatchObject({ status: 404, body: { ok: false, code: 'not_found' } })
  })

  it('that edits, reacts or pins gets the seq of the message', async () => {
    const { id: messageId } = say(anna, conversationId, 'Helo')
    const params = { messageId }
    const path = `/messages/${messageId}`
    const answers = [
      await ask(edit, anna, `${path}/edit`, { params, form: { text: 'Hello' } }),
      await ask(react, bo, `${path}/react`, { params, form: { emoji: '👍' } }),
      await ask(pin, anna, `${path}/pin`, { params, form: { pinned: 'true' } }),
    ]
    for (const { body } of answers) expect(body).toMatchObject({ ok: true, conversationId, seq: 1 })
    expect(stored()).toMatchObject([{ text: 'Hello', pinnedBy: anna.actor.id }])
  })
})

describe('a page', () => {
  type Loaded = {
    model: ChatModel & { open: OpenConversation }
    extras: {
      replyTo: { id: string } | null
      editing: object | null
      search: { page: { hits: object[] } | null } | null
      frame: string
    }
  }
  const received = (data: unknown) => {
    const { sent, extras } = data as { sent: SentModel; extras: Loaded['extras'] }
    return { model: receivedModel(sent), extras } as Loaded
  }
  const load = async (person: CompanyContext, query = '') =>
    received((await call(conversationPage, person, query)).data)

  it('has no more conversations beside an open one than a screen, with the open one and a way to the others', async () => {
    const old = conversationId
    for (let index = 0; index < listedBeside; index += 1) {
      const { id } = createConversation(db, { members: [anna, bo] })
      say({ ...bo, now: bo.now + 1000 + index }, id, 'Later')
    }
    const beside = async (query: string) => {
      const { data } = await call(conversationPage, anna, query)
      const { hasMore } = data as { hasMore: boolean }
      return { ids: received(data).model.conversations.map(({ id }) => id), hasMore }
    }
    const first = await beside('')
    expect([first.ids.length, first.ids.at(-1), first.hasMore]).toEqual([listedBeside + 1, old, true])
    const groups = await beside('?filter=groups')
    expect([groups.ids.length, groups.hasMore]).toEqual([listedBeside + 1, false])
  })

  it('filters the conversation list by the search', async () => {
    createConversation(db, { members: [anna], name: 'Roof' })
    const namesFor = async (q: string) => {
      const request = browserRequest(`/messages?q=${q}`, { cookie: cookieOf(anna) })
      const { data } = await answerOf(() => (messagesPage as unknown as Handler)({ request, params: {}, context: {} }))
      return received(data).model.conversations.map(({ name }) => name)
    }
    expect((await namesFor('')).toSorted()).toEqual(['Roof', 'Site team'])
    expect(await namesFor('ROO')).toEqual(['Roof'])
    expect(await namesFor('nothing')).toEqual([])
    expect(await namesFor('&filter=direct')).toEqual([])
    expect(await namesFor('&filter=none-such')).toHaveLength(2)
  })

  it("shows the end of the conversation, with ticks on the viewer's messages and a line above the unread ones", async () => {
    say(anna, conversationId, 'One')
    say(bo, conversationId, 'Two')
    say(bo, conversationId, 'Three')
    const { open } = (await load(anna)).model
    expect(open.messages.map(({ text, tick }) => [text, tick])).toEqual([
      ['One', 'sent'],
      ['Two', null],
      ['Three', null],
    ])
    expect(open).toMatchObject({ firstUnreadSeq: 2, hasOlder: false, hasNewer: false })
    expect((await load(bo)).model.open.firstUnreadSeq).toBe(1)
  })

  it('opens at the position in its URL, and so does its frame', async () => {
    for (let seq = 1; seq <= 120; seq += 1) say(bo, conversationId, `No. ${seq}`)
    const frameAt = (query: string) => `/messages/${conversationId}/frame${query}`
    const end = await load(anna, '?latest')
    expect(end.model.open.messages[0]?.text).toBe('No. 71')
    expect(end.model.open.firstUnreadSeq).toBe(1)
    expect(end.extras.frame).toBe(frameAt('#end'))
    const older = await load(anna, '?before=71')
    expect(older.model.open).toMatchObject({ hasOlder: true, hasNewer: true })
    expect(older.extras.frame).toBe(frameAt('?before=71'))
    const around = await load(anna, '?around=30')
    expect(around.model.open.messages.some(({ text }) => text === 'No. 30')).toBe(true)
    expect(around.extras.frame).toBe(frameAt('?around=30#m30'))
    expect(messageUrl(anna, { conversationId, seq: 119 })).toBe(`/messages/${conversationId}?around=119#m119`)
    await call(frame, anna, '/frame')
    for (const nonsense of ['?before=x', '?around=-1', '?after=1.5'])
      expect((await load(anna, nonsense)).extras.frame).toBe(frameAt('#end'))
    expect(messageUrl(anna, { conversationId, seq: 30 })).toBe(`/messages/${conversationId}?around=30#m30`)
    expect(messageUrl(anna, { conversationId, seq: 119 })).toBe(`/messages/${conversationId}#m119`)
  })

  it('opens at the first unread message where the last page begins below it, so that nothing counts as read unseen', async () => {
    for (let seq = 1; seq <= 120; seq += 1) say(bo, conversationId, `No. ${seq}`)
    const textsOf = ({ model }: Awaited<ReturnType<typeof load>>) => model.open.messages.map(({ text }) => text)
    const unread = await load(anna)
    expect([textsOf(unread)[0], unread.model.open.firstUnreadSeq]).toEqual(['No. 1', 1])
    expect(unread.model.open).toMatchObject({ hasOlder: false, hasNewer: true })
    expect(unread.extras.frame).toBe(`/messages/${conversationId}/frame?around=1#m1`)
    db.update(conversationMembers).set({ lastReadSeq: 60 }).run()
    const further = await load(anna)
    expect([textsOf(further)[0], textsOf(further).includes('No. 61')]).toEqual(['No. 37', true])
    db.update(conversationMembers).set({ lastReadSeq: 70 }).run()
    const end = await load(anna)
    expect([textsOf(end)[0], textsOf(end).at(-1)]).toEqual(['No. 71', 'No. 120'])
  })

  it('accepts only valid messages to reply to or edit in its URL', async () => {
    const other = createConversation(db, { members: [anna] }).id
    const [mine, theirs, elsewhere] = [
      say(anna, conversationId, 'Mine'),
      say(bo, conversationId, 'Theirs'),
      say(anna, other, 'Elsewhere'),
    ]
    expect((await load(anna, `?reply=${theirs.id}`)).extras.replyTo).toMatchObject({ id: theirs.id })
    expect((await load(anna, `?reply=${elsewhere.id}`)).extras.replyTo).toBeNull()
    expect((await load(anna, `?edit=${mine.id}`)).extras.editing).toMatchObject({ id: mine.id })
    expect((await load(anna, `?edit=${theirs.id}`)).extras.editing).toBeNull()
  })

  it('searches only when it is asked to', async () => {
    say(bo, conversationId, 'The scaffolding comes on Monday')
    expect((await load(anna)).extras.search).toBeNull()
    expect((await load(anna, '?search=')).extras.search).toMatchObject({ page: null })
    expect((await load(anna, '?search=scaffold')).extras.search?.page?.hits).toHaveLength(1)
  })
})

describe('the frame for pages without scripts', () => {
  const readUpTo = () =>
    db
      .select()
      .from(conversationMembers)
      .all()
      .find(({ userId }) => userId === anna.actor.id)?.lastReadSeq

  it('marks the conversation as read, unless it is prefetched or shows older messages', async () => {
    for (let seq = 1; seq <= 60; seq += 1) say(bo, conversationId, `No. ${seq}`)
    await call(frame, anna, '/frame', { headers: { 'Sec-Purpose': 'prefetch' } })
    await call(frame, anna, '/frame?before=11')
    await call(conversationPage, anna, '')
    expect(readUpTo()).toBe(0)
    await call(frame, anna, '/frame')
    expect(readUpTo()).toBe(60)
  })

  it('refreshes at the end of the conversation only, each time with another URL', async () => {
    for (let seq = 1; seq <= 60; seq += 1) say(bo, conversationId, `No. ${seq}`)
    const renewedAt = async (query: string) => {
      const { data } = await call(frame, anna, `/frame${query}`)
      return (data as { renewed: string | null }).renewed
    }
    const address = new RegExp(`^15; url=/messages/${conversationId}/frame\\?at=\\d+#end$`)
    expect(await renewedAt('')).toMatch(address)
    expect(await renewedAt('?at=6')).toMatch(address)
    expect(await renewedAt('?before=11')).toBeNull()
  })
})

it('redirects to the list after a conversation was marked as unread', async () => {
  say(bo, conversationId, 'Later')
  const answer = await call(unread, anna, '/unread', { form: { as: 'unread' } })
  expect([answer.status, locationOf(answer)]).toEqual([303, '/messages'])
})
