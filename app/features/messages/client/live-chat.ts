import type { ConversationFilter } from '#app/features/conversations/conversation-filter.ts'
import type { ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import { messagesPerPage } from '#app/features/messages/limits.ts'
import { watchActivity } from '#app/features/presence/client/activity.ts'
import type { AuthenticateAnswer, ReadAnswer } from '#app/realtime/protocol/socket-events.ts'
import { chatHttp, isSignedIn, Refused, SignedOut } from './chat-http.ts'
import { type ChatState, emptyChatState, typingExpires } from './chat-state.ts'
import { maintainConnection, pageSocket } from './connection.ts'
import { createDraftStore, draftsKey, readDrafts } from './drafts.ts'
import { type IncomingMessage, listen } from './live-events.ts'
import {
  withCursors,
  withDraft,
  withOwnRead,
  withoutConversation,
  withPresenceSnapshot,
  withTypingExpired,
  withWindow,
} from './merge-events.ts'
import { type ModelOptions, withModel } from './merge-model.ts'
import { withLatest } from './message-window.ts'
import { outboxKey } from './outbox-storage.ts'
import { markReading } from './read-marks.ts'
import { createSender, type SendFailure } from './sender.ts'
import { createStore } from './store.ts'
import { createSync } from './sync.ts'
import { throttleByKey } from './throttle-by-key.ts'
import { typingSignal } from './typing-signal.ts'

/** Events that are not part of the state. */
export type LiveEvent =
  | { type: 'message'; message: IncomingMessage }
  | { type: 'failed'; what: SendFailure | 'action' | 'conversations' | 'messages' | 'signedOut'; reason: string | null }

/** A tab that was hidden for longer asks for what it has missed (ms). */
const resyncAfterHidden = 60_000

/** Calls once before the next frame is drawn, or soon where none is, as in a hidden tab. */
function beforeNextFrame(run: () => void): void {
  const timer = setTimeout(ended, 100)
  const frame = requestAnimationFrame(ended)
  function ended() {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    run()
  }
}

export type LiveChat = ReturnType<typeof startLiveChat>

/** The live chat of this tab: one store and one socket for the panel, the page, the badge and notifications. */
function startLiveChat() {
  const store = createStore<ChatState>({ ...emptyChatState, connection: 'connecting' }, beforeNextFrame)
  const listeners = new Set<(event: LiveEvent) => void>()
  /** Failures before the first listener, which loads after the page. */
  const queued: LiveEvent[] = []
  const emit = (event: LiveEvent) => {
    if (listeners.size === 0 && event.type === 'failed') queued.push(event)
    for (const listener of listeners) listener(event)
  }
  const fail = (what: (LiveEvent & { type: 'failed' })['what'], reason: string | null = null) =>
    emit({ type: 'failed', what, reason })
  /** Off until the user's preference is known. */
  let shortcuts = false

  const connection = maintainConnection(pageSocket(), {
    state: (state) => store.update((before) => ({ ...before, connection: state })),
    open: () => void authenticate(),
    signedIn: isSignedIn,
    signedOut: endSession,
  })
  /** Reloads what others have changed: an opened conversation by its id, the list by the empty key. */
  const reloads = throttleByKey((id) => (store.get().opened.has(id) ? load(id, { keepPlace: true }) : loadList()))
  const reloadList = () => reloads.request('')
  const sync = createSync(store, connection.ask, { reload: (id) => load(id), left, hidden: reloadList })
  const sender = createSender({
    store,
    storage: localStorage,
    connection,
    sent(entry, answer) {
      if (answer.pending) void load(entry.conversationId, { keepPlace: true })
    },
    failed: fail,
  })
  const drafts = createDraftStore({
    storage: localStorage,
    userId: () => store.get().viewer?.id ?? '',
    async post(conversationId, { text, replyToId }, leaving) {
      const form = new FormData()
      form.set('text', text)
      form.set('replyToId', replyToId ?? '')
      await chatHttp.post(`/messages/${conversationId}/draft`, form, leaving)
    },
  })
  const typing = typingSignal(connection.emit)
  const isActive = () => document.visibilityState === 'visible' && document.hasFocus()
  const reading = markReading({ store, isActive, mark: (...read) => void markRead(...read) })

  /** Merges a loaded model. The state of another user is dropped first. */
  function seed(model: ChatModel, options?: ModelOptions) {
    const { viewer } = store.get()
    const other = viewer?.id !== model.viewer.id
    if (other && viewer) store.update(({ connection: state }) => ({ ...emptyChatState, connection: state }))
    const before = store.get().openId
    store.update((state) => withModel(state, withUnsaved(model), options))
    if (other) {
      sender.outbox.restore()
      drafts.resume()
      if (connection.socket.connected) void authenticate()
    }
    follow(before)
  }

  /** Adds the drafts that the server does not have yet, which are the later ones. */
  function withUnsaved(model: ChatModel): ChatModel {
    const { open, viewer, conversations } = model
    if (store.get().viewer?.id !== viewer.id) return model
    const rows = conversations.map((each) => ({ ...each, draft: drafts.unsaved(each.id)?.text ?? each.draft }))
    const draft = open && drafts.unsaved(open.conversation.id)
    if (!draft) return { ...model, conversations: rows }
    const conversation = { ...open.conversation, draft: draft.text, draftReplyToId: draft.replyToId }
    return { ...model, conversations: rows, open: { ...open, conversation } }
  }

  /** Leaves the conversation that was open before, and joins the one that is open now. */
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
    else if (answer?.code === 'not_found') left(id)
    sync()
  }

  /** The viewer is no longer a member: nothing that they have written there can be sent. */
  function left(id: string) {
    const unsent = store.get().outbox.filter(({ conversationId }) => conversationId === id)
    store.update((state) => withoutConversation(state, id))
    drafts.forget(id)
    for (const { clientId } of unsent) sender.discard(clientId)
  }

  async function authenticate() {
    const { viewer, opened, openId } = store.get()
    if (!viewer) return
    const revs = Object.fromEntries([...opened].map(([id, { window }]) => [id, window.rev]))
    const payload = { userId: viewer.id, userName: viewer.name, revs }
    const answer = await connection.ask<AuthenticateAnswer>('authenticate', payload)
    // Another user has signed in in another tab: send nothing in their name.
    if (answer && !answer.ok && answer.code === 'forbidden') return endSession()
    if (!answer?.ok) return
    const { conversations, stale, gone, presence } = answer
    const unknown = conversations.some(({ id }) => !store.get().conversations.has(id))
    store.update((state) => withPresenceSnapshot(withCursors(state, conversations), presence))
    gone.forEach(left)
    if (unknown) reloadList()
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
      if (error instanceof SignedOut) endSession()
      else fail(what, error instanceof Refused ? error.message : null)
      return false
    }
  }
  /** @throws SignedOut if what the tab has loaded is another user's, who has signed in in another tab */
  function requireOwn({ viewer }: ChatModel): void {
    const own = store.get().viewer
    if (own && own.id !== viewer.id) throw new SignedOut()
  }
  const loadList = (filter: ConversationFilter = 'all') =>
    quietly('conversations', async () => {
      const loaded = await chatHttp.list(filter)
      requireOwn(loaded.model)
      shortcuts = loaded.shortcuts
      seed(loaded.model, { list: true, partial: filter !== 'all' })
    })
  /**
   * A conversation with its latest messages, or those around one message.
   * @throws Refused, SignedOut
   */
  async function fetchConversation(id: string, around?: string | number): Promise<ChatModel> {
    const { model } = await chatHttp.open(id, around)
    requireOwn(model)
    return model
  }
  /**
   * Reloads a conversation: its details and latest messages, which `keepPlace` does not show to somebody who reads far above, or
   * those around one message.
   */
  async function load(id: string, options?: Pick<ModelOptions, 'keepPlace'>, around?: number): Promise<boolean> {
    return quietly('messages', async () => {
      const model = await fetchConversation(id, around)
      const { openId, firstUnreadSeq } = store.get()
      if (openId === id) return seed(model, options)
      store.update((state) => ({ ...withModel(state, model, options), openId, firstUnreadSeq }))
    })
  }

  /** Opens another conversation, or none: from the cache at once if it is there, else when it has loaded. */
  async function open(id: string | null): Promise<boolean> {
    const { openId, opened, conversations } = store.get()
    if (store.get().removed) store.update((state) => ({ ...state, removed: null }))
    if (id === openId && (id === null || opened.has(id))) return true
    const summary = id ? conversations.get(id) : undefined
    const firstUnreadSeq = summary && summary.unread > 0 ? summary.lastReadSeq + 1 : null
    // Else the first unread message is on the last page (MSG-7).
    const around = summary && summary.unread > messagesPerPage ? summary.lastReadSeq + 1 : undefined
    store.update((state) => ({ ...state, openId: id, firstUnreadSeq, seenSeq: 0 }))
    if (id === null || opened.has(id)) {
      follow(openId)
      return true
    }
    typing.stop()
    if (openId) void connection.ask('leave_group', { groupId: openId })
    const loaded = await load(id, undefined, around)
    if (loaded && store.get().openId === id) await watch(id)
    return loaded
  }

  async function markRead(conversationId: string, messageId: string, seq: number) {
    const answer = await connection.ask<ReadAnswer>('mark_message_read', { conversationId, messageId })
    if (answer?.ok) store.update((state) => withOwnRead(state, conversationId, seq))
    if (answer) return
    const form = new FormData()
    form.set('messageId', messageId)
    // If this fails, it is marked after the next connection.
    await chatHttp.post(`/messages/${conversationId}/read`, form).catch(() => {})
  }

  /**
   * Drops everything of the session when it is over. Messages that could not be sent stay in the browser's storage
   * (outbox-storage.ts) until their author signs in again.
   */
  function endSession() {
    if (store.get().viewer) fail('signedOut')
    drafts.clear()
    reloads.stop()
    sender.stop()
    connection.stop()
    store.update(() => ({ ...emptyChatState, connection: 'signedOut' }))
  }

  const stopListening = listen(connection.socket, store, {
    gap: () => sync(),
    left,
    changed: (id) => reloads.request(store.get().opened.has(id) ? id : ''),
    hidden: reloadList,
    message: (message) => emit({ type: 'message', message }),
    sentByMe: () => sender.outbox.reload(),
  })
  const stopWatching = watchTab()
  connection.start()

  /** Handles events of the tab: hidden, shown, about to close, and changes by other tabs. */
  function watchTab(): () => void {
    let hiddenAt: number | null = null
    const expire = setInterval(() => store.update((state) => withTypingExpired(state, Date.now())), typingExpires / 6)
    const visibility = () => {
      if (document.visibilityState === 'hidden') {
        hiddenAt = Date.now()
        void drafts.flush()
        return
      }
      if (hiddenAt !== null && Date.now() - hiddenAt > resyncAfterHidden) void authenticate()
      hiddenAt = null
      reading.check()
    }
    const focused = () => reading.check()
    const leave = () => void drafts.flush()
    const unload = (event: BeforeUnloadEvent) => {
      if (sender.uploading()) event.preventDefault()
    }
    const stored = ({ key, newValue }: StorageEvent) => {
      const userId = store.get().viewer?.id ?? ''
      if (key?.startsWith(outboxKey(userId))) sender.outbox.reload()
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
    fetchConversation,
    withUnsaved,
    loadList,
    load,
    open,
    fail,
    endSession,
    sync: () => sync(),
    shortcuts: () => shortcuts,
    onEvent(listener: (event: LiveEvent) => void) {
      listeners.add(listener)
      for (const event of queued.splice(0)) listener(event)
      return () => {
        listeners.delete(listener)
      }
    },
    stop() {
      void drafts.flush()
      stopWatching()
      stopListening()
      reading.stop()
      typing.stop()
      reloads.stop()
      sender.stop()
      connection.stop()
    },
  }
}

let current: LiveChat | null = null
let users = 0

/** The live chat of this tab, started by the first call. */
export function liveChat(): LiveChat {
  current ??= startLiveChat()
  return current
}

/** Keeps the live chat running until the returned function is called. It stops when the tab has left the workspace. */
export function retainLiveChat(): () => void {
  users += 1
  return () => {
    users -= 1
    setTimeout(() => {
      if (users > 0) return
      current?.stop()
      current = null
    })
  }
}
