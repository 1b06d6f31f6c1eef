import { useEffect, useRef } from 'react'
import { useChatActions } from '#app/features/conversations/ui/chat-model.ts'

/** How long after the last key the draft is saved (ms). */
const pause = 700

/**
 * Saves the draft shortly after the last key, when the focus leaves the field or the window, and when the conversation or the page is left. `follow` is called with a draft
 * that was changed in another tab.
 */
export function useDraft(
  conversationId: string,
  { text, replyToId }: { text: string; replyToId: string | null },
  { off, draft, follow }: { off: boolean; draft: string; follow: (text: string) => void },
): void {
  const actions = useChatActions()
  const kept = useRef(`${text}\n${replyToId}`)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    const now = `${text}\n${replyToId}`
    waiting.current = null
    if (!actions || off || now === kept.current) return
    const save = () => {
      kept.current = now
      waiting.current = null
      actions.saveDraft(conversationId, { text, replyToId })
    }
    waiting.current = save
    const timer = setTimeout(save, pause)
    return () => clearTimeout(timer)
  }, [actions, off, conversationId, text, replyToId])
  const heard = useRef(draft)
  /** What is heard next comes from another tab. */
  const fromTab = useRef(false)
  useEffect(() => {
    if (draft === heard.current) return
    heard.current = draft
    if (!actions || off) return
    const own = document.hasFocus() && !fromTab.current
    fromTab.current = false
    // The focused tab wins, even over an emptied draft: an answer that was read before the draft was saved looks like one that was
    // sent from another device. So does text that has not been saved yet.
    if (own || `${text}\n${replyToId}` !== kept.current) return
    kept.current = `${draft}\n${replyToId}`
    follow(draft)
  }, [actions, off, draft, follow, text, replyToId])
  useEffect(() => {
    const leave = () => waiting.current?.()
    const ended = new AbortController()
    // Capture, so that it runs before the live chat posts all drafts, and for the field too.
    const on = { capture: true, signal: ended.signal }
    window.addEventListener('pagehide', leave, on)
    window.addEventListener('blur', leave, on)
    const elsewhere = ({ key, newValue }: StorageEvent) => {
      if (key === 'chat-drafts') fromTab.current = Boolean(newValue?.includes(conversationId))
    }
    window.addEventListener('storage', elsewhere, on)
    return () => {
      ended.abort()
      leave()
    }
  }, [conversationId])
}
