import { expect, it } from 'vitest'
import type { ConversationNotice, ServerEvents } from '#app/realtime/protocol/socket-events.ts'
import { type ChatState, emptyChatState } from './chat-state.ts'
import type { LiveSocket } from './connection.ts'
import { type IncomingMessage, listen } from './live-events.ts'
import { createStore } from './store.ts'

/** The messages and changes reported in a tab that knows these conversations. */
function listening(conversations: ChatState['conversations']) {
  const handlers = new Map<string, (value: never) => void>()
  const socket = {
    on: (event: string, handler: (value: never) => void) => void handlers.set(event, handler),
    off() {},
  }
  const messages: IncomingMessage[] = []
  const changed: string[] = []
  const store = createStore<ChatState>({ ...emptyChatState, viewer: { id: 'anna', name: 'Anna' }, conversations })
  listen(socket as unknown as LiveSocket, store, {
    gap() {},
    left() {},
    hidden() {},
    sentByMe() {},
    changed: (id) => changed.push(id),
    message: (message) => messages.push(message),
  })
  const tell = (...[notices]: Parameters<ServerEvents['conversation_notices']>) =>
    handlers.get('conversation_notices')?.(notices as never)
  return { messages, changed, tell }
}
const message = { id: 'm', seq: 4, createdAt: 1, authorId: 'bo', authorName: 'Bo', kind: 'text', params: null } as const
const notice: ConversationNotice = {
  conversation: 'c',
  lastSeq: 4,
  lastRev: 4,
  unread: 1,
  level: 'all',
  mentioned: false,
  isNew: true,
  lastMessage: { ...message, state: 'live', text: 'Hello' },
}
const known = (lastSeq: number) => new Map([['c', { id: 'c', lastSeq, lastRev: lastSeq, lastReadSeq: 3 } as never]])

it('reports the first message of a conversation that is not known yet', () => {
  const { messages, changed, tell } = listening(new Map())
  tell([{ ...notice, level: 'none' }])
  expect(changed).toEqual(['c'])
  expect(messages).toMatchObject([{ id: 'm', conversationId: 'c', text: 'Hello', level: 'none' }])
})

it('reports a message that the list has loaded before the notice', () => {
  const { messages, tell } = listening(known(4))
  tell([notice])
  expect(messages).toHaveLength(1)
})

it('does not report messages that were only changed or read, or are gone', () => {
  const { messages, tell } = listening(known(3))
  tell([{ ...notice, lastRev: 5, isNew: false }])
  tell([{ ...notice, lastMessage: null }])
  tell([{ ...notice, lastRev: 6, lastMessage: { ...message, state: 'unsent', text: '' } }])
  expect(messages).toEqual([])
})
