import type { MessageView, SearchHit } from '#app/features/conversations/message-view.ts'

/** What a page's address and a refused form add to the model. The panel has none of it: there it is state. */
export type ThreadExtras = {
  /** Of the hidden field that makes a second submit of the same form the same message. */
  clientId: string
  replyTo: MessageView | null
  editing: MessageView | null
  pinned: MessageView[]
  search: { q: string; hits: SearchHit[] } | null
  /** Where the message list of readers without scripts stands. */
  frame: string
}

/** Why the form of a message was refused (a key), and what was typed in it. */
export type RefusedMessage = { error: string; text: string }
