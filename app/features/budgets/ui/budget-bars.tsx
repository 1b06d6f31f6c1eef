import { useTranslation } from 'react-i18next'
import type { BudgetChart } from '#app/features/budgets/budget-chart.server.ts'
import { type ShownCategory, useChart } from '#app/features/finance/ui/use-chart.ts'
import { useFormat } from '#app/i18n/format.ts'

type Shown = { currency: string; own: readonly ShownCategory[] }

/** A chart as the server computed it, for wide and narrow screens. Its table is beside it. */
export function BudgetBars({ charts, ...shown }: Shown & { charts: { wide: BudgetChart; narrow: BudgetChart } }) {
  const { t } = useTranslation('budgets')
  const legend = [
    { className: 'border border-foreground', name: t('budget') },
    { className: 'bg-primary', name: t('actual') },
    { className: 'bg-muted-foreground', name: t('committed') },
  ]
  return (
    <figure className="@container flex min-w-0 flex-col gap-2 rounded-lg border border-border bg-card p-4 text-card-foreground">
      <Drawing chart={charts.wide} {...shown} className="hidden @xl:block" />
      <Drawing chart={charts.narrow} {...shown} className="@xl:hidden" />
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted-foreground">
        <span className="font-medium text-foreground">{t('report.chart')}</span>
        {legend.map(({ className, name }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`inline-block size-3 rounded-sm ${className}`} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function Drawing({ chart, currency, own, className }: Shown & { chart: BudgetChart; className: string }) {
  const { t } = useTranslation('budgets')
  const format = useFormat()
  const { nameOf } = useChart(own)
  const { width, height, ticks, rows } = chart
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={`h-auto w-full ${className}`}>
      <title>{t('report.chart')}</title>
      {ticks.map(({ x, cents }) => (
        <g key={cents}>
          <line x1={x} x2={x} y1={0} y2={height - 24} className="stroke-border" />
          <text x={x} y={height - 8} textAnchor={x < 1 ? 'start' : 'middle'} className="fill-muted-foreground text-xs">
            {format.money(cents, currency, { decimals: false })}
          </text>
        </g>
      ))}
      {rows.map((row) => (
        <g key={`${row.category} ${row.ownCategoryId}`}>
          <text x={2} y={row.y + 14} className="fill-foreground text-xs">
            {nameOf(row)}
          </text>
          <rect {...row.budget} y={row.y + 20} height={10} fill="none" className="stroke-foreground" />
          <rect {...row.actual} y={row.y + 33} height={10} className="fill-primary" />
          <rect {...row.committed} y={row.y + 33} height={10} className="fill-muted-foreground" />
        </g>
      ))}
    </svg>
  )
}
