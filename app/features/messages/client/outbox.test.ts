import { describe, expect, it } from 'vitest'
import type { Answer, SendAnswer } from '#app/realtime/protocol/socket-events.ts'
import { memoryStorage } from '#tests/setup/storage.ts'
import { type ChatState, emptyChatState } from './chat-state.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxEntry } from './outbox-rules.ts'
import { readOutbox } from './outbox-storage.ts'
import { createStore } from './store.ts'

/** The localStorage and locks that the tabs of one browser share. */
function browser() {
  const locks = new Map<string, Promise<void>>()
  return {
    storage: memoryStorage(),
    exclusively(name: string, run: () => Promise<void>): Promise<void> {
      const turn = (locks.get(name) ?? Promise.resolve()).then(run)
      locks.set(name, turn)
      return turn
    },
  }
}

type Reply = Answer<SendAnswer> | null
const stored: Reply = { ok: true, id: 'm', seq: 1, rev: 1, created_at: '', duplicate: false, pending: false }
const failure = (code: 'rate_limited' | 'forbidden' | 'server_error'): Reply => ({ ok: false, code, message: code })

/** A tab whose server gives these answers in turn, and then stores everything. */
function tab({ storage, exclusively }: ReturnType<typeof browser>, answers: Reply[] = []) {
  const store = createStore<ChatState>({ ...emptyChatState, viewer: { id: 'anna', name: 'Anna' } })
  const asked: string[] = []
  const pauses: number[] = []
  const failed: string[] = []
  const connection = { open: true }
  const outbox = createOutbox({
    store,
    storage,
    exclusively,
    online: () => connection.open,
    send: async ({ clientId }) => {
      asked.push(clientId)
      return answers.length > 0 ? (answers.shift() ?? null) : stored
    },
    sent: () => {},
    failed: ({ clientId }) => failed.push(clientId),
    pause: async (ms) => void pauses.push(ms),
  })
  return { store, outbox, asked, pauses, failed, connection }
}
const entry = (clientId: string, createdAt = Date.now()): OutboxEntry => ({
  clientId,
  conversationId: 'c',
  text: clientId,
  replyToId: null,
  fileIds: [],
  files: [],
  createdAt,
  attempts: 0,
  state: 'pending',
})
/** Resolves when all pending work is done; nothing here waits for time. */
const settled = () => new Promise((done) => setTimeout(done))

describe('the outbox', () => {
  it('sends in order, and removes stored messages', async () => {
    const shared = browser()
    const { outbox, asked, store } = tab(shared)
    outbox.add(entry('1', 1 + Date.now()))
    outbox.add(entry('2', 2 + Date.now()))
    await settled()
    expect(asked).toEqual(['1', '2'])
    expect(store.get().outbox).toEqual([])
    expect(readOutbox(shared.storage, 'anna')).toEqual([])
  })

  it('changes nothing, which would render the conversation, when it looks at the storage again', async () => {
    const { outbox, store, connection } = tab(browser())
    connection.open = false
    outbox.add(entry('1'))
    const before = store.get()
    outbox.reload()
    await settled()
    expect(store.get()).toBe(before)
  })

  it('retries with the same clientId after time-outs, rate limits and server errors, before the next message', async () => {
    const { outbox, asked, pauses } = tab(browser(), [null, failure('rate_limited'), failure('server_error')])
    outbox.add(entry('1', 1 + Date.now()))
    outbox.add(entry('2', 2 + Date.now()))
    await settled()
    expect(asked).toEqual(['1', '1', '1', '1', '2'])
    expect(pauses).toHaveLength(3)
  })

  it('keeps refused messages for their author, and sends the others', async () => {
    const { outbox, asked, failed, store } = tab(browser(), [failure('forbidden')])
    outbox.add(entry('1', 1 + Date.now()))
    outbox.add(entry('2', 2 + Date.now()))
    await settled()
    expect(asked).toEqual(['1', '2'])
    expect(failed).toEqual(['1'])
    expect(store.get().outbox).toMatchObject([{ clientId: '1', state: 'failed' }])
    outbox.retry('1')
    await settled()
    expect(asked).toEqual(['1', '2', '1'])
    expect(store.get().outbox).toEqual([])
  })

  it('waits while there is no connection, survives a reload, and is discarded on request', async () => {
    const shared = browser()
    const before = tab(shared)
    before.connection.open = false
    before.outbox.add(entry('1', 1 + Date.now()))
    before.outbox.add(entry('2', 2 + Date.now()))
    before.outbox.discard('2')
    await settled()
    expect(before.asked).toEqual([])
    const after = tab(shared)
    after.outbox.restore()
    await settled()
    expect(after.asked).toEqual(['1'])
  })

  it('does not count an attempt during which the connection broke', async () => {
    const { outbox, connection, store } = tab(browser(), [null])
    outbox.add(entry('1'))
    connection.open = false
    await settled()
    expect(store.get().outbox).toMatchObject([{ attempts: 0, state: 'pending' }])
  })

  it('sends each message from one of several tabs', async () => {
    const shared = browser()
    const one = tab(shared)
    const other = tab(shared)
    one.connection.open = false
    one.outbox.add(entry('1'))
    one.connection.open = true
    one.outbox.flush()
    other.outbox.restore()
    await settled()
    expect([...one.asked, ...other.asked]).toEqual(['1'])
  })

  it('sends the messages of an offline tab from an online one', async () => {
    const shared = browser()
    const [one, other] = [tab(shared), tab(shared)]
    one.connection.open = false
    one.outbox.add(entry('1'))
    other.outbox.reload()
    await settled()
    expect(other.asked).toEqual(['1'])
    one.outbox.reload()
    expect(one.store.get().outbox).toEqual([])
  })

  it('loses nothing when two tabs write at the same moment', () => {
    const shared = browser()
    const other = tab(shared)
    const { setItem } = shared.storage
    const between = (key: string, value: string) => {
      shared.storage.setItem = setItem
      other.outbox.add(entry('2', 2))
      setItem(key, value)
    }
    const one = tab(shared)
    one.connection.open = false
    other.connection.open = false
    shared.storage.setItem = between
    one.outbox.add(entry('1', 1))
    one.outbox.reload()
    expect(one.store.get().outbox.map(({ clientId }) => clientId)).toEqual(['1', '2'])
  })

  it('keeps messages in memory if storage is full, and sends them', async () => {
    const shared = browser()
    shared.storage.setItem = () => {
      throw new Error('full')
    }
    const { outbox, connection, store, asked } = tab(shared)
    connection.open = false
    outbox.add(entry('1', 1 + Date.now()))
    outbox.add(entry('2', 2 + Date.now()))
    outbox.reload()
    expect(store.get().outbox).toHaveLength(2)
    connection.open = true
    outbox.flush()
    await settled()
    expect(asked).toEqual(['1', '2'])
    expect(store.get().outbox).toEqual([])
  })

  it('shares a message with other tabs only once its files are uploaded', () => {
    const shared = browser()
    const { outbox, store } = tab(shared)
    outbox.add({ ...entry('1'), files: ['plan.pdf'] })
    expect(store.get().outbox).toHaveLength(1)
    expect(readOutbox(shared.storage, 'anna')).toEqual([])
  })

  it('ignores invalid entries in storage', () => {
    const { storage } = browser()
    for (const nonsense of ['', '{', '{}', '[1, null, {"clientId": 1}]']) {
      storage.setItem('chat-outbox:anna:1', nonsense)
      expect(readOutbox(storage, 'anna')).toEqual([])
    }
  })
})
