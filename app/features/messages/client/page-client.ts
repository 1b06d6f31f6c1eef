import type { ChatActions, ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import { createModelSelector } from './chat-model-selector.ts'
import { actionsOf } from './live-actions.ts'
import { liveChat, retainLiveChat } from './live-chat.ts'

const modelOf = createModelSelector()

/** What a chat page uses of the live chat, once that has loaded. */
export const pageClient = {
  /** The current model of the screen. */
  model: (): ChatModel => modelOf(liveChat().store.get()),
  subscribe: (listener: () => void) => liveChat().store.subscribe(listener),
  /** The loader's model with the drafts that the server does not have yet. */
  withUnsaved: (loaded: ChatModel): ChatModel => liveChat().withUnsaved(loaded),
  seed: (initial: ChatModel, partial: boolean): void => liveChat().seed(initial, { partial }),
  /** Call when a page with a conversation is shown. The returned function closes the conversation. */
  enter(): () => void {
    const release = retainLiveChat()
    return () => {
      void liveChat().open(null)
      release()
    }
  },
  actions: (open: ChatActions['open']): ChatActions => actionsOf(liveChat(), open),
  /** Whether the user has keyboard shortcuts switched on (MSG-9). */
  shortcuts: () => liveChat().shortcuts(),
}
