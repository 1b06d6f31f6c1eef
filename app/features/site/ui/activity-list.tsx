import { Link } from '@remix-run/react'
import { Activity, Banknote, FilePenLine, FolderKanban, Gavel, type LucideIcon, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ActivityRow } from '#app/features/site/activity.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { productName } from '#app/platform/product.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useText } from '#app/ui/text.ts'

const icons: Record<string, LucideIcon> = {
  project: FolderKanban,
  bid: Gavel,
  contract: FilePenLine,
  milestone: ShieldCheck,
  invoice: Banknote,
}

/** The latest activity of the company's own people and of others. */
export function ActivityList({ rows, now }: { rows: readonly ActivityRow[]; now: number }) {
  const { t } = useTranslation('site')
  const text = useText()
  const format = useFormat()
  if (rows.length === 0) {
    return (
      <EmptyState icon={Activity} title={t('dashboard.activity.empty')} framed={false} headingLevel={3}>
        {t('dashboard.activity.emptyText')}
      </EmptyState>
    )
  }
  return (
    <ul className="divide-y divide-border border-t border-border">
      {rows.map(({ seq, action, at, name, title, to }) => {
        const Icon = icons[action.split('.')[0] ?? ''] ?? Activity
        return (
          <li key={seq} className="relative flex items-start gap-3 px-4 py-3 hover:bg-muted/50 sm:px-5">
            <span className="grid size-8 shrink-0 place-items-center rounded-full bg-muted text-muted-foreground">
              <Icon aria-hidden className="size-4" />
            </span>
            <div className="min-w-0 flex-1 text-sm">
              <Link to={to} className="font-medium wrap-anywhere after:absolute after:inset-0">
                {text(`site:activity.${action}`, { name: name ?? productName, title })}
              </Link>
              <p className="text-muted-foreground">
                <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)}>
                  {format.relative(at, now)}
                </time>
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
