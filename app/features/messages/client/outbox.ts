import type { Answer, SendAnswer } from '#app/realtime/protocol/socket-events.ts'
import type { ChatState } from './chat-state.ts'
import { judge, nextToSend, type OutboxEntry, revived } from './outbox-rules.ts'
import { keepEntry, outboxKey, readOutbox, type Shelf } from './outbox-storage.ts'
import type { Store } from './store.ts'

export type Outbox = {
  /** Brings back what an earlier page could not send. */
  revive(): void
  add(entry: OutboxEntry): void
  change(clientId: string, change: Partial<OutboxEntry>): void
  retry(clientId: string): void
  discard(clientId: string): void
  /** Sends what waits, in every conversation. */
  flush(): void
  /** Another tab has changed what waits. What it cannot send, this one does. */
  reread(): void
}

/**
 * Messages on their way. They survive a reload (which the `retries` of Socket.IO do not: decision 31), are sent in the order
 * they were written, by one tab each, and as often as it takes: the server stores a clientId once.
 */
export function createOutbox(given: {
  store: Store<ChatState>
  keep: Shelf
  online(): boolean
  send(entry: OutboxEntry): Promise<Answer<SendAnswer> | null>
  sent(entry: OutboxEntry, answer: SendAnswer): void
  failed(entry: OutboxEntry, reason: string | null): void
  pause(ms: number): Promise<void>
  /** Runs it while no other tab runs one of that name. */
  alone(name: string, run: () => Promise<void>): Promise<void>
}): Outbox {
  const { store, keep, online } = given
  const sending = new Set<string>()
  const userId = () => store.get().viewer?.id ?? ''

  /** What could not be stored, and so is this tab's own. */
  const loose = new Set<string>()
  const isOwn = ({ files, clientId }: OutboxEntry) => files.length > 0 || loose.has(clientId)

  /** Changes what waits, here and for the other tabs. Files that are being uploaded stay this tab's own. */
  function set(change: (entries: readonly OutboxEntry[]) => readonly OutboxEntry[]) {
    const id = userId()
    const kept = readOutbox(keep, id)
    const own = store.get().outbox.filter(isOwn)
    const before = [...kept.filter((entry) => !isOwn(entry)), ...own]
    const entries = change(before).toSorted((one, other) => one.createdAt - other.createdAt)
    for (const { clientId } of kept) {
      if (!entries.some((entry) => entry.clientId === clientId)) keep.removeItem(outboxKey(id) + clientId)
    }
    for (const entry of entries) {
      if (entry.files.length > 0 || kept.includes(entry)) continue
      if (keepEntry(keep, id, entry)) loose.delete(entry.clientId)
      else loose.add(entry.clientId)
    }
    store.update((state) => ({ ...state, outbox: entries }))
  }
  const put = (clientId: string, change: Partial<OutboxEntry>) =>
    set((entries) => entries.map((entry) => (entry.clientId === clientId ? { ...entry, ...change } : entry)))
  const drop = (clientId: string) => set((entries) => entries.filter((entry) => entry.clientId !== clientId))

  async function deliver(conversationId: string) {
    for (;;) {
      set((entries) => entries)
      const entry = nextToSend(store.get().outbox, conversationId)
      if (!entry || !online()) return
      const answer = await given.send(entry)
      // Nobody was there to answer: it waits for the next connection.
      if (answer === null && !online()) return
      const attempts = entry.attempts + 1
      const verdict = judge(answer, attempts)
      if (verdict.next === 'retry') {
        put(entry.clientId, { attempts })
        await given.pause(verdict.afterMs)
      } else if (verdict.next === 'failed') {
        put(entry.clientId, { attempts, state: 'failed' })
        given.failed(entry, answer && !answer.ok ? answer.message : null)
      } else {
        drop(entry.clientId)
        if (answer?.ok) given.sent(entry, answer)
      }
    }
  }

  async function flushOne(conversationId: string): Promise<void> {
    if (sending.has(conversationId) || !online()) return
    sending.add(conversationId)
    try {
      await given.alone(`chat-outbox:${userId()}:${conversationId}`, () => deliver(conversationId))
    } finally {
      sending.delete(conversationId)
    }
    if (online() && nextToSend(store.get().outbox, conversationId)) await flushOne(conversationId)
  }

  function flush() {
    for (const id of new Set(store.get().outbox.map(({ conversationId }) => conversationId))) void flushOne(id)
  }

  return {
    revive() {
      set((entries) => revived(entries, Date.now()))
      flush()
    },
    add(entry) {
      set((entries) => [...entries, entry])
      void flushOne(entry.conversationId)
    },
    change(clientId, change) {
      put(clientId, change)
      flush()
    },
    retry(clientId) {
      put(clientId, { state: 'pending', attempts: 0, createdAt: Date.now() })
      flush()
    },
    discard: drop,
    flush,
    reread() {
      set((entries) => entries)
      flush()
    },
  }
}
