import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { editMessage } from '#app/features/messages/edit-message.server.ts'
import { hideMessage } from '#app/features/messages/hide-message.server.ts'
import { listMessages } from '#app/features/messages/message-queries.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import type { SendAnswer } from '#app/realtime/protocol/socket-events.ts'
import type { Database } from '#db/client.server.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { socketClient } from '#tests/setup/sockets.ts'
import { memoryStorage } from '#tests/setup/storage.ts'
import { type ChatState, emptyChatState } from './chat-state.ts'
import { type LiveSocket, maintainConnection } from './connection.ts'
import { listen } from './live-events.ts'
import { withWindow } from './merge-events.ts'
import { withLatest } from './message-window.ts'
import { createOutbox } from './outbox.ts'
import { createStore } from './store.ts'
import { createSync } from './sync.ts'

let db: Database
let server: TestServer
const stops: Array<() => void> = []

beforeAll(async () => {
  db = testDatabase()
  server = await startServer({ pages: false })
})
afterAll(() => server.stop())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

type Person = ReturnType<typeof createPerson>
const somebody = () => createPerson(db, { now: Date.now() })

/** A live client with this conversation open and no messages loaded. */
async function client(person: Person, conversationId: string) {
  const { cookie } = await signedIn(person)
  const window = { messages: [], hasOlder: false, hasNewer: false, rev: 0, ahead: [], latest: 0 }
  const store = createStore<ChatState>({
    ...emptyChatState,
    viewer: { id: person.actor.id, name: person.actor.name },
    openId: conversationId,
    opened: new Map([[conversationId, { detail: { members: [] } as never, window, held: [] }]]),
  })
  const socket = socketClient(server.port, { cookie }) as LiveSocket
  let opened = () => {}
  const connection = maintainConnection(socket, {
    state: (state) => store.update((before) => ({ ...before, connection: state })),
    open: () => opened(),
    signedIn: async () => true,
    signedOut: () => {},
  })
  let lists = 0
  const sync = createSync(store, connection.ask, {
    async reload() {},
    left() {},
    hidden: () => {
      lists += 1
    },
  })
  stops.push(
    listen(socket, store, { gap: () => sync(), changed() {}, left() {}, hidden() {}, message() {}, sentByMe() {} }),
    connection.stop,
  )
  /** Connects or reconnects, and syncs; `stale` conversations even if nothing seems to be missing. */
  async function connect(stale: string[] = []) {
    await new Promise<void>((open) => {
      opened = open
      if (socket.connected) open()
      else connection.start()
    })
    const answer = await connection.ask<{ rev: number }>('join_group', { groupId: conversationId })
    if (answer?.ok) store.update((state) => withWindow(state, conversationId, (shown) => withLatest(shown, answer.rev)))
    sync()
    sync(stale, true)
  }
  const shown = () => store.get().opened.get(conversationId)?.window.messages ?? []
  /** Resolves when the state fulfils the condition. */
  const until = (wanted: () => boolean) =>
    new Promise<void>((done) => {
      const stop = store.subscribe(check)
      function check() {
        if (!wanted()) return
        stop()
        done()
      }
      check()
    })
  return { store, connection, connect, shown, until, listed: () => lists }
}

const shared = (person: Person, other: Person) => createConversation(db, { members: [person, other] }).id
const texts = (messages: ReadonlyArray<{ text: string }>) => messages.map(({ text }) => text)

it('has the same state as the server after it was offline, whatever happened meanwhile', async () => {
  const [anna, bert] = [somebody(), somebody()]
  const id = shared(anna, bert)
  const { connect, connection, shown, until } = await client(anna, id)
  await connect()
  const say = (text: string) => sendMessage(bert, { conversationId: id, text, clientId: randomUUID() })
  const first = say('first')
  await until(() => shown().length === 1)
  connection.stop()
  for (let each = 0; each < 250; each += 1) say(`while away ${each}`)
  editMessage(bert, { messageId: first.id, text: 'first, changed' })
  await connect()
  await until(() => shown().length === 251 && shown()[0]?.text === 'first, changed')
  say('here again')
  await until(() => shown().length === 252)
  const { messages } = listMessages(anna, id, {})
  expect(texts(shown()).slice(-messages.length)).toEqual(texts(messages))
})

it('no longer shows messages that its user hid on another device while it was offline', async () => {
  const [anna, bert] = [somebody(), somebody()]
  const id = shared(anna, bert)
  const { connect, connection, shown, until, listed } = await client(anna, id)
  await connect()
  const say = (text: string) => sendMessage(bert, { conversationId: id, text, clientId: randomUUID() })
  const { id: messageId } = say('not for me')
  say('for me')
  await until(() => shown().length === 2)
  connection.stop()
  hideMessage({ ...anna, now: Date.now() }, { messageId })
  expect(listed()).toBe(0)
  await connect([id])
  await until(() => shown().length === 1)
  expect([texts(shown()), listed()]).toEqual([['for me'], 1])
})

it('stores a message once if its acknowledgement is lost and it is sent again', async () => {
  const [anna, bert] = [somebody(), somebody()]
  const id = shared(anna, bert)
  const { store, connection, connect, until, shown } = await client(anna, id)
  await connect()
  const answers: SendAnswer[] = []
  let lost = 1
  const outbox = createOutbox({
    store,
    storage: memoryStorage(),
    online: () => connection.socket.connected,
    async send({ conversationId, text, clientId }) {
      const answer = await connection.ask<SendAnswer>('send_message', { conversationId, text, type: 'text', clientId })
      return lost-- > 0 ? null : answer
    },
    sent: (_entry, answer) => answers.push(answer),
    failed: () => {},
    pause: async () => {},
    exclusively: (_name, run) => run(),
  })
  const entry = { conversationId: id, replyToId: null, fileIds: [], files: [], attempts: 0, state: 'pending' as const }
  outbox.add({ ...entry, clientId: randomUUID(), text: 'once', createdAt: 1 })
  outbox.add({ ...entry, clientId: randomUUID(), text: 'and then', createdAt: 2 })
  await until(() => store.get().outbox.length === 0 && shown().length === 2)
  expect(texts(shown())).toEqual(['once', 'and then'])
  expect(answers).toMatchObject([{ duplicate: true }, { duplicate: false }])
  expect(listMessages(anna, id, {}).messages).toHaveLength(2)
})
