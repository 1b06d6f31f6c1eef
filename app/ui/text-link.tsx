import { Link, type LinkProps } from '@remix-run/react'
import { classes } from '#app/ui/classes.ts'
import { useIsRefused } from '#app/ui/refused-addresses.ts'

/**
 * A link in a text or beside a label, and its text alone for those who are refused where it leads. With `block` it is a line of
 * its own, at least 24 px high.
 */
export function TextLink({ block, className, ...rest }: LinkProps & { block?: boolean }) {
  if (useIsRefused(rest.to)) return <span className={className}>{rest.children}</span>
  return (
    <Link
      className={classes(
        'font-medium text-primary underline decoration-primary/40 underline-offset-4 hover:decoration-primary',
        block && 'inline-flex min-h-6 items-center',
        className,
      )}
      data-reload={rest.reloadDocument || undefined}
      {...rest}
    />
  )
}
