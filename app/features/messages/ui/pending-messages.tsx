import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ConversationDetail } from '#app/features/conversations/conversation-view.ts'
import { ThreadLink, useThreadContext } from './thread-context.tsx'

/** The viewer's own messages that are pending approval. */
export function PendingMessages({
  base,
  pending,
}: {
  base: string
  pending: ConversationDetail['ownPendingMessages']
}) {
  const { t } = useTranslation('chat')
  const { readOnly } = useThreadContext().conversation
  if (pending.length === 0) return null
  return (
    <ul aria-label={t('states.pendingMessages')} className="mt-2 flex flex-col items-end gap-1.5">
      {pending.map(({ id, text }) => (
        <li
          key={id}
          className="max-w-[85%] rounded-lg border border-dashed border-border px-3 py-2 text-muted-foreground sm:max-w-[70%]"
        >
          <p className="whitespace-pre-wrap wrap-anywhere">{text || t('list.file.file')}</p>
          <p className="mt-1 flex items-center justify-end gap-1 text-xs">
            <Hourglass aria-hidden className="size-3" />
            {t('states.pendingApproval')}
            {!readOnly && (
              <ThreadLink to={`${base}/pending/${id}/unsend`} className="ms-1 py-1 underline">
                {t('menu.unsend')}
              </ThreadLink>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
