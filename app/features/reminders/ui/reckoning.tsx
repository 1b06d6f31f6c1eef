import { useTranslation } from 'react-i18next'
import type { Reminder } from '#app/features/reminders/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { classes } from '#app/ui/classes.ts'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

type Reckoned = Pick<
  Reminder,
  'openCents' | 'interest' | 'interestCents' | 'interestUntil' | 'basis' | 'chargeKind' | 'chargeCents'
>

/** What is open, the interest on it by day, and both together. */
export function Reckoning({ reckoned, currency }: { reckoned: Reckoned; currency: string }) {
  const { t } = useTranslation('reminders')
  const format = useFormat()
  const { openCents, interest, interestCents, interestUntil, basis, chargeKind, chargeCents } = reckoned
  return (
    <>
      <dl className="flex flex-col gap-2 text-sm">
        <Sum term={t('open')} cents={openCents} currency={currency} />
        {interest.map((part) => (
          <Sum
            key={part.from}
            term={t('part', {
              count: part.days,
              from: format.date(part.from),
              until: format.date(part.until),
              rate: format.percent(part.rateBp),
              principal: format.money(part.principalCents, currency),
            })}
            cents={part.cents}
            currency={currency}
          />
        ))}
        {interest.length === 0 && <Sum term={t('interest')} cents={0} currency={currency} />}
        {chargeKind && <Sum term={t(`charge.${chargeKind}`)} cents={chargeCents} currency={currency} />}
        <Sum term={t('total')} cents={openCents + interestCents + chargeCents} currency={currency} isTotal />
      </dl>
      <p className="mt-3 max-w-prose text-sm text-muted-foreground">{t(`basis.${basis}`)}</p>
      {chargeKind && <p className="mt-2 max-w-prose text-sm text-muted-foreground">{t(`chargeLaw.${chargeKind}`)}</p>}
      <TextLink to="/invoicing/reference-rates" className="mt-2 text-sm print:hidden">
        {t('rates.title')}
      </TextLink>
      {interestUntil && (
        <p className="mt-2 max-w-prose text-sm text-muted-foreground">
          {t('rateUnknown', { date: format.date(interestUntil) })}
        </p>
      )}
    </>
  )
}

const Sum = ({
  term,
  cents,
  currency,
  isTotal = false,
}: {
  term: string
  cents: number
  currency: string
  isTotal?: boolean
}) => (
  <div
    className={classes(
      'flex items-baseline justify-between gap-6',
      isTotal && 'border-t border-border pt-2 font-semibold',
    )}
  >
    <dt>{term}</dt>
    <dd>
      <Money cents={cents} currency={currency} />
    </dd>
  </div>
)
