import { useTranslation } from 'react-i18next'
import { changesOfBid, type LineChange, type StatedField } from '#app/features/bids/bid-changes.ts'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

/** What a revision changes of the version that is sealed. */
export function ChangesCard({ sealed, revised }: { sealed: BidDetail; revised: BidDetail }) {
  const { t } = useTranslation('bidrevision')
  const { t: tBid } = useTranslation('bids')
  const { t: tLines } = useTranslation('bidlines')
  const format = useFormat()
  const { currency } = revised
  const changes = changesOfBid(sealed, revised)
  const lineText = (line: BidDetail['lines'][number], showsVat: boolean) => {
    if (line.excluded) return tBid('compare.excluded')
    const price = tBid('detail.reckoned', {
      quantity: format.quantity(line.quantityMilli),
      unit: line.unit,
      price: format.unitPrice(line.unitPriceE4, currency),
    })
    return showsVat ? `${price} · ${tBid('detail.vat', { rate: format.percent(line.vatRateBp) })}` : price
  }
  const ofLine = ({ before, after }: LineChange<BidDetail['lines'][number]>) => {
    const showsVat = before?.vatRateBp !== after?.vatRateBp
    if (!before) return after ? t('changes.added', { after: lineText(after, showsVat) }) : ''
    if (!after) return t('changes.removed', { before: lineText(before, showsVat) })
    return t('changes.was', { after: lineText(after, showsVat), before: lineText(before, showsVat) })
  }
  const day = (date: string | null) => (date === null ? tLines('validity.unstatedLong') : format.date(date))
  const stated: Record<StatedField, { term: string; of: ((bid: BidDetail) => string) | null }> = {
    netCents: { term: tBid('field.net'), of: (bid) => format.money(bid.netCents, currency) },
    timelineWeeks: { term: tBid('field.timeline'), of: (bid) => tBid('weeks', { count: bid.timelineWeeks }) },
    boundUntil: { term: tBid('field.validUntil'), of: (bid) => day(bid.boundUntil) },
    approach: { term: tBid('field.approach'), of: null },
    inclusions: { term: tBid('field.inclusions'), of: null },
    exclusions: { term: tBid('field.exclusions'), of: null },
  }
  const items = [
    ...changes.lines.map((line) => ({
      term: <span className="wrap-anywhere">{(line.after ?? line.before)?.description}</span>,
      description: ofLine(line),
      wide: true,
    })),
    ...changes.stated.map((field) => {
      const { term, of } = stated[field]
      return {
        term,
        description: of ? t('changes.was', { after: of(revised), before: of(sealed) }) : t('changes.words'),
        wide: true,
      }
    }),
  ]
  return (
    <Card title={t('changes.title')}>
      <p className="mb-2 max-w-prose text-sm text-muted-foreground">{t('changes.text', { number: sealed.revision })}</p>
      {items.length === 0 ? <p className="text-sm">{t('changes.none')}</p> : <DescriptionList items={items} />}
    </Card>
  )
}
