import { MessageSquareQuote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MessagePlace } from '#app/features/messages/work/work-queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { TextLink } from '#app/ui/text-link.tsx'

/** The message that something was made of, with a link to it. */
export function SourceMessage({ place: { conversationId, seq, authorName, createdAt } }: { place: MessagePlace }) {
  const { t } = useTranslation('messagework')
  const format = useFormat()
  return (
    <p className="flex items-start gap-2 text-sm text-muted-foreground print:hidden">
      <MessageSquareQuote aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {t('from', { name: authorName, when: format.dateTime(createdAt) })}{' '}
        <TextLink to={`/messages/${conversationId}?around=${seq}#m${seq}`}>{t('show')}</TextLink>
      </span>
    </p>
  )
}
