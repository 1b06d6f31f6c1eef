import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type Found, searchHref } from '#app/features/search/search.ts'
import { useFormat } from '#app/i18n/format.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** What a search found of one kind. `alone`: nothing else was looked for. */
export function FoundKind({ found, q, alone }: { found: Found; q: string; alone: boolean }) {
  const { t } = useTranslation('search')
  const format = useFormat()
  const { kind, hits, more, looked } = found
  return (
    <PageSection
      title={t(`kind.${kind}`)}
      description={looked === null ? undefined : t('looked', { count: looked })}
      actions={
        <>
          {alone && (
            <TextLink to={searchHref({ q, kind: null })} block>
              {t('allKinds')}
            </TextLink>
          )}
          {more && (
            <TextLink to={more} block>
              {t('more', { kind: t(`kind.${kind}`) })}
            </TextLink>
          )}
        </>
      }
    >
      <ul className="divide-y divide-border rounded-lg border border-border bg-card text-card-foreground">
        {hits.map(({ id, to, title, details, status, day }) => (
          <li
            key={id}
            className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 hover:bg-muted/50 sm:px-5"
          >
            <div className="min-w-0 flex-1 basis-48">
              <Link to={to} className="block text-sm font-medium wrap-anywhere after:absolute after:inset-0">
                {title}
              </Link>
              {details.length > 0 && (
                <p className="text-sm wrap-anywhere text-muted-foreground">{details.join(' · ')}</p>
              )}
            </div>
            {day && (
              <time dateTime={day} className="text-sm text-muted-foreground tabular-nums">
                {format.date(day)}
              </time>
            )}
            {status && <StatusBadge status={status.word}>{status.text}</StatusBadge>}
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
