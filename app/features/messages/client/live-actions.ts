import type { ChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { chatHttp, Refused, SignedOut } from './chat-http.ts'
import type { LiveChat } from './live-chat.ts'
import { withDraft, withHidden, withWindow } from './merge-events.ts'
import { withPage } from './message-window.ts'

/** The actions of a chat screen. `open` is the screen's own: a page navigates, the panel shows the conversation in place. */
export function actionsOf(live: LiveChat, open: ChatActions['open']): ChatActions {
  const { store, sender, drafts, typing } = live
  let paging: Promise<boolean> | null = null

  /** Null if it failed, which `what` reports. */
  async function guarded<Result>(
    what: 'action' | 'messages' | null,
    run: () => Promise<Result>,
  ): Promise<Result | null> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof SignedOut) live.endSession()
      else if (what) live.fail(what, error instanceof Refused && error.message ? error.message : null)
      return null
    }
  }

  /** Loads one page at a time; calls meanwhile get the same promise. */
  function page(side: 'before' | 'after'): Promise<boolean> {
    const { openId, opened } = store.get()
    const window = openId ? opened.get(openId)?.window : undefined
    const edge = side === 'before' ? window?.messages[0] : window?.messages.at(-1)
    const more = side === 'before' ? window?.hasOlder : window?.hasNewer
    if (!openId || !edge || !more) return Promise.resolve(true)
    // What failed is said where the messages would be.
    paging ??= guarded(null, async () => {
      const found = await chatHttp.page(openId, side, edge.seq)
      store.update((state) =>
        withWindow(state, openId, (current) => withPage(current, found, side === 'before' ? 'older' : 'newer')),
      )
      live.sync()
      return true
    }).then((loaded) => {
      paging = null
      return loaded ?? false
    })
    return paging
  }

  /** Is `followWithDraft` following a link now. */
  let following = false

  function postDrafts() {
    // What is typed is saved when the focus leaves its field, which a touch elsewhere does not everywhere.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement) activeElement.blur()
    return drafts.flush()
  }

  return {
    send(message) {
      const { openId } = store.get()
      if (!openId) return
      typing.stop()
      const { draft, draftReplyToId } = store.get().opened.get(openId)?.detail ?? {}
      if (draft || draftReplyToId || drafts.unsaved(openId)) {
        drafts.sent(openId)
        store.update((state) => withDraft(state, openId, null, null))
      }
      sender.send(openId, message)
      // The new message is at the end of the conversation, so show the end.
      if (store.get().opened.get(openId)?.window.hasNewer) void live.load(openId)
    },
    retry: sender.retry,
    discard: sender.discard,
    async submitForm(action, form) {
      const done = await guarded('action', () => chatHttp.post(action, form))
      if (!done) return false
      const [, conversationId, messageId, verb] =
        /^\/messages\/([^/]+)(?:\/messages\/([^/]+)\/(\w+))?/.exec(action) ?? []
      if (conversationId && messageId && verb === 'hide')
        store.update((state) => withHidden(state, conversationId, messageId))
      // The socket brings changes of messages. After any other change, or without a socket, reload the conversation.
      const updates = messageId !== undefined && live.connection.socket.connected
      if (!updates && conversationId && store.get().opened.has(conversationId))
        await live.load(conversationId, { keepPlace: true })
      return true
    },
    typing() {
      const { openId } = store.get()
      if (openId) typing.typing(openId)
    },
    stopTyping: typing.stop,
    loadOlder: () => page('before'),
    loadNewer: () => page('after'),
    async toEnd() {
      const { openId, opened } = store.get()
      if (openId && opened.get(openId)?.window.hasNewer) await live.load(openId)
    },
    seen(seq) {
      store.update((state) => (seq > state.seenSeq ? { ...state, seenSeq: seq } : state))
    },
    async jumpTo(wanted) {
      const { openId } = store.get()
      if (!openId) return
      const here = () =>
        store
          .get()
          .opened.get(openId)
          ?.window.messages.find(({ id, seq }) => id === wanted || seq === wanted)
      if (!here()) {
        const found = await guarded('messages', () => live.fetchConversation(openId, wanted))
        if (!found || store.get().openId !== openId) return
        live.seed(found)
      }
      const message = here()
      if (message) await focusMessage(message.seq)
    },
    open,
    filterList: (filter) => void live.loadList(filter),
    saveDraft(conversationId, draft) {
      if (store.get().removed?.id !== conversationId) drafts.save(conversationId, draft)
      const { text, replyToId } = draft
      store.update((state) => withDraft(state, conversationId, text || null, replyToId))
    },
    postDrafts,
    async followWithDraft(event) {
      if (following || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      const link = event.currentTarget
      await postDrafts()
      following = true
      link.click()
      following = false
    },
    async search(query, after) {
      const { openId } = store.get()
      const found = openId ? await guarded('messages', () => chatHttp.search(openId, query, after)) : null
      return found?.page ?? null
    },
    reconnect: live.connection.reconnect,
  }
}

/** Scrolls to a message and focuses it, once it has been rendered. */
async function focusMessage(seq: number): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const message = document.getElementById(`m${seq}`)
  message?.scrollIntoView({ block: 'center' })
  // As `:target` does when a URL leads here.
  for (const marked of document.querySelectorAll('[data-marked]')) marked.removeAttribute('data-marked')
  message?.setAttribute('data-marked', '')
  const target = message?.matches('[tabindex]') ? message : message?.querySelector<HTMLElement>('[data-message]')
  target?.focus({ preventScroll: true })
}
