import { useTranslation } from 'react-i18next'
import type { WaitingPayment } from '#app/features/bank/suspense.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Payments for milestones of a contract that do not fit and wait in suspense: what happens to them, and what their client can do. */
export function WaitingPayments({
  payments,
  currency,
  isAdmin,
}: {
  payments: readonly WaitingPayment[]
  /** The contract's. */
  currency: string
  isAdmin: boolean
}) {
  const { t } = useTranslation('bank')
  const format = useFormat()
  return payments.map(({ id, milestone, paidOn, openCents, dueCents, reason, ...payment }) => {
    const arrived = { amount: format.money(openCents, payment.currency), milestone, date: format.date(paidOn) }
    const missing = format.money(Math.max(0, dueCents - openCents), currency)
    return (
      <Alert key={id} tone="warning" title={t('waiting.title', arrived)}>
        <p>{t(`reason.${reason}`, { due: format.money(dueCents, currency) })}</p>
        <p className="mt-1">
          {reason === 'too_little' ? t('waiting.topUp', { missing }) : t('waiting.decided')}{' '}
          {isAdmin && <TextLink to={`/escrow/suspense/${id}`}>{t('waiting.settle')}</TextLink>}
        </p>
      </Alert>
    )
  })
}
