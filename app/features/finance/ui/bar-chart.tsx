import type { BarChart as Geometry } from '#app/features/finance/bar-chart.server.ts'
import { useFormat } from '#app/i18n/format.ts'

export type ChartNames = { title: string; in: string; out: string; difference: string }

type Charts = { wide: Geometry; narrow: Geometry }

/** A chart as the server computed it, for wide and narrow screens. Its table is beside it. */
export function BarChart({ charts, currency, names }: { charts: Charts; currency: string; names: ChartNames }) {
  return (
    <figure className="@container flex min-w-0 flex-col gap-2 rounded-lg border border-border bg-card p-4 text-card-foreground">
      <Drawing chart={charts.wide} currency={currency} title={names.title} className="hidden @xl:block" />
      <Drawing chart={charts.narrow} currency={currency} title={names.title} className="@xl:hidden" />
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted-foreground">
        <span className="font-medium text-foreground">{names.title}</span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="inline-block size-3 rounded-sm bg-primary print:[print-color-adjust:exact]" />
          {names.in}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span
            aria-hidden
            className="inline-block size-3 rounded-sm bg-muted-foreground print:[print-color-adjust:exact]"
          />
          {names.out}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="inline-block w-4 border-t-2 border-dashed border-foreground" />
          {names.difference}
        </span>
      </figcaption>
    </figure>
  )
}

function Drawing({
  chart,
  currency,
  title,
  className,
}: {
  chart: Geometry
  currency: string
  title: string
  className: string
}) {
  const format = useFormat()
  const { width, height, left, zero, ticks, bars, path } = chart
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={`h-auto w-full ${className}`}>
      <title>{title}</title>
      {ticks.map(({ y, cents }) => (
        <g key={cents}>
          <line x1={left - 8} x2={width} y1={y} y2={y} className="stroke-border" />
          <text x={left - 14} y={y + 4} textAnchor="end" className="fill-muted-foreground text-xs">
            {format.money(cents, currency, { decimals: false })}
          </text>
        </g>
      ))}
      {bars.map((bar) => (
        <g key={bar.label}>
          <rect x={bar.x} y={bar.in.y} width={bar.width} height={bar.in.height} className="fill-primary" />
          <rect x={bar.x} y={bar.out.y} width={bar.width} height={bar.out.height} className="fill-muted-foreground" />
          <text x={bar.x + bar.width / 2} y={height - 8} textAnchor="middle" className="fill-muted-foreground text-xs">
            {bar.label.slice(5)}
          </text>
        </g>
      ))}
      <line x1={left - 8} x2={width} y1={zero} y2={zero} className="stroke-foreground" />
      <path d={path} fill="none" strokeWidth={2} strokeDasharray="4 3" className="stroke-foreground" />
    </svg>
  )
}
