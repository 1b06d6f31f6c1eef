import { useFormat } from '#app/i18n/format.ts'
import { classes } from '#app/ui/classes.ts'

/** An amount of integer cents, in the reader's language, in figures of one width. */
export function Money({
  cents,
  currency,
  decimals = true,
  className,
}: {
  cents: number
  currency: string
  decimals?: boolean
  className?: string
}) {
  const format = useFormat()
  return (
    <span className={classes('whitespace-nowrap tabular-nums', className)}>
      {format.money(cents, currency, { decimals })}
    </span>
  )
}
