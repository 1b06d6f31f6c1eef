import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Waiting } from '#app/features/site/attention.server.ts'
import { useListDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'

const soon = 3 * 86_400_000
/** How many rows are shown before the rest is folded. */
const shown = 8

/** What waits for the reader, the most urgent first. The link of a row names what is to be done and covers all of it, its button with it. */
export function WaitingList({ rows, now }: { rows: readonly Waiting[]; now: number }) {
  const { t } = useTranslation('site')
  const rest = rows.slice(shown)
  return (
    <>
      <Rows rows={rows.slice(0, shown)} now={now} />
      {rest.length > 0 && (
        <details className="border-t border-border">
          <summary className="cursor-pointer px-4 py-3 text-sm font-medium sm:px-5">
            {t('dashboard.waiting.more', { count: rest.length })}
          </summary>
          <Rows rows={rest} now={now} />
        </details>
      )}
    </>
  )
}

function Rows({ rows, now }: { rows: readonly Waiting[]; now: number }) {
  const { t } = useTranslation(['site', 'contractsteps'])
  return (
    <ul className="divide-y divide-border border-t border-border">
      {rows.map((row) => (
        <li
          key={row.kind + row.to}
          className="relative flex flex-col gap-1 px-4 py-3 hover:bg-muted/50 sm:flex-row sm:items-center sm:gap-4 sm:px-5"
        >
          <div className="min-w-0 sm:flex-1">
            <Link to={row.to} className="block text-sm font-medium after:absolute after:inset-0">
              {row.isStep ? t(`contractsteps:kind.${row.kind}`) : t(`dashboard.waiting.${row.kind}`)}
            </Link>
            <p className="truncate text-sm text-muted-foreground">{row.title}</p>
          </div>
          <Until row={row} now={now} />
          <span aria-hidden className={buttonClass({ variant: 'outline', size: 'sm' }, 'max-sm:hidden')}>
            {t('dashboard.waiting.view')}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Until({ row: { kind, at, on, timeZone }, now }: { row: Waiting; now: number }) {
  const { t } = useTranslation('site')
  const format = useFormat()
  const deadline = useListDeadline()
  const time = at ?? (on === null ? null : Date.parse(on))
  if (time === null) return null
  const clock = kind === 'approve' ? 'clock' : kind === 'release' ? 'releaseClock' : null
  const text = on ? format.date(on) : deadline(time, timeZone ?? null)
  return (
    <div className="text-sm tabular-nums sm:max-w-1/2 sm:text-end">
      <p className="font-medium">
        <time dateTime={on ?? new Date(time).toISOString()}>
          {clock && at !== null ? t(`dashboard.waiting.${clock}`, { time: text }) : text}
        </time>
      </p>
      <p className={classes(time - now < soon ? 'font-medium text-warning' : 'text-muted-foreground')}>
        {on ? format.relativeDay(on, now) : format.relative(time, now)}
      </p>
    </div>
  )
}
