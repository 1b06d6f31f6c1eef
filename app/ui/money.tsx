import { useFormat } from '#app/i18n/format.ts'
import { classes } from '#app/ui/classes.ts'

/** An amount of integer cents, formatted in the user's language with tabular figures; its sign stays before it in either direction. */
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
    <bdi className={classes('whitespace-nowrap tabular-nums', className)}>
      {format.money(cents, currency, { decimals })}
    </bdi>
  )
}

/** Sums of several currencies, one below the other, as the footer of a table has them. */
export function Sums({ of }: { of: ReadonlyArray<{ currency: string; cents: number }> }) {
  return (
    <>
      {of.map(({ currency, cents }) => (
        <span key={currency} className="block">
          <Money cents={cents} currency={currency} />
        </span>
      ))}
    </>
  )
}
