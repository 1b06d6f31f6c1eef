import type { SyncAnswer } from '#app/features/chat/socket-events.ts'
import { fromWire } from '#app/features/chat/wire.ts'
import type { ChatState } from './chat-state.ts'
import type { Connection } from './connection.ts'
import { lagging, withoutConversation, withWindow } from './merge-events.ts'
import { hasGap, withChanges } from './message-window.ts'
import type { Store } from './store.ts'

/** Fills the gaps of the conversations that are held here, each by one question at a time. */
export function createSync(store: Store<ChatState>, ask: Connection['ask'], reload: (id: string) => Promise<unknown>) {
  const running = new Set<string>()

  async function fill(id: string): Promise<void> {
    for (;;) {
      const window = store.get().opened.get(id)?.window
      if (!window || !hasGap(window)) return
      const answer = await ask<SyncAnswer>('sync', { conversationId: id, sinceRev: window.rev })
      if (answer?.ok === false && answer.code === 'not_found') store.update((state) => withoutConversation(state, id))
      if (!answer?.ok) return
      if (answer.reset) {
        await reload(id)
        return
      }
      const { messages, rev } = answer
      // The answer reaches as far as it says; only a later revision can still be missing.
      store.update((state) => withWindow(state, id, (held) => withChanges(held, messages.map(fromWire), rev)))
      if (rev <= window.rev) return
    }
  }

  return (ids: Iterable<string> = lagging(store.get())) => {
    for (const id of ids) {
      if (running.has(id)) continue
      running.add(id)
      void fill(id).finally(() => running.delete(id))
    }
  }
}
