import type { Outgoing, Returned } from '#app/features/conversations/ui/chat-model.ts'
import type { Answer, SendAnswer } from '#app/realtime/protocol/socket-events.ts'
import type { ChatState } from './chat-state.ts'
import type { Connection } from './connection.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxEntry } from './outbox-rules.ts'
import type { EnumerableStorage } from './outbox-storage.ts'
import type { Store } from './store.ts'
import { RefusedUpload, upload } from './uploads.ts'

export type SendFailure = 'send' | 'upload' | 'voice'

/** Sends messages: uploads their files one by one, then hands the message to the outbox. */
export function createSender(options: {
  store: Store<ChatState>
  storage: EnumerableStorage
  connection: Connection
  sent(entry: OutboxEntry, answer: SendAnswer): void
  failed(what: SendFailure, reason: string | null): void
}) {
  const { store, connection } = options
  const uploads = new Map<string, { files: File[]; voice: Outgoing['voice']; stop: AbortController }>()
  const outbox = createOutbox({
    ...options,
    // A browser that reports being offline may still have its socket for a while.
    online: () => store.get().connection === 'online' && store.get().viewer !== null,
    send: (entry) => connection.ask<SendAnswer>('send_message', payloadOf(entry)) as Promise<Answer<SendAnswer> | null>,
    failed: (_entry, reason) => options.failed('send', reason),
    pause: (ms) => new Promise((done) => setTimeout(done, ms)),
    exclusively: async (name, run) => {
      if (navigator.locks) await navigator.locks.request(name, run)
      else await run()
    },
  })

  const progress = (clientId: string, done: number | null) =>
    store.update((state) => {
      const { [clientId]: _before, ...others } = state.progress
      return { ...state, progress: done === null ? others : { ...others, [clientId]: done } }
    })

  async function uploadAll({ clientId, conversationId }: OutboxEntry) {
    const waiting = uploads.get(clientId)
    const userId = store.get().viewer?.id
    if (!waiting || !userId) return
    const { files, voice, stop } = waiting
    const fileIds: string[] = []
    progress(clientId, 0)
    try {
      for (const [index, file] of files.entries()) {
        const onProgress = (done: number) => progress(clientId, (index + done) / files.length)
        fileIds.push(await upload({ file, conversationId, userId, voice }, onProgress, stop.signal))
      }
      uploads.delete(clientId)
      outbox.change(clientId, { files: [], fileIds })
    } catch (error) {
      if (stop.signal.aborted) return
      const refusal = error instanceof RefusedUpload && error.message ? { refusal: error.message } : {}
      outbox.change(clientId, { state: 'failed', ...refusal })
      options.failed(voice ? 'voice' : 'upload', error instanceof Error && error.message ? error.message : null)
    } finally {
      progress(clientId, null)
    }
  }

  return {
    outbox,
    send(conversationId: string, { text, replyToId, files, voice }: Outgoing) {
      const entry: OutboxEntry = {
        clientId: newClientId(),
        conversationId,
        text,
        replyToId,
        fileIds: [],
        files: files.map(({ name }) => name),
        createdAt: Date.now(),
        attempts: 0,
        state: 'pending',
      }
      if (files.length > 0) uploads.set(entry.clientId, { files, voice, stop: new AbortController() })
      outbox.add(entry)
      void uploadAll(entry)
    },
    retry(clientId: string) {
      outbox.retry(clientId)
      const entry = store.get().outbox.find((each) => each.clientId === clientId)
      if (entry && entry.files.length > 0) void uploadAll(entry)
    },
    discard(clientId: string): Returned | null {
      const entry = store.get().outbox.find((each) => each.clientId === clientId)
      const { files = [], voice, stop } = uploads.get(clientId) ?? {}
      stop?.abort()
      uploads.delete(clientId)
      outbox.discard(clientId)
      return entry ? { text: entry.text, files: voice ? [] : files } : null
    },
    /** Whether leaving the page would abort an upload. */
    uploading: () => uploads.size > 0,
    stop() {
      for (const { stop } of uploads.values()) stop.abort()
      uploads.clear()
    },
  }
}

function payloadOf({ conversationId, text, clientId, replyToId, fileIds }: OutboxEntry) {
  return { conversationId, text, type: fileIds.length > 0 ? 'file' : 'text', fileIds, clientId, replyToId }
}

/** A random UUID. Browsers have `crypto.randomUUID` only in secure contexts. */
export function newClientId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, at) => {
    const value = at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte
    return value.toString(16).padStart(2, '0')
  })
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
