import { useEffect, useRef } from 'react'
import { useChatActions } from '#app/features/conversations/ui/chat-model.ts'

/** Until somebody stops typing (ms). */
const pause = 700

/**
 * Keeps what is being written: a moment after the last key, and when the conversation or the page is left. `follow` gets what
 * is written meanwhile in another tab.
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
    // Where somebody is, they are the one who writes; what they have not kept yet is theirs too.
    if (!actions || off || document.hasFocus() || `${text}\n${replyToId}` !== kept.current) return
    kept.current = `${draft}\n${replyToId}`
    follow(draft)
  }, [actions, off, draft, follow, text, replyToId])
  useEffect(() => {
    const leave = () => waiting.current?.()
    // Before the live chat, which listens too, hands all drafts to the server.
    window.addEventListener('pagehide', leave, { capture: true })
    return () => {
      window.removeEventListener('pagehide', leave, { capture: true })
      leave()
    }
  }, [])
}
