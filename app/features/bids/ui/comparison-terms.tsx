import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { AttachmentList } from './attachment-list.tsx'
import type { ComparisonView } from './comparison-view.ts'

type Bidder = ComparisonView['bidders'][number]

/** How long a bid binds its bidder. */
function Validity({ bidder: { boundUntil, isExpired, openRequest } }: { bidder: Bidder }) {
  const { t } = useTranslation('bidlines')
  const format = useFormat()
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 [td>&]:justify-end">
      {boundUntil === null ? t('validity.unstated') : format.date(boundUntil)}
      {isExpired && <Badge tone="warning">{t('validity.expired')}</Badge>}
      {openRequest && <Badge>{t('validity.asked', { date: format.date(openRequest.until) })}</Badge>}
    </span>
  )
}

/** The table's rows of what the bids leave out in words, and how long they bind; `span` is how many columns a bid has. */
export function TermsRows({
  bidders,
  span,
  hasMedian,
}: Pick<ComparisonView, 'bidders'> & { span: (index: number) => number | undefined; hasMedian: boolean }) {
  const { t } = useTranslation('bids')
  return (
    <>
      {bidders.some(({ exclusions }) => exclusions !== null) && (
        <tr className="border-t border-border">
          <th scope="row">{t('field.exclusions')}</th>
          {bidders.map(({ id, exclusions }, index) => (
            <td key={id} colSpan={span(index)}>
              <span className="line-clamp-4 text-start text-xs wrap-anywhere whitespace-pre-line print:line-clamp-none">
                {exclusions ?? '–'}
              </span>
            </td>
          ))}
          {hasMedian && <td className="median" />}
        </tr>
      )}
      <tr className="border-t border-border">
        <th scope="row">{t('field.validUntil')}</th>
        {bidders.map((bidder, index) => (
          <td key={bidder.id} colSpan={span(index)}>
            <Validity bidder={bidder} />
          </td>
        ))}
        {hasMedian && <td className="median" />}
      </tr>
    </>
  )
}

/** What each compared bid says in words, in full. */
export function ComparisonTerms({ bidders }: Pick<ComparisonView, 'bidders'>) {
  const { t } = useTranslation('bids')
  const { t: tFiles } = useTranslation('bidfiles')
  const words = (text: string) => <span className="wrap-anywhere whitespace-pre-line">{text}</span>
  return (
    <section className="grid gap-4 lg:grid-cols-2" aria-label={t('compare.approaches')}>
      {bidders.map((bidder) => (
        <Card
          key={bidder.id}
          title={t('compare.approachOf', { company: bidder.companyName })}
          headingLevel={3}
          className="break-inside-avoid"
        >
          <p className="line-clamp-6 text-sm leading-relaxed wrap-anywhere whitespace-pre-line">{bidder.approach}</p>
          <div className="mt-4">
            <DescriptionList
              items={[
                ...(bidder.inclusions === null
                  ? []
                  : [{ term: t('field.inclusions'), description: words(bidder.inclusions), wide: true }]),
                ...(bidder.exclusions === null
                  ? []
                  : [{ term: t('field.exclusions'), description: words(bidder.exclusions), wide: true }]),
                { term: t('field.validUntil'), description: <Validity bidder={bidder} />, wide: true },
                ...(bidder.attachments.length === 0
                  ? []
                  : [
                      {
                        term: tFiles('title'),
                        description: <AttachmentList attachments={bidder.attachments} />,
                        wide: true,
                      },
                    ]),
              ]}
            />
          </div>
        </Card>
      ))}
    </section>
  )
}
