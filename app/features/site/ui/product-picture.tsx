import { Check, LockOpen, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { classes } from '#app/ui/classes.ts'

const bidders = ['A', 'B', 'C'] as const
const rows = [
  { item: 'demolition', cents: [1_840_000, 2_120_000, 1_990_000] },
  { item: 'foundations', cents: [6_475_000, 5_930_000, 6_210_000] },
  { item: 'frame', cents: [14_250_000, 14_890_000, null] },
] as const
const totals = [28_319_075, 28_789_700, null] as const
const lowest = 0

/** An illustration of the product in the theme's colours: bids side by side, above the ledger. */
export function ProductPicture() {
  const { t } = useTranslation('site')
  const { t: tScenes } = useTranslation('productscenes')
  const { money } = useFormat()
  const euros = (cents: number) => money(Math.round(cents / 100) * 100, 'EUR', { decimals: false })
  return (
    <div role="img" aria-label={t('landing.mock.label')} className="relative min-w-0 select-none">
      <Blueprint />
      <div aria-hidden className="relative rounded-lg border border-border bg-card text-card-foreground shadow">
        <div className="flex items-center justify-between gap-3 border-b border-border px-3 py-3 sm:px-4">
          <span className="text-sm font-semibold">{t('landing.mock.compare')}</span>
          <span className="flex items-center gap-1.5 rounded-full bg-success/12 px-2 py-0.5 text-xs font-medium text-success">
            <LockOpen className="size-3" />
            {t('landing.mock.opened')}
          </span>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_repeat(2,auto)] text-xs tabular-nums sm:grid-cols-[minmax(0,1fr)_repeat(3,auto)] sm:text-sm">
          <Cell muted>{t('landing.mock.item')}</Cell>
          {bidders.map((letter, index) => (
            <Cell key={letter} end muted extra={index === 2} best={index === lowest}>
              {t('landing.mock.bidder', { letter })}
            </Cell>
          ))}
          {rows.map(({ item, cents }) => [
            <Cell key={item}>{t(`landing.mock.${item}`)}</Cell>,
            ...cents.map((amount, index) => (
              <Cell key={item + bidders[index]} end extra={index === 2} best={index === lowest}>
                {amount === null ? <span className="text-warning">{t('landing.mock.missing')}</span> : euros(amount)}
              </Cell>
            )),
          ])}
          <Cell strong>{t('landing.mock.total')}</Cell>
          {totals.map((amount, index) => (
            <Cell key={bidders[index]} end strong extra={index === 2} best={index === lowest}>
              {amount === null ? '–' : euros(amount)}
            </Cell>
          ))}
        </div>
      </div>
      <Ledger euros={euros} />
      <p aria-hidden className="relative mt-3 text-end text-xs text-muted-foreground">
        {tScenes('example')}
      </p>
    </div>
  )
}

function Cell({
  children,
  end,
  muted,
  strong,
  extra,
  best,
}: {
  children: React.ReactNode
  end?: boolean
  muted?: boolean
  strong?: boolean
  extra?: boolean
  best?: boolean
}) {
  return (
    <span
      className={classes(
        'px-3 py-2.5 sm:px-4',
        !strong && 'border-b border-border',
        end ? 'text-end whitespace-nowrap' : 'truncate',
        muted && 'text-muted-foreground',
        strong && 'font-semibold',
        extra && 'max-sm:hidden',
        best && 'bg-primary/8',
        best && strong && 'text-primary',
      )}
    >
      {children}
    </span>
  )
}

const milestones = [
  { name: 'site', state: 'released', cents: 4_200_000, filled: 'w-full', tone: 'bg-success' },
  { name: 'shell', state: 'held', cents: 15_600_000, filled: 'w-2/3', tone: 'bg-primary' },
  { name: 'handover', state: 'planned', cents: 8_519_075, filled: 'w-0', tone: 'bg-primary' },
] as const

function Ledger({ euros }: { euros: (cents: number) => string }) {
  const { t } = useTranslation('site')
  return (
    <div
      aria-hidden
      className="relative ms-6 mt-4 rounded-lg border border-border bg-popover p-4 text-popover-foreground shadow sm:ms-20 sm:p-5"
    >
      <div className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-2 text-sm font-semibold">
          <ShieldCheck className="size-4 text-primary" />
          {t('landing.mock.ledger')}
        </span>
        <span className="flex items-center gap-1 text-xs font-medium text-success">
          <Check className="size-3.5" />
          {t('landing.mock.balanced')}
        </span>
      </div>
      <div className="mt-3.5 flex flex-col gap-3">
        {milestones.map(({ name, state, cents, filled, tone }) => (
          <div key={name} className="text-xs sm:text-sm">
            <div className="flex items-baseline gap-3">
              <span className="min-w-0 flex-1 truncate font-medium">{t(`landing.mock.${name}`)}</span>
              <span className="text-muted-foreground">{t(`landing.mock.${state}`)}</span>
              <span className="font-medium tabular-nums">{euros(cents)}</span>
            </div>
            <div className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-muted">
              <div className={classes('h-full rounded-full', filled, tone)} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

/** A blueprint grid in the background that fades out. */
function Blueprint() {
  return (
    <svg aria-hidden="true" className="absolute -inset-8 size-[calc(100%+4rem)] sm:-inset-14 sm:size-[calc(100%+7rem)]">
      <defs>
        <pattern id="grid" width="28" height="28" patternUnits="userSpaceOnUse">
          <path d="M28 0H0V28" fill="none" className="stroke-input" strokeOpacity="0.5" />
        </pattern>
        <radialGradient id="fade">
          <stop offset="0.45" stopColor="white" />
          <stop offset="1" stopColor="black" />
        </radialGradient>
        <mask id="fading">
          <rect width="100%" height="100%" fill="url(#fade)" />
        </mask>
        <radialGradient id="glow">
          <stop offset="0" className="[stop-color:hsl(var(--primary))]" stopOpacity="0.35" />
          <stop offset="1" className="[stop-color:hsl(var(--primary))]" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="100%" height="100%" fill="url(#grid)" mask="url(#fading)" />
      <ellipse cx="50%" cy="50%" rx="50%" ry="50%" fill="url(#glow)" />
    </svg>
  )
}
