import type { ChatActions, ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import { modelMaker } from './chat-model-of.ts'
import { actionsOf } from './live-actions.ts'
import { holdLiveChat, liveChat } from './live-chat.ts'

const modelOf = modelMaker()

/** What a page of messages needs of the live chat, once it has loaded. */
export const pageClient = {
  /** What a screen shows now. */
  model: (): ChatModel => modelOf(liveChat().store.get()),
  subscribe: (listener: () => void) => liveChat().store.subscribe(listener),
  /** What a loader said, with what was written here and the server does not have yet. */
  withUnsaved: (loaded: ChatModel): ChatModel => liveChat().withUnsaved(loaded),
  seed: (initial: ChatModel, partial: boolean): void => liveChat().seed(initial, { partial }),
  /** While a page with a conversation is shown; what it showed is closed with it. */
  enter(): () => void {
    const release = holdLiveChat()
    return () => {
      void liveChat().open(null)
      release()
    }
  },
  actions: (open: ChatActions['open']): ChatActions => actionsOf(liveChat(), open),
  /** Whether the person left the keyboard shortcuts switched on (MSG-9). */
  shortcuts: () => liveChat().shortcuts(),
}
