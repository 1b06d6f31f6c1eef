import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { shortened } from '#app/features/conversations/ui/conversation-preview.ts'
import { useThreadContext } from './thread-context.tsx'

/**
 * Announces others' new messages in the open conversation to screen readers: at most one sentence a second, and only the
 * number of several messages. Loaded, edited and own messages are not announced.
 */
export function MessageAnnouncer({ messages }: { messages: ShownMessage[] }) {
  const { t } = useTranslation('chat')
  const { conversation, viewerId } = useThreadContext()
  const announced = useRef(conversation.lastSeq)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => {
      const fresh = messages.filter(({ seq }) => Number.isFinite(seq) && seq > announced.current)
      announced.current = Math.max(announced.current, ...fresh.map(({ seq }) => seq))
      const theirs = fresh.filter(
        ({ authorId, state }) => authorId !== null && authorId !== viewerId && state === 'live',
      )
      const last = theirs.at(-1)
      if (!last) return
      const text = shortened(last.text, 200)
      setAnnouncement(
        theirs.length === 1 && text
          ? t('states.said', { name: last.authorName, text })
          : t('states.newMessages', { count: theirs.length }),
      )
    }, 1_000)
    return () => clearTimeout(timer)
  }, [messages, viewerId, t])
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  )
}
