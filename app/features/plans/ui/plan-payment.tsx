import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { orderOfPayment } from '#app/features/plans/match-to-order.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The invoice of a plan that money in suspense is for, and the button that pays it. */
export function PlanPayment({
  order: { companyId, number, buyer, seller, currency, dueCents },
  openCents,
  submissionId,
}: {
  order: NonNullable<ReturnType<typeof orderOfPayment>>
  openCents: number
  submissionId: string
}) {
  const { t } = useTranslation('bank')
  const format = useFormat()
  const due = format.money(dueCents, currency)
  return (
    <Card title={t('plan.title')}>
      <div className="flex flex-col items-start gap-4 text-sm">
        <p>
          <TextLink to={`/subscriptions/${companyId}`}>{t('plan.invoice', { number, buyer })}</TextLink>
        </p>
        <p>{t('plan.because', { open: format.money(openCents, currency), due })}</p>
        {openCents >= dueCents && (
          <>
            <p className="max-w-prose">{t('plan.goesTo', { seller })}</p>
            <Form method="post">
              <input type="hidden" name="submissionId" value={submissionId} />
              <SubmitButton name="intent" value="plan">
                {t('plan.pay', { amount: due })}
              </SubmitButton>
            </Form>
          </>
        )}
      </div>
    </Card>
  )
}
