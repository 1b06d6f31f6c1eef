import { Link } from '@remix-run/react'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '#app/ui/classes.ts'

export interface Step {
  label: ReactNode
  /** Links back to a completed step. */
  to?: string
}

/** The progress through a multi-page form. `current` counts from 1. */
export function Steps({ steps, current }: { steps: readonly Step[]; current: number }) {
  const { t } = useTranslation('ui')
  return (
    <nav aria-label={t('steps.label')}>
      <p className="mb-2 flex flex-wrap gap-x-2 text-sm text-muted-foreground sm:hidden">
        <span>{t('steps.position', { current, total: steps.length })}</span>
        <span className="font-medium text-foreground">{steps[current - 1]?.label}</span>
      </p>
      <ol className="flex gap-2 sm:gap-4">
        {steps.map(({ label, to }, index) => {
          const number = index + 1
          const done = number < current
          const here = number === current
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps are a fixed sequence
              key={index}
              aria-current={here ? 'step' : undefined}
              className={classes(
                'flex min-w-0 flex-1 flex-col gap-2 border-t-2 pt-2 text-sm',
                done || here ? 'border-primary' : 'border-border',
              )}
            >
              <span
                className={classes(
                  'hidden min-h-6 items-center gap-2 sm:flex',
                  here ? 'font-medium text-foreground' : 'text-muted-foreground',
                )}
              >
                <span
                  className={classes(
                    'grid size-5 shrink-0 place-items-center rounded-full text-xs font-semibold tabular-nums',
                    done && 'bg-primary/12 text-primary',
                    here && 'bg-primary text-primary-foreground',
                    !done && !here && 'bg-muted text-muted-foreground',
                  )}
                >
                  {done ? <Check aria-hidden strokeWidth={3} className="size-3" /> : number}
                </span>
                {done && to ? (
                  <Link to={to} className="min-w-0 truncate leading-6 hover:text-foreground hover:underline">
                    {label}
                  </Link>
                ) : (
                  <span className="min-w-0 truncate">{label}</span>
                )}
                {done && <span className="sr-only">{t('steps.done')}</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
