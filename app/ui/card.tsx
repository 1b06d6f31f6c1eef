import type { HTMLAttributes, ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

export interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title?: ReactNode
  description?: ReactNode
  /** At the end of the title line. */
  actions?: ReactNode
  footer?: ReactNode
  /** Without padding, for tables and lists that reach the edges. */
  flush?: boolean
  as?: 'section' | 'article' | 'div' | 'aside'
  headingLevel?: 2 | 3
}

/** A framed surface for one subject. */
export function Card({
  title,
  description,
  actions,
  footer,
  flush,
  as: Element = 'section',
  headingLevel = 2,
  className,
  children,
  ...rest
}: CardProps) {
  const Heading = `h${headingLevel}` as const
  const hasHeader = Boolean(title || description || actions)
  return (
    <Element
      className={classes(
        'flex min-w-0 flex-col rounded-lg border border-border bg-card text-card-foreground',
        className,
      )}
      {...rest}
    >
      {hasHeader && (
        <header
          className={classes(
            'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5',
            flush ? 'pb-3' : 'pb-0',
          )}
        >
          <div className="min-w-0">
            {title && <Heading className="text-base font-semibold">{title}</Heading>}
            {description && (
              <p className={classes('text-sm text-muted-foreground', Boolean(title) && 'mt-0.5')}>{description}</p>
            )}
          </div>
          {/* On paper a link leads nowhere; a badge says something. */}
          {actions && <div className="flex flex-wrap items-center gap-2 [&_a]:print:hidden">{actions}</div>}
        </header>
      )}
      {children && (
        <div
          className={classes(
            'min-w-0 flex-1',
            !flush && 'px-4 pb-4 sm:px-5 sm:pb-5',
            !flush && (hasHeader ? 'pt-4' : 'pt-4 sm:pt-5'),
          )}
        >
          {children}
        </div>
      )}
      {footer && <footer className="border-t border-border px-4 py-3 text-sm sm:px-5">{footer}</footer>}
    </Element>
  )
}
