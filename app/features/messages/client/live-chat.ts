import type { ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import { watchActivity } from '#app/features/presence/client/activity.ts'
import type { AuthenticateAnswer, ReadAnswer } from '#app/realtime/protocol/socket-events.ts'
import { chatHttp, isSignedIn, Refused, SignedOut } from './chat-http.ts'
import { type ChatState, nothing, typingExpires } from './chat-state.ts'
import { keepConnected, pageSocket } from './connection.ts'
import { draftsKey, keepDrafts, readDrafts } from './drafts.ts'
import { listen, type Said } from './live-events.ts'
import {
  withCursors,
  withDraft,
  withEverybody,
  withOwnRead,
  withoutConversation,
  withTypingExpired,
  withWindow,
} from './merge-events.ts'
import { type ModelOptions, withModel } from './merge-model.ts'
import { withLatest } from './message-window.ts'
import { outboxKey } from './outbox-storage.ts'
import { paced } from './paced.ts'
import { markReading } from './read-marks.ts'
import { createSender, type SendFailure } from './sender.ts'
import { createStore } from './store.ts'
import { createSync } from './sync.ts'
import { typingSignal } from './typing-signal.ts'

/** What happens beside the state, for whoever shows it. */
export type LiveNews =
  | { type: 'said'; message: Said }
  | { type: 'failed'; what: SendFailure | 'action' | 'conversations' | 'messages' | 'signedOut'; reason: string | null }

/** After so long out of sight a tab asks what it has missed (ms). */
const hiddenTooLong = 60_000

export type LiveChat = ReturnType<typeof startLiveChat>

/** Chat in this tab: one store, one socket, for the panel, the page, the badge and the notifications alike. */
function startLiveChat() {
  const store = createStore<ChatState>({ ...nothing, connection: 'connecting' })
  const listeners = new Set<(news: LiveNews) => void>()
  /** What failed before anybody listened: who shows it loads after the page. */
  const unheard: LiveNews[] = []
  const tell = (news: LiveNews) => {
    if (listeners.size === 0 && news.type === 'failed') unheard.push(news)
    for (const listener of listeners) listener(news)
  }
  const fail = (what: (LiveNews & { type: 'failed' })['what'], reason: string | null = null) =>
    tell({ type: 'failed', what, reason })
  /** Until it is known whether they are wanted, they are not there. */
  let shortcuts = false

  const connection = keepConnected(pageSocket(), {
    state: (state) => store.update((before) => ({ ...before, connection: state })),
    open: () => void authenticate(),
    signedIn: isSignedIn,
    signedOut: forget,
  })
  /** What others change is read anew: a conversation that is held here by its id, the list by none. */
  const anew = paced((id) => (store.get().opened.has(id) ? load(id) : loadList()))
  const listAnew = () => anew.ask('')
  const sync = createSync(store, connection.ask, { reload: load, hidden: listAnew })
  const sender = createSender({
    store,
    keep: localStorage,
    connection,
    sent(entry, answer) {
      if (answer.pending) void load(entry.conversationId)
    },
    failed: fail,
  })
  const drafts = keepDrafts({
    keep: localStorage,
    userId: () => store.get().viewer?.id ?? '',
    async post(conversationId, { text, replyToId }, leaving) {
      const form = new FormData()
      form.set('text', text)
      form.set('replyToId', replyToId ?? '')
      await chatHttp.post(`/messages/${conversationId}/draft`, form, leaving)
    },
  })
  const typing = typingSignal(connection.tell)
  const looking = () => document.visibilityState === 'visible' && document.hasFocus()
  const reading = markReading({ store, looking, mark: (...read) => void markRead(...read) })

  /** Whose it is by now: another person's state is forgotten first. */
  function seed(model: ChatModel, options?: ModelOptions) {
    const { viewer } = store.get()
    const other = viewer?.id !== model.viewer.id
    if (other && viewer) store.update(({ connection: state }) => ({ ...nothing, connection: state }))
    const before = store.get().openId
    store.update((state) => withModel(state, withUnsaved(model), options))
    if (other) {
      sender.outbox.revive()
      drafts.resume()
      if (connection.socket.connected) void authenticate()
    }
    follow(before)
  }

  /** What was written here and has not reached the server is the later draft. */
  function withUnsaved(model: ChatModel): ChatModel {
    const { open, viewer, conversations } = model
    if (store.get().viewer?.id !== viewer.id) return model
    const rows = conversations.map((each) => ({ ...each, draft: drafts.unsaved(each.id)?.text ?? each.draft }))
    const draft = open && drafts.unsaved(open.conversation.id)
    if (!draft) return { ...model, conversations: rows }
    const conversation = { ...open.conversation, draft: draft.text, draftReplyToId: draft.replyToId }
    return { ...model, conversations: rows, open: { ...open, conversation } }
  }

  /** The live view is of the conversation that is open. */
  function follow(before: string | null) {
    const { openId } = store.get()
    if (before === openId) return sync()
    typing.stop()
    if (before) void connection.ask('leave_group', { groupId: before })
    if (openId) void watch(openId)
  }
  async function watch(id: string) {
    const answer = await connection.ask<{ rev: number }>('join_group', { groupId: id })
    if (answer?.ok) store.update((state) => withWindow(state, id, (window) => withLatest(window, answer.rev)))
    else if (answer?.code === 'not_found') store.update((state) => withoutConversation(state, id))
    sync()
  }

  async function authenticate() {
    const { viewer, opened, openId } = store.get()
    if (!viewer) return
    const revs = Object.fromEntries([...opened].map(([id, { window }]) => [id, window.rev]))
    const payload = { userId: viewer.id, userName: viewer.name, revs }
    const answer = await connection.ask<AuthenticateAnswer>('authenticate', payload)
    // In another tab somebody else has signed in: nothing may be said in their name.
    if (answer && !answer.ok && answer.code === 'forbidden') return forget()
    if (!answer?.ok) return
    const { conversations, stale, gone, presence } = answer
    const unknown = conversations.some(({ id }) => !store.get().conversations.has(id))
    store.update((state) =>
      gone.reduce(withoutConversation, withEverybody(withCursors(state, conversations), presence)),
    )
    if (unknown) listAnew()
    if (openId) await watch(openId)
    sync()
    sync(stale, true)
    sender.outbox.flush()
    reading.check()
  }

  async function quietly(what: 'conversations' | 'messages', run: () => Promise<void>): Promise<boolean> {
    try {
      await run()
      return true
    } catch (error) {
      if (error instanceof SignedOut) forget()
      else fail(what, error instanceof Refused ? error.message : null)
      return false
    }
  }
  const loadList = () =>
    quietly('conversations', async () => {
      const loaded = await chatHttp.list()
      shortcuts = loaded.shortcuts
      seed(loaded.model, { list: true })
    })
  /** A conversation anew: its details, and its newest messages. */
  async function load(id: string): Promise<boolean> {
    return quietly('messages', async () => {
      const { model } = await chatHttp.open(id)
      const { openId, firstUnreadSeq } = store.get()
      if (openId === id) return seed(model)
      store.update((state) => ({ ...withModel(state, model), openId, firstUnreadSeq }))
    })
  }

  /** Shows another conversation, or none: what is held of it at once, and all of it as soon as it is there. */
  async function open(id: string | null): Promise<boolean> {
    const { openId, opened, conversations } = store.get()
    if (id === openId && (id === null || opened.has(id))) return true
    const summary = id ? conversations.get(id) : undefined
    const firstUnreadSeq = summary && summary.unread > 0 ? summary.lastReadSeq + 1 : null
    store.update((state) => ({ ...state, openId: id, firstUnreadSeq }))
    if (id === null || opened.has(id)) {
      follow(openId)
      return true
    }
    typing.stop()
    if (openId) void connection.ask('leave_group', { groupId: openId })
    const loaded = await load(id)
    if (loaded && store.get().openId === id) await watch(id)
    return loaded
  }

  async function markRead(conversationId: string, messageId: string, seq: number) {
    const answer = await connection.ask<ReadAnswer>('mark_message_read', { conversationId, messageId })
    if (answer?.ok) store.update((state) => withOwnRead(state, conversationId, seq))
    if (answer) return
    const form = new FormData()
    form.set('messageId', messageId)
    // Without a connection it is marked with the next one.
    await chatHttp.post(`/messages/${conversationId}/read`, form).catch(() => {})
  }

  /**
   * The session is over: nothing of it stays here but the messages that could not be sent, which wait in the browser's storage
   * (outbox-storage.ts) until their author signs in again.
   */
  function forget() {
    if (store.get().viewer) fail('signedOut')
    drafts.forget()
    anew.stop()
    sender.stop()
    connection.stop()
    store.update(() => ({ ...nothing, connection: 'offline' }))
  }

  const stopListening = listen(connection.socket, store, {
    gap: () => sync(),
    changed: (id) => anew.ask(store.get().opened.has(id) ? id : ''),
    hidden: listAnew,
    said: (message) => tell({ type: 'said', message }),
    sentByMe: () => sender.outbox.reread(),
  })
  const stopWatching = watchTab()
  connection.start()

  /** What the tab itself goes through: out of sight, back, about to close, and what other tabs change. */
  function watchTab(): () => void {
    let hiddenAt: number | null = null
    const expire = setInterval(() => store.update((state) => withTypingExpired(state, Date.now())), typingExpires / 6)
    const visibility = () => {
      if (document.visibilityState === 'hidden') {
        hiddenAt = Date.now()
        drafts.flush()
        return
      }
      if (hiddenAt !== null && Date.now() - hiddenAt > hiddenTooLong) void authenticate()
      hiddenAt = null
      reading.check()
    }
    const focused = () => reading.check()
    const leave = () => drafts.flush()
    const unload = (event: BeforeUnloadEvent) => {
      if (sender.uploading()) event.preventDefault()
    }
    const stored = ({ key, newValue }: StorageEvent) => {
      const userId = store.get().viewer?.id ?? ''
      if (key?.startsWith(outboxKey(userId))) sender.outbox.reread()
      if (key !== draftsKey) return
      for (const [id, { text, replyToId }] of Object.entries(readDrafts(newValue, userId)))
        store.update((state) => withDraft(state, id, text || null, replyToId))
    }
    const stopActivity = watchActivity((idle) => void connection.ask('set_idle', { idle }))
    document.addEventListener('visibilitychange', visibility)
    window.addEventListener('focus', focused)
    window.addEventListener('pagehide', leave)
    window.addEventListener('beforeunload', unload)
    window.addEventListener('storage', stored)
    return () => {
      clearInterval(expire)
      stopActivity()
      document.removeEventListener('visibilitychange', visibility)
      window.removeEventListener('focus', focused)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('beforeunload', unload)
      window.removeEventListener('storage', stored)
    }
  }

  return {
    store,
    connection,
    sender,
    drafts,
    typing,
    seed,
    withUnsaved,
    loadList,
    load,
    open,
    fail,
    forget,
    sync: () => sync(),
    shortcuts: () => shortcuts,
    hear(listener: (news: LiveNews) => void) {
      listeners.add(listener)
      for (const news of unheard.splice(0)) listener(news)
      return () => {
        listeners.delete(listener)
      }
    },
    stop() {
      drafts.flush()
      stopWatching()
      stopListening()
      reading.stop()
      typing.stop()
      anew.stop()
      sender.stop()
      connection.stop()
    },
  }
}

let current: LiveChat | null = null
let holders = 0

/** The chat of this tab; the first who asks starts it. */
export function liveChat(): LiveChat {
  current ??= startLiveChat()
  return current
}

/** Keeps it running until it is let go: when nobody of this tab is in the workspace any more, all is forgotten. */
export function holdLiveChat(): () => void {
  holders += 1
  return () => {
    holders -= 1
    setTimeout(() => {
      if (holders > 0) return
      current?.stop()
      current = null
    })
  }
}
