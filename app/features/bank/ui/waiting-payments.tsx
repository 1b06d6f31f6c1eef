import { useTranslation } from 'react-i18next'
import type { WaitingPayment } from '#app/features/bank/arrivals.ts'
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
  return payments.map(({ id, milestone, paidOn, openCents, dueCents, reason, missingCents, status, ...payment }) => {
    const arrived = { amount: format.money(openCents, payment.currency), milestone, date: format.date(paidOn) }
    const isLeftOver = status !== 'planned' && (reason === 'too_little' || reason === 'too_much')
    const next =
      missingCents === null
        ? t('waiting.decided')
        : missingCents === 0
          ? t('waiting.covered')
          : t('waiting.topUp', { missing: format.money(missingCents, currency) })
    return (
      <Alert key={id} tone="warning" title={t('waiting.title', arrived)}>
        <p>{isLeftOver ? t('waiting.leftOver') : t(`reason.${reason}`, { due: format.money(dueCents, currency) })}</p>
        <p className="mt-1">
          {next} {isAdmin && <TextLink to={`/escrow/suspense/${id}`}>{t('waiting.settle')}</TextLink>}
        </p>
      </Alert>
    )
  })
}
