import { Link } from '@remix-run/react'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusals } from '#app/ui/refused-addresses.ts'

export interface Crumb {
  label: ReactNode
  /** Left out for the current page. */
  to?: string
}

/** The path from the top level to this page. */
export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  const { t } = useTranslation('ui')
  const isRefused = useRefusals()
  return (
    <nav aria-label={t('breadcrumbs')} className="print:hidden">
      <ol className="flex flex-wrap items-center gap-x-1 text-sm text-muted-foreground">
        {items.map(({ label, to }, index) => (
          <li key={to ?? 'here'} className="flex min-w-0 items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0" />}
            {to && isRefused(to) ? (
              <span>{label}</span>
            ) : to ? (
              <Link to={to} className="inline-flex min-h-6 items-center hover:text-foreground hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate text-foreground">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
