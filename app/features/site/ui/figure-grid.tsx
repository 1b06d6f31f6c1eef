import {
  Banknote,
  CalendarClock,
  CircleCheck,
  Clock,
  FileSignature,
  FolderKanban,
  Gavel,
  Hammer,
  HandCoins,
  Landmark,
  type LucideIcon,
  Trophy,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Figure } from '#app/features/site/figures.server.ts'
import type { FigureName } from '#app/features/site/figures.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Money } from '#app/ui/money.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

const icons: Record<FigureName, LucideIcon> = {
  activeProjects: FolderKanban,
  toDecide: Gavel,
  committed: FileSignature,
  held: Landmark,
  released: CircleCheck,
  toPay: HandCoins,
  pendingOffers: Gavel,
  won: Trophy,
  toDeliver: Hammer,
  invoiced: Clock,
  overdue: CalendarClock,
  totalRevenue: Banknote,
}
const notes = {
  committed: 'committedNote',
  toPay: 'toPayNote',
  pendingOffers: 'pendingSent',
  won: 'committedNote',
  toDeliver: 'toDeliverNote',
  totalRevenue: 'revenueNote',
} as const

/** The figures of one role, each of which links to the rows that add up to it. */
export function FigureGrid({ side, figures }: { side: 'client' | 'provider'; figures: readonly Figure[] }) {
  const { t } = useTranslation('site')
  const { number } = useFormat()
  if (figures.length === 0) return null
  return (
    <section aria-labelledby={`as-${side}`} className="flex flex-col gap-3">
      <h2 id={`as-${side}`} className="text-base font-semibold">
        {t(`dashboard.as.${side}`)}
      </h2>
      <StatGrid count="many">
        {figures.map(({ name, value, to, count }) => {
          const note = notes[name as keyof typeof notes]
          return (
            <Stat
              key={name}
              label={t(`dashboard.${name}`)}
              value={typeof value === 'number' ? number(value) : <Sums sums={value} />}
              note={count === undefined ? note && t(`dashboard.${note}`) : t('dashboard.activeNote', { count })}
              icon={icons[name]}
              to={to}
            />
          )
        })}
      </StatGrid>
    </section>
  )
}

function Sums({ sums }: { sums: Exclude<Figure['value'], number> }) {
  const shown = sums.length > 0 ? sums : [{ currency: 'EUR', cents: 0 }]
  return (
    <span className="flex flex-wrap gap-x-3">
      {shown.map(({ currency, cents }) => (
        <Money key={currency} cents={cents} currency={currency} />
      ))}
    </span>
  )
}
