import { useTranslation } from 'react-i18next'
import { calculateBidTotals, dayWorkCents, lineNetCents, optionCents } from '#app/features/bids/bid-totals.ts'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { PriceFormNotes } from '#app/features/projects/ui/price-form-notes.tsx'
import { useUntaxed } from '#app/features/projects/ui/vat-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/money.tsx'

/** The lines of a bid with prices, VAT and totals. */
export function BidLinesTable({
  bid,
}: {
  bid: Pick<BidDetail, 'currency' | 'lines' | 'netCents' | 'vatCents' | 'grossCents'>
}) {
  const { t } = useTranslation('bids')
  const { t: tForms } = useTranslation('priceforms')
  const format = useFormat()
  const { currency, lines } = bid
  const untaxed = useUntaxed()
  const { vatGroups } = calculateBidTotals(lines)
  const dayWork = dayWorkCents(lines)
  const options = optionCents(lines)
  const target = lines.find((line) => line.priceForm === 'target')
  const answers = lines.some((line) => line.projectLineId)
  return (
    <Card title={t('detail.price')} flush>
      <ol className="divide-y divide-border border-t border-border text-sm">
        {lines.map((line) => (
          <li key={line.id} className="flex items-start justify-between gap-4 px-4 py-3 sm:px-5">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                <span className="whitespace-pre-line wrap-anywhere">{line.description}</span>
                {answers && !line.projectLineId && <Badge>{t('compare.own')}</Badge>}
                {line.priceForm !== 'unit' && <Badge>{tForms(`name.${line.priceForm}`)}</Badge>}
                {line.isOption && <Badge>{tForms(line.isAlternate ? 'alternate.outside' : 'option.outside')}</Badge>}
              </p>
              {!line.excluded && line.unit !== 'LS' && (
                <p className="text-muted-foreground tabular-nums">
                  {t('detail.reckoned', {
                    quantity: format.quantity(line.quantityMilli),
                    unit: line.unit,
                    price: format.unitPrice(line.unitPriceE4, currency),
                  })}
                  {vatGroups.length > 1 && ` · ${t('detail.vat', { rate: format.percent(line.vatRateBp) })}`}
                </p>
              )}
            </div>
            {line.excluded ? (
              <Badge tone="warning">{t('compare.excluded')}</Badge>
            ) : (
              <Money cents={lineNetCents(line)} currency={currency} />
            )}
          </li>
        ))}
      </ol>
      <PriceFormNotes
        project={{
          lines,
          overrunShareBp: target?.overrunShareBp ?? null,
          underrunShareBp: target?.underrunShareBp ?? null,
        }}
      />
      <dl className="flex flex-col gap-1.5 border-t-2 border-border px-4 py-4 text-sm sm:ms-auto sm:w-80 sm:border-t-0 sm:px-5">
        <Total label={t('field.net')} cents={bid.netCents} currency={currency} />
        {dayWork !== null && (
          <>
            <Total label={tForms('ofWhichDayWork')} cents={dayWork} currency={currency} />
            <Total label={tForms('contractNet')} cents={bid.netCents - dayWork} currency={currency} />
          </>
        )}
        {vatGroups.map(({ vatRateBp, vatCents }) => (
          <Total
            key={vatRateBp}
            label={untaxed(lines[0]?.vatCategory ?? null) ?? t('detail.vat', { rate: format.percent(vatRateBp) })}
            cents={vatCents}
            currency={currency}
          />
        ))}
        <Total label={t('field.gross')} cents={bid.grossCents} currency={currency} strong />
        {options !== null && <Total label={tForms('option.net')} cents={options} currency={currency} />}
      </dl>
    </Card>
  )
}

function Total({
  label,
  cents,
  currency,
  strong,
}: {
  label: string
  cents: number
  currency: string
  strong?: boolean
}) {
  return (
    <div
      className={
        strong
          ? 'flex justify-between gap-4 border-t border-border pt-2 text-base font-semibold'
          : 'flex justify-between gap-4'
      }
    >
      <dt className={strong ? undefined : 'text-muted-foreground'}>{label}</dt>
      <dd>
        <Money cents={cents} currency={currency} />
      </dd>
    </div>
  )
}
