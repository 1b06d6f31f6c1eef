import { useEffect, useRef } from 'react'
import { useChatActions } from '#app/features/conversations/ui/chat-model.ts'

/** How long after the last key the draft is saved (ms). */
const pause = 700

/**
 * Saves the draft shortly after the last key, when a link is followed, and when the conversation or the page is left. `follow` is called with a draft
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
  useEffect(() => {
    if (draft === heard.current) return
    heard.current = draft
    if (!actions || off) return
    // The focused tab wins, even over an emptied draft: an answer that was read before the draft was saved looks like one that was
    // sent from another device. So does text that has not been saved yet.
    if (document.hasFocus() || `${text}\n${replyToId}` !== kept.current) return
    kept.current = `${draft}\n${replyToId}`
    follow(draft)
  }, [actions, off, draft, follow, text, replyToId])
  useEffect(() => {
    const leave = () => waiting.current?.()
    const click = ({ target }: MouseEvent) => (target as Element).closest('a') && leave()
    // Capture, so that it runs before the live chat posts all drafts.
    window.addEventListener('pagehide', leave, { capture: true })
    window.addEventListener('click', click, { capture: true })
    return () => {
      window.removeEventListener('pagehide', leave, { capture: true })
      window.removeEventListener('click', click, { capture: true })
      leave()
    }
  }, [])
}
