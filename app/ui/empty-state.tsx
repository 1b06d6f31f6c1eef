import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

/** Says what belongs here and offers the next action. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  framed = true,
  headingLevel = 2,
}: {
  icon: LucideIcon
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Without a frame, for use inside a card. */
  framed?: boolean
  headingLevel?: 2 | 3
}) {
  const Heading = `h${headingLevel}` as const
  return (
    <div
      className={classes(
        'flex flex-col items-center px-6 py-12 text-center',
        framed && 'rounded-lg border border-dashed border-border',
      )}
    >
      <span className="grid size-12 place-items-center rounded-full bg-muted text-muted-foreground">
        <Icon aria-hidden className="size-5" />
      </span>
      <Heading className="mt-4 text-base font-semibold">{title}</Heading>
      {children && <p className="mt-1 max-w-md text-sm text-balance text-muted-foreground">{children}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
