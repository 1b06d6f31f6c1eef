import { Banknote, CircleCheck, Clock, Hourglass, ReceiptText, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ClientMoney } from '#app/features/clients/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Money } from '#app/ui/money.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'
import type { CreditLimit } from '#db/schema/clients.ts'

type Sums = ClientMoney['sums']

/** What the client was invoiced, paid and owes, one row of figures for each currency. */
export function ClientStats({ sums }: { sums: Sums }) {
  const { t } = useTranslation('clients')
  return (
    <div className="flex flex-col gap-3">
      {(sums.length > 0 ? sums : [nothing]).map((sum) => {
        const amount = (cents: number) => <Money cents={cents} currency={sum.currency} />
        return (
          <StatGrid key={sum.currency} count={4}>
            <Stat label={t('stat.invoiced')} value={amount(sum.invoicedCents)} icon={ReceiptText} />
            <Stat label={t('stat.paid')} value={amount(sum.paidCents)} icon={Banknote} />
            <Stat
              label={t('stat.open')}
              value={amount(sum.openCents)}
              icon={Clock}
              note={
                sum.retainedCents > 0 && (
                  <span className="inline-flex items-center gap-1">
                    <Hourglass aria-hidden className="size-3.5" />
                    {t('stat.retained')} {amount(sum.retainedCents)}
                  </span>
                )
              }
            />
            <Stat
              label={t('stat.overdue')}
              value={amount(sum.overdueCents)}
              icon={sum.overdueCents > 0 ? TriangleAlert : CircleCheck}
              {...(sum.overdueCents === 0 && { note: t('stat.nothingOverdue') })}
            />
          </StatGrid>
        )
      })}
    </div>
  )
}

/** Says in which currencies more is open than the client's limit. */
export function OverLimit({ limits, sums }: { limits: readonly CreditLimit[]; sums: Sums }) {
  const { t } = useTranslation('clients')
  const format = useFormat()
  const over = limits.flatMap(({ currency, cents }) => {
    const open = sums.find((sum) => sum.currency === currency)?.openCents ?? 0
    return open > cents ? [{ currency, open: format.money(open, currency), limit: format.money(cents, currency) }] : []
  })
  if (over.length === 0) return null
  return (
    <Alert tone="warning" title={t('overLimit.title')}>
      {over.map(({ currency, open, limit }) => (
        <p key={currency}>{t('overLimit.text', { open, limit })}</p>
      ))}
    </Alert>
  )
}

const nothing = {
  ...{ currency: 'EUR' as const, invoicedCents: 0, paidCents: 0, openCents: 0, overdueCents: 0, retainedCents: 0 },
}
