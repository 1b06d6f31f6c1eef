import { Link, type LinkProps } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { classes } from '#app/ui/classes.ts'
import { useIsRefused } from '#app/ui/refused-addresses.ts'
import { helpOf, type TextParams } from '#app/ui/text.ts'

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

/** The link to the page that helps with a message; nothing where the message names none. */
export function MessageHelp({ message, params }: { message: string; params?: TextParams | undefined }) {
  const { t } = useTranslation('ui')
  const to = helpOf(message, params)
  return (
    to && (
      <>
        {' '}
        <TextLink to={to}>{t('messageHelp')}</TextLink>
      </>
    )
  )
}
