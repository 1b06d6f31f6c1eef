import { CircleMinus, CircleX, TrendingDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ComparisonCell, ComparisonRow } from '#app/features/bids/comparison.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Money } from '#app/ui/money.tsx'

/** One bid's answer to one line: its price, or that there is none. Never conveyed by colour alone. */
export function CellContent({ cell, row, currency }: { cell: ComparisonCell; row: ComparisonRow; currency: string }) {
  const { t } = useTranslation('bids')
  const format = useFormat()
  if (cell.state !== 'priced' || cell.netCents === null) {
    const isMissing = cell.state === 'missing'
    // A line that another bidder added was not requested, so it is not marked as missing.
    if (isMissing && row.requested === null) return <span className="text-muted-foreground">–</span>
    const Icon = isMissing ? CircleX : CircleMinus
    return (
      <span
        className={
          isMissing
            ? 'inline-flex items-center gap-1.5 font-medium text-destructive'
            : 'inline-flex items-center gap-1.5 font-medium text-warning'
        }
      >
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {isMissing ? t('compare.missing') : t('compare.excluded')}
      </span>
    )
  }
  const priced = row.cells.filter((other) => other.state === 'priced').length
  const isLowest = priced > 1 && cell.netCents === row.lowestCents
  const unit = row.requested?.unit ?? ''
  return (
    <span className="flex flex-col items-end">
      <span
        className={
          isLowest ? 'inline-flex items-center gap-1.5 font-semibold text-success' : 'inline-flex items-center gap-1.5'
        }
      >
        {isLowest && <TrendingDown aria-hidden className="size-3.5 shrink-0" />}
        {isLowest && <span className="sr-only">{t('compare.lowest')}: </span>}
        <Money cents={cell.netCents} currency={currency} />
      </span>
      {cell.unitPriceCents !== null && unit && (
        <span className="text-xs text-muted-foreground tabular-nums">
          {t('compare.perUnit', { price: format.money(cell.unitPriceCents, currency), unit })}
        </span>
      )}
      {cell.differs && (
        <span className="text-xs font-medium text-warning">
          {cell.quantityMilli === null
            ? t('compare.differs')
            : t('compare.differsQuantity', { quantity: format.quantity(cell.quantityMilli), unit })}
        </span>
      )}
    </span>
  )
}
