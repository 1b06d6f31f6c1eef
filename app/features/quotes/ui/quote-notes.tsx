import { useTranslation } from 'react-i18next'
import type { Quote, ShownQuote } from '#app/features/quotes/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Card } from '#app/ui/card.tsx'

/** How the version that was sent last ended, or that it can no longer be accepted, and that there are changes to send. */
export function QuoteNotes({ quote }: { quote: ShownQuote }) {
  const { t } = useTranslation('quotes')
  const format = useFormat()
  const answer = quote.sent?.answer
  const tone = answer?.outcome === 'accepted' ? 'success' : answer?.outcome === 'declined' ? 'danger' : 'neutral'
  return (
    <>
      {answer && (
        <Alert
          tone={tone}
          title={t(`answer.${answer.outcome}`, { name: answer.name, date: format.dateTime(answer.answeredAt) })}
        >
          {answer.outcome !== 'withdrawn' && <p>{t(answer.byLink ? 'answer.byLink' : 'answer.recorded')}</p>}
          {answer.reason && <p className="whitespace-pre-line wrap-anywhere">{answer.reason}</p>}
        </Alert>
      )}
      {quote.state === 'expired' && (
        <Alert
          tone="warning"
          title={t('answer.expired', { date: format.date(quote.document.quote?.validUntil ?? '') })}
        >
          <p>{t('answer.expiredHint')}</p>
        </Alert>
      )}
      {quote.hasChanges && (
        <Alert tone="info" title={t('answer.changes')}>
          <p>{t('answer.changesHint')}</p>
        </Alert>
      )}
    </>
  )
}

/** Every version that was sent, with the hash that proves what it said. */
export function QuoteVersions({ versions }: { versions: Quote['versions'] }) {
  const { t } = useTranslation('quotes')
  const { t: tList } = useTranslation('quotelist')
  const format = useFormat()
  if (versions.length === 0) return null
  return (
    <Card title={t('version.title')} description={t('version.text')}>
      <ol className="flex flex-col gap-3 text-sm">
        {versions.map(({ version, sentAt, hash, outcome }) => (
          <li key={version}>
            <p>{t('version.sent', { version, date: format.dateTime(sentAt) })}</p>
            {outcome && <p className="text-muted-foreground">{tList(`status.${outcome}`)}</p>}
            <p className="font-mono text-xs break-all text-muted-foreground">{hash}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
