import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

export interface Tab {
  to: string
  label: ReactNode
  count?: ReactNode
  current?: boolean
}

/** Views of one subject, each with its own URL. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="border-b border-border print:hidden">
      <ul className="flex flex-wrap gap-x-1">
        {tabs.map(({ to, label: text, count, current }) => (
          <li key={to}>
            <Link
              to={to}
              preventScrollReset
              aria-current={current ? 'page' : undefined}
              className={classes(
                '-outline-offset-2 flex min-h-11 items-center gap-2 border-b-2 px-3 text-sm font-medium transition-colors sm:min-h-10',
                current
                  ? 'border-primary text-foreground'
                  : 'border-transparent text-muted-foreground hover:border-border hover:text-foreground',
              )}
            >
              {text}
              {count !== undefined && (
                <span className="rounded-full bg-muted px-1.5 text-xs text-muted-foreground tabular-nums">{count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
