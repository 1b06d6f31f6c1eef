import type { Keep } from './outbox-storage.ts'

export const draftsKey = 'chat-drafts'

export type Draft = { text: string; replyToId: string | null }
type Drafts = { userId: string; drafts: Record<string, Draft> }

/** What was written and has not reached the server yet, as it is stored: of this person only. */
export function readDrafts(stored: string | null, userId: string): Drafts['drafts'] {
  try {
    const kept = JSON.parse(stored ?? 'null') as Partial<Drafts> | null
    return kept?.userId === userId && typeof kept.drafts === 'object' ? kept.drafts : {}
  } catch {
    return {}
  }
}

export type DraftKeeper = {
  /** Kept here at once, and on the server a moment later. */
  save(conversationId: string, draft: Draft): void
  /** It was sent: there is nothing to keep. */
  sent(conversationId: string): void
  /** What the server does not have yet. */
  unsaved(conversationId: string): Draft | null
  /** Tells the server what an earlier page could not. */
  resume(): void
  /** Now, because the page may go. */
  flush(): void
  /** Keeps nothing of this person's here any more. */
  forget(): void
}

/** From the last change of a draft until the server is told (ms). */
const serverDelay = 1_000

/** Drafts are the server's, and under `chat-drafts` in the browser until the server has them (MSG-5). */
export function keepDrafts(given: {
  keep: Keep
  userId(): string
  post(conversationId: string, draft: Draft, leaving: boolean): Promise<void>
}): DraftKeeper {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const read = () => readDrafts(given.keep.getItem(draftsKey), given.userId())

  function change(edit: (drafts: Drafts['drafts']) => void) {
    const userId = given.userId()
    const drafts = read()
    edit(drafts)
    try {
      if (Object.keys(drafts).length === 0) given.keep.removeItem(draftsKey)
      else given.keep.setItem(draftsKey, JSON.stringify({ userId, drafts } satisfies Drafts))
    } catch {
      // The server keeps it.
    }
  }
  const same = (one: Draft | undefined, other: Draft) => one?.text === other.text && one.replyToId === other.replyToId

  async function post(conversationId: string, leaving: boolean) {
    clearTimeout(waiting.get(conversationId))
    waiting.delete(conversationId)
    const draft = read()[conversationId]
    if (!draft) return
    await given.post(conversationId, draft, leaving)
    change((drafts) => {
      // What was written meanwhile is not there yet.
      if (same(drafts[conversationId], draft)) delete drafts[conversationId]
    })
  }
  const attempt = (conversationId: string, leaving: boolean) => {
    // Stays in the browser, and goes with the next change.
    post(conversationId, leaving).catch(() => {})
  }

  return {
    save(conversationId, draft) {
      change((drafts) => {
        drafts[conversationId] = draft
      })
      clearTimeout(waiting.get(conversationId))
      waiting.set(
        conversationId,
        setTimeout(() => attempt(conversationId, false), serverDelay),
      )
    },
    sent(conversationId) {
      clearTimeout(waiting.get(conversationId))
      waiting.delete(conversationId)
      // The other tabs hear of every change, and take this one for what it is: nothing is being written any more.
      change((drafts) => {
        drafts[conversationId] = { text: '', replyToId: null }
      })
      change((drafts) => {
        delete drafts[conversationId]
      })
    },
    unsaved: (conversationId) => read()[conversationId] ?? null,
    resume() {
      for (const conversationId of Object.keys(read())) attempt(conversationId, false)
    },
    flush() {
      for (const conversationId of [...waiting.keys()]) attempt(conversationId, true)
    },
    forget() {
      // By now it may be who signed in after them, in another tab, whose drafts stand there.
      if (Object.keys(read()).length > 0) given.keep.removeItem(draftsKey)
    },
  }
}
