import type { Answer, SendAnswer } from '#app/realtime/protocol/socket-events.ts'
import type { ChatState } from './chat-state.ts'
import { expireOldEntries, nextToSend, type OutboxEntry, outcomeOf } from './outbox-rules.ts'
import { type EnumerableStorage, outboxKey, readOutbox, storeEntry } from './outbox-storage.ts'
import type { Store } from './store.ts'

export type Outbox = {
  /** Restores what an earlier page could not send. */
  restore(): void
  add(entry: OutboxEntry): void
  change(clientId: string, change: Partial<OutboxEntry>): void
  retry(clientId: string): void
  discard(clientId: string): void
  /** Sends the pending messages of every conversation. */
  flush(): void
  /** Reloads the entries after a change by another tab, and sends what that one cannot. */
  reload(): void
}

/**
 * Messages that have not been sent yet. They survive a reload (which Socket.IO's `retries` do not: decision 31) and are sent in
 * the order of writing, each by one tab, as often as necessary: the server stores a clientId once.
 */
export function createOutbox(options: {
  store: Store<ChatState>
  storage: EnumerableStorage
  online(): boolean
  send(entry: OutboxEntry): Promise<Answer<SendAnswer> | null>
  sent(entry: OutboxEntry, answer: SendAnswer): void
  failed(entry: OutboxEntry, reason: string | null): void
  pause(ms: number): Promise<void>
  /** Runs it while no other tab holds the lock with this name. */
  exclusively(name: string, run: () => Promise<void>): Promise<void>
}): Outbox {
  const { store, storage, online } = options
  const sending = new Set<string>()
  const userId = () => store.get().viewer?.id ?? ''

  /** Entries that could not be stored, and exist only in this tab. */
  const unstored = new Set<string>()
  const isOwn = ({ files, clientId }: OutboxEntry) => files.length > 0 || unstored.has(clientId)

  /** Changes the entries for all tabs. Entries with files to upload stay in this tab. */
  function set(change: (entries: readonly OutboxEntry[]) => readonly OutboxEntry[]) {
    const id = userId()
    const stored = readOutbox(storage, id)
    const own = store.get().outbox.filter(isOwn)
    const before = [...stored.filter((entry) => !isOwn(entry)), ...own]
    const entries = change(before).toSorted((one, other) => one.createdAt - other.createdAt)
    for (const { clientId } of stored) {
      if (!entries.some((entry) => entry.clientId === clientId)) storage.removeItem(outboxKey(id) + clientId)
    }
    for (const entry of entries) {
      if (entry.files.length > 0 || stored.includes(entry)) continue
      if (storeEntry(storage, id, entry)) unstored.delete(entry.clientId)
      else unstored.add(entry.clientId)
    }
    // The same objects while nothing has changed, or each look at the storage would render the conversation.
    store.update((state) => {
      const { outbox } = state
      const same = (entry: OutboxEntry) => outbox.find((each) => JSON.stringify(each) === JSON.stringify(entry))
      const next = entries.map((entry) => same(entry) ?? entry)
      return next.length === outbox.length && next.every((entry, at) => entry === outbox[at])
        ? state
        : { ...state, outbox: next }
    })
  }
  const put = (clientId: string, change: Partial<OutboxEntry>) =>
    set((entries) => entries.map((entry) => (entry.clientId === clientId ? { ...entry, ...change } : entry)))
  const drop = (clientId: string) => set((entries) => entries.filter((entry) => entry.clientId !== clientId))

  async function deliver(conversationId: string) {
    for (;;) {
      set((entries) => entries)
      const entry = nextToSend(store.get().outbox, conversationId)
      if (!entry || !online()) return
      const answer = await options.send(entry)
      // The connection is lost: wait for the next one.
      if (answer === null && !online()) return
      const attempts = entry.attempts + 1
      const outcome = outcomeOf(answer, attempts)
      if (outcome.next === 'retry') {
        put(entry.clientId, { attempts })
        await options.pause(outcome.afterMs)
      } else if (outcome.next === 'failed') {
        put(entry.clientId, { attempts, state: 'failed' })
        options.failed(entry, answer && !answer.ok ? answer.message : null)
      } else {
        drop(entry.clientId)
        if (answer?.ok) options.sent(entry, answer)
      }
    }
  }

  async function flushOne(conversationId: string): Promise<void> {
    if (sending.has(conversationId) || !online()) return
    sending.add(conversationId)
    try {
      await options.exclusively(`chat-outbox:${userId()}:${conversationId}`, () => deliver(conversationId))
    } finally {
      sending.delete(conversationId)
    }
    if (online() && nextToSend(store.get().outbox, conversationId)) await flushOne(conversationId)
  }

  function flush() {
    for (const id of new Set(store.get().outbox.map(({ conversationId }) => conversationId))) void flushOne(id)
  }

  return {
    restore() {
      set((entries) => expireOldEntries(entries, Date.now()))
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
    reload() {
      set((entries) => entries)
      flush()
    },
  }
}
