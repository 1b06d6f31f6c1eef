import { fromWire } from '#app/features/messages/wire.ts'
import type { SyncAnswer } from '#app/realtime/protocol/socket-events.ts'
import type { ChatState } from './chat-state.ts'
import type { Connection } from './connection.ts'
import { conversationsWithGaps, withWindow } from './merge-events.ts'
import { hasGap, withChanges, without } from './message-window.ts'
import type { Store } from './store.ts'

/**
 * Closes the gaps of the opened conversations, with one request at a time for each. Conversations that the server calls stale
 * are synced `anyway`. `on.left` is called when the
 * viewer is no longer a member, `on.hidden` when the viewer has hidden a message that was shown.
 */
export function createSync(
  store: Store<ChatState>,
  ask: Connection['ask'],
  on: { reload(id: string): Promise<unknown>; left(id: string): void; hidden(): void },
) {
  const running = new Set<string>()

  async function fill(id: string, anyway: boolean): Promise<void> {
    for (let first = anyway; ; first = false) {
      const window = store.get().opened.get(id)?.window
      if (!window || !(first || hasGap(window))) return
      const answer = await ask<SyncAnswer>('sync', { conversationId: id, sinceRev: window.rev })
      if (answer?.ok === false && answer.code === 'not_found') on.left(id)
      if (!answer?.ok) return
      const { messages, hidden, reset, rev } = answer
      if (reset) await on.reload(id)
      const gone = window.messages.some((message) => hidden.includes(message.id))
      // The answer is complete up to its `rev`; only later changes can still be missing.
      store.update((state) =>
        withWindow(state, id, (current) =>
          hidden.reduce(without, reset ? current : withChanges(current, messages.map(fromWire), rev)),
        ),
      )
      if (gone) on.hidden()
      if (reset || rev <= window.rev) return
    }
  }

  return (ids: Iterable<string> = conversationsWithGaps(store.get()), anyway = false) => {
    for (const id of ids) {
      if (running.has(id)) continue
      running.add(id)
      void fill(id, anyway).finally(() => running.delete(id))
    }
  }
}
