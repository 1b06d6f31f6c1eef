import { Refused } from './chat-http.ts'
import type { StorageArea } from './outbox-storage.ts'

export const draftsKey = 'chat-drafts'

export type Draft = { text: string; replyToId: string | null }
type Drafts = { userId: string; drafts: Record<string, Draft> }

/** Reads the drafts that the server does not have yet from their stored form; none if they are another user's. */
export function readDrafts(stored: string | null, userId: string): Drafts['drafts'] {
  try {
    const parsed = JSON.parse(stored ?? 'null') as Partial<Drafts> | null
    return parsed?.userId === userId && typeof parsed.drafts === 'object' ? parsed.drafts : {}
  } catch {
    return {}
  }
}

export type DraftStore = {
  /** Saves in the browser at once, and on the server a moment later. */
  save(conversationId: string, draft: Draft): void
  /** Deletes the draft, because it was sent. */
  sent(conversationId: string): void
  /** Deletes the draft of a conversation that is closed to its author; other tabs keep what is in their field. */
  forget(conversationId: string): void
  /** The draft that the server does not have yet, or has had for so short a time that a page that was asked for may come without it. */
  unsaved(conversationId: string): Draft | null
  /** Posts the drafts that an earlier page could not. */
  resume(): void
  /** Posts at once, because the page may be closing. Resolves when that has succeeded or failed. */
  flush(): Promise<unknown>
  /** Deletes this user's drafts from the browser. */
  clear(): void
}

/** How long after its last change a draft is posted (ms). */
const serverDelay = 1_000
/** How long a page that was asked for before a draft was posted may take (ms). */
const pageDelay = 10_000

/** Drafts are stored on the server, and until then in the browser under `chat-drafts` (MSG-5). */
export function createDraftStore(options: {
  storage: StorageArea
  userId(): string
  post(conversationId: string, draft: Draft, leaving: boolean): Promise<void>
}): DraftStore {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const posted = new Map<string, { draft: Draft; at: number }>()
  const read = () => readDrafts(options.storage.getItem(draftsKey), options.userId())

  function change(edit: (drafts: Drafts['drafts']) => unknown) {
    const userId = options.userId()
    const drafts = read()
    edit(drafts)
    try {
      if (Object.keys(drafts).length === 0) options.storage.removeItem(draftsKey)
      else options.storage.setItem(draftsKey, JSON.stringify({ userId, drafts } satisfies Drafts))
    } catch {
      // The server has the draft.
    }
  }
  const same = (one: Draft | undefined, other: Draft) => one?.text === other.text && one.replyToId === other.replyToId

  async function post(conversationId: string, leaving: boolean) {
    clearTimeout(waiting.get(conversationId))
    waiting.delete(conversationId)
    const draft = read()[conversationId]
    if (!draft) return
    await options.post(conversationId, draft, leaving)
    posted.set(conversationId, { draft, at: Date.now() })
    change((drafts) => {
      // The draft may have changed meanwhile.
      if (same(drafts[conversationId], draft)) delete drafts[conversationId]
    })
  }
  const attempt = (conversationId: string, leaving: boolean) =>
    post(conversationId, leaving).catch((error: unknown) => {
      // It stays in the browser and is posted with the next change, unless the conversation is closed to its author.
      if (error instanceof Refused && error.status === 404) forget(conversationId)
    })

  function forget(conversationId: string) {
    clearTimeout(waiting.get(conversationId))
    waiting.delete(conversationId)
    posted.delete(conversationId)
    change((drafts) => delete drafts[conversationId])
  }

  return {
    forget,
    save(conversationId, draft) {
      change((drafts) => {
        drafts[conversationId] = draft
      })
      clearTimeout(waiting.get(conversationId))
      waiting.set(
        conversationId,
        setTimeout(() => void attempt(conversationId, false), serverDelay),
      )
    },
    sent(conversationId) {
      clearTimeout(waiting.get(conversationId))
      waiting.delete(conversationId)
      posted.delete(conversationId)
      // Other tabs get both storage events; the empty draft clears their field.
      change((drafts) => {
        drafts[conversationId] = { text: '', replyToId: null }
      })
      change((drafts) => {
        delete drafts[conversationId]
      })
    },
    unsaved(conversationId) {
      const last = posted.get(conversationId)
      return read()[conversationId] ?? (last && Date.now() - last.at < pageDelay ? last.draft : null)
    },
    resume() {
      for (const conversationId of Object.keys(read())) void attempt(conversationId, false)
    },
    flush() {
      return Promise.all(Object.keys(read()).map((conversationId) => attempt(conversationId, true)))
    },
    clear() {
      // The stored drafts may already be those of another user, who has signed in in another tab.
      if (Object.keys(read()).length > 0) options.storage.removeItem(draftsKey)
    },
  }
}
