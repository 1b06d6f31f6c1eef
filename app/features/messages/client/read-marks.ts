import { markReadDelay } from '#app/features/messages/limits.ts'
import type { ChatState } from './chat-state.ts'
import type { Store } from './store.ts'

/**
 * The message up to which the open conversation has to be marked as read: the last one that was on the screen; null if there is
 * nothing to mark. "Marked as unread"
 * is only cleared on `opening`, not while the conversation is open.
 */
export function readTarget(
  { openId, opened, conversations, viewer, seenSeq }: ChatState,
  opening: boolean,
): { seq: number; messageId: string } | null {
  const last = openId ? opened.get(openId)?.window.messages.findLast(({ seq }) => seq <= seenSeq) : undefined
  const summary = openId ? conversations.get(openId) : undefined
  if (!last || !summary || !viewer) return null
  return last.seq > summary.lastReadSeq || (opening && summary.markedUnread)
    ? { seq: last.seq, messageId: last.id }
    : null
}

/**
 * Marks the open conversation as read as far as it was on the screen: a second after it was opened, and when new messages are
 * seen, but only while this tab is visible and focused.
 */
export function markReading(options: {
  store: Store<ChatState>
  isActive(): boolean
  mark(conversationId: string, messageId: string, seq: number): void
}) {
  const { store } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let openId: string | null = null
  let settled = false
  let asked = ''
  function check(opening = false) {
    const state = store.get()
    if (state.openId !== openId) {
      openId = state.openId
      settled = false
      asked = ''
      clearTimeout(timer)
      if (openId) {
        timer = setTimeout(() => {
          settled = true
          check(true)
        }, markReadDelay)
      }
      return
    }
    const target = settled && openId && options.isActive() ? readTarget(state, opening) : null
    const key = `${target?.messageId} ${state.connection}`
    if (!target || !openId || key === asked) return
    asked = key
    options.mark(openId, target.messageId, target.seq)
  }
  const unsubscribe = store.subscribe(() => check())
  return {
    check: () => check(),
    stop() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}
