import { type ReactNode, useId } from 'react'
import { classes } from '#app/ui/classes.ts'

/** A section of a page with a heading. */
export function PageSection({
  title,
  description,
  actions,
  children,
  className,
  id,
}: {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
  id?: string
}) {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} className={classes('flex min-w-0 flex-col gap-4', className)}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={headingId} className="text-lg font-semibold">
            {title}
          </h2>
          {description && <p className="mt-0.5 max-w-prose text-sm text-muted-foreground">{description}</p>}
        </div>
        {/* On paper a link leads nowhere; a badge says something. */}
        {actions && <div className="flex flex-wrap items-center gap-2 [&_a]:print:hidden">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
