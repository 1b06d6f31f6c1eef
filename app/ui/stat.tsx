import { Link } from '@remix-run/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'
import { useIsRefused } from '#app/ui/refused-addresses.ts'
import { type Tone, toneText } from '#app/ui/tones.ts'

/** One figure with its label. Put several into a StatGrid. */
export function Stat({
  label,
  value,
  note,
  noteTone = 'neutral',
  icon: Icon,
  to: source,
}: {
  label: ReactNode
  value: ReactNode
  /** Below the figure: a change, a share or a date. */
  note?: ReactNode
  noteTone?: Tone
  icon?: LucideIcon
  /** Links the whole tile to the figure's source. */
  to?: string
}) {
  const to = useIsRefused(source) ? undefined : source
  return (
    <div
      className={classes(
        'relative flex min-w-0 flex-col gap-1 bg-card px-4 py-4 text-card-foreground sm:px-5',
        to && 'has-[a:hover]:bg-muted',
      )}
    >
      <dt className="flex items-center justify-between gap-3 text-sm text-muted-foreground">
        {to ? (
          <Link to={to} className="min-w-0 after:absolute after:inset-0 hover:text-foreground">
            {label}
          </Link>
        ) : (
          <span className="min-w-0">{label}</span>
        )}
        {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      </dt>
      <dd className="text-2xl font-semibold tracking-tight tabular-nums wrap-anywhere">{value}</dd>
      {note && <dd className={classes('text-sm', toneText[noteTone])}>{note}</dd>}
    </div>
  )
}

const columns = {
  1: '',
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-3',
  4: 'sm:grid-cols-2 xl:grid-cols-4',
  // Any number in rows of two or three, of which the last figure fills what is left.
  many: 'sm:grid-cols-2 sm:max-xl:*:last:odd:col-span-2 xl:grid-cols-3 xl:*:last:nth-[3n+1]:col-span-3 xl:*:last:nth-[3n+2]:col-span-2',
}

/** Several figures in one frame, separated by hairlines. With `short` ones two fit beside each other on a phone. */
export function StatGrid({
  children,
  count = 4,
  short,
}: {
  children: ReactNode
  count?: keyof typeof columns
  short?: boolean
}) {
  return (
    <dl
      className={classes(
        'grid gap-px overflow-hidden rounded-lg border border-border bg-border',
        short && 'grid-cols-2',
        columns[count],
      )}
    >
      {children}
    </dl>
  )
}
