import { expect, it } from 'vitest'
import type { ConversationNotice, ServerEvents } from '#app/realtime/protocol/socket-events.ts'
import { type ChatState, nothing } from './chat-state.ts'
import type { LiveSocket } from './connection.ts'
import { listen, type Said } from './live-events.ts'
import { createStore } from './store.ts'

/** What a person hears of, whose tab knows these conversations. */
function hearing(conversations: ChatState['conversations']) {
  const handlers = new Map<string, (value: never) => void>()
  const socket = {
    on: (event: string, handler: (value: never) => void) => void handlers.set(event, handler),
    off() {},
  }
  const said: Said[] = []
  const changed: string[] = []
  const store = createStore<ChatState>({ ...nothing, viewer: { id: 'anna', name: 'Anna' }, conversations })
  listen(socket as unknown as LiveSocket, store, {
    gap() {},
    hidden() {},
    sentByMe() {},
    changed: (id) => changed.push(id),
    said: (message) => said.push(message),
  })
  const tell = (...[notices]: Parameters<ServerEvents['conversation_notices']>) =>
    handlers.get('conversation_notices')?.(notices as never)
  return { said, changed, tell }
}
const message = { id: 'm', seq: 4, createdAt: 1, authorId: 'bo', authorName: 'Bo', kind: 'text', params: null } as const
const notice: ConversationNotice = {
  conversation: 'c',
  lastSeq: 4,
  lastRev: 4,
  unread: 1,
  muted: false,
  mentioned: false,
  said: true,
  lastMessage: { ...message, state: 'live', text: 'Hello' },
}
const known = (lastSeq: number) => new Map([['c', { id: 'c', lastSeq, lastRev: lastSeq, lastReadSeq: 3 } as never]])

it('hears of the first message of a conversation that it does not know yet', () => {
  const { said, changed, tell } = hearing(new Map())
  tell([{ ...notice, muted: true }])
  expect(changed).toEqual(['c'])
  expect(said).toMatchObject([{ id: 'm', conversationId: 'c', text: 'Hello', muted: true }])
})

it('hears of a message that the list has brought before the notice', () => {
  const { said, tell } = hearing(known(4))
  tell([notice])
  expect(said).toHaveLength(1)
})

it('hears nothing of what has only changed, was read, or is gone again', () => {
  const { said, tell } = hearing(known(3))
  tell([{ ...notice, lastRev: 5, said: false }])
  tell([{ ...notice, lastMessage: null }])
  tell([{ ...notice, lastRev: 6, lastMessage: { ...message, state: 'unsent', text: '' } }])
  expect(said).toEqual([])
})
