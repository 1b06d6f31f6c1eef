import { fromWire } from '#app/features/messages/wire.ts'
import type { SyncAnswer } from '#app/realtime/protocol/socket-events.ts'
import type { ChatState } from './chat-state.ts'
import type { Connection } from './connection.ts'
import { lagging, withoutConversation, withWindow } from './merge-events.ts'
import { hasGap, withChanges, without } from './message-window.ts'
import type { Store } from './store.ts'

/**
 * Fills the gaps of the conversations that are held here, each by one question at a time; those that the server calls stale
 * are asked `anyway`. `hidden` is told when something that was held is gone for the viewer.
 */
export function createSync(
  store: Store<ChatState>,
  ask: Connection['ask'],
  on: { reload(id: string): Promise<unknown>; hidden(): void },
) {
  const running = new Set<string>()

  async function fill(id: string, anyway: boolean): Promise<void> {
    for (let first = anyway; ; first = false) {
      const window = store.get().opened.get(id)?.window
      if (!window || !(first || hasGap(window))) return
      const answer = await ask<SyncAnswer>('sync', { conversationId: id, sinceRev: window.rev })
      if (answer?.ok === false && answer.code === 'not_found') store.update((state) => withoutConversation(state, id))
      if (!answer?.ok) return
      const { messages, hidden, reset, rev } = answer
      if (reset) await on.reload(id)
      const gone = window.messages.some((message) => hidden.includes(message.id))
      // The answer reaches as far as it says; only a later revision can still be missing.
      store.update((state) =>
        withWindow(state, id, (held) =>
          hidden.reduce(without, reset ? held : withChanges(held, messages.map(fromWire), rev)),
        ),
      )
      if (gone) on.hidden()
      if (reset || rev <= window.rev) return
    }
  }

  return (ids: Iterable<string> = lagging(store.get()), anyway = false) => {
    for (const id of ids) {
      if (running.has(id)) continue
      running.add(id)
      void fill(id, anyway).finally(() => running.delete(id))
    }
  }
}
