import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { useThreadPlace } from './thread-place.tsx'

/**
 * Says what others write while the conversation is open: one sentence a second at most, many at once as their number. What is
 * loaded, edited or sent by oneself is not said.
 */
export function NewsForListeners({ messages }: { messages: ShownMessage[] }) {
  const { t } = useTranslation('chat')
  const { conversation, viewerId } = useThreadPlace()
  const heard = useRef(conversation.lastSeq)
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => {
      const fresh = messages.filter(({ seq }) => Number.isFinite(seq) && seq > heard.current)
      heard.current = Math.max(heard.current, ...fresh.map(({ seq }) => seq))
      const theirs = fresh.filter(
        ({ authorId, state }) => authorId !== null && authorId !== viewerId && state === 'live',
      )
      const last = theirs.at(-1)
      if (!last) return
      const text = shortened(last.text, 200)
      setSaid(
        theirs.length === 1 && text
          ? t('states.said', { name: last.authorName, text })
          : t('states.newMessages', { count: theirs.length }),
      )
    }, 1_000)
    return () => clearTimeout(timer)
  }, [messages, viewerId, t])
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}
