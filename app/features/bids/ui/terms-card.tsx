import { useTranslation } from 'react-i18next'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

type Terms = Pick<BidDetail, 'inclusions' | 'exclusions' | 'boundUntil' | 'extensions'> & { isExpired: boolean }

/** What a bid covers and what it does not, in the bidder's words, and how long it binds, with the extensions agreed to. */
export function TermsCard({ inclusions, exclusions, boundUntil, extensions, isExpired }: Terms) {
  const { t } = useTranslation('bidlines')
  const { t: tBid } = useTranslation('bids')
  const format = useFormat()
  const words = (text: string | null) =>
    text === null ? t('terms.none') : <span className="max-w-prose wrap-anywhere whitespace-pre-line">{text}</span>
  const agreed = extensions.flatMap(({ id, until, extendedAt }) =>
    extendedAt === null ? [] : [{ id, until, extendedAt }],
  )
  return (
    <Card title={t('terms.title')}>
      <DescriptionList
        items={[
          { term: tBid('field.inclusions'), description: words(inclusions), wide: true },
          { term: tBid('field.exclusions'), description: words(exclusions), wide: true },
          {
            term: tBid('field.validUntil'),
            wide: true,
            description: (
              <>
                <span className="flex flex-wrap items-center gap-2">
                  {boundUntil === null ? t('validity.unstatedLong') : format.date(boundUntil)}
                  {isExpired && <Badge tone="warning">{t('validity.expired')}</Badge>}
                </span>
                {agreed.map(({ id, until, extendedAt }) => (
                  <span key={id} className="block text-sm text-muted-foreground">
                    {t('validity.extended', { date: format.date(until), at: format.dateTime(extendedAt) })}
                  </span>
                ))}
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}
