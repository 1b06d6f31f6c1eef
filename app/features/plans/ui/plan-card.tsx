import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { planNames, priceOf } from '#app/features/accounts/subscriptions/plan.ts'
import type { Billing } from '#app/features/plans/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { SubscriptionStatusBadge } from './subscription-status-badge.tsx'

/** What the company subscribes to now, and what can be done about it besides choosing. */
export function PlanCard({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const { subscription, actions, period } = billing
  const { status, plan, cycle, currency, trialEndsAt, paidUntil, nextPlan } = subscription
  const cents = plan && priceOf(plan, cycle)
  const price = cents ? t(`price.${cycle}`, { amount: format.money(cents, currency) }) : t('price.agreement')
  const may = (action: (typeof actions)[number]) => actions.includes(action)
  return (
    <Card title={t('heading.plan')} actions={<SubscriptionStatusBadge status={status} />}>
      <div className="flex flex-col gap-5">
        <Notes billing={billing} />
        <DescriptionList
          items={[
            { term: t('field.plan'), description: plan ? planNames[plan] : t('noPlan') },
            ...(plan ? [{ term: t('field.price'), description: price }] : []),
            ...(status === 'trialing' || status === 'pending'
              ? [{ term: t('field.trialEnds'), description: format.dateTime(trialEndsAt) }]
              : []),
            ...(period && paidUntil ? [{ term: t('field.paidUntil'), description: format.date(paidUntil) }] : []),
            ...(nextPlan && paidUntil
              ? [
                  {
                    term: t('field.next'),
                    description: t('nextOn', { plan: planNames[nextPlan], date: format.date(paidUntil) }),
                  },
                ]
              : []),
          ]}
        />
        {(may('cancel') || may('undo_cancel') || may('give_back')) && (
          <div className="flex flex-wrap gap-3 print:hidden">
            {may('undo_cancel') && (
              <Form method="post">
                <input type="hidden" name="intent" value="undo" />
                <SubmitButton>{t('undo')}</SubmitButton>
              </Form>
            )}
            {may('cancel') && (
              <ButtonLink to="?confirm=cancel" variant="outline">
                {t('cancel.open')}
              </ButtonLink>
            )}
            {may('give_back') && (
              <ButtonLink to="?confirm=moneyBack" variant="ghost">
                {t('moneyBack.open')}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
    </Card>
  )
}

/** What the state means for the work. */
function Notes({ billing }: { billing: Billing }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const { subscription, isSeller, mayChange, facts } = billing
  const { status, accessUntil, cancelledAt, defaultedAt, paidUntil } = subscription
  if (isSeller) return <Alert tone="info">{t('text.isSeller')}</Alert>
  return (
    <>
      {status === 'trialing' && <p className="text-sm text-muted-foreground">{t('text.trialing')}</p>}
      {status === 'pending' && (
        <p className="text-sm text-muted-foreground">
          {t('text.pending')} {!facts.hasCredit && !facts.isOnTrial && t('text.payFirst')}
        </p>
      )}
      {status === 'past_due' && accessUntil !== null && (
        <Alert tone="warning">{t('text.past_due', { date: format.date(accessUntil) })}</Alert>
      )}
      {(status === 'read_only' || status === 'ended') && (
        <Alert tone="warning">
          {t('text.over')}
          {facts.owes ? (
            <p className="mt-2">{t('text.payFirst')}</p>
          ) : (
            defaultedAt !== null && <p className="mt-2">{t('text.defaulted')}</p>
          )}
        </Alert>
      )}
      {cancelledAt !== null && paidUntil !== null && status !== 'ended' && (
        <Alert tone="info">{t('text.cancelled', { date: format.date(paidUntil) })}</Alert>
      )}
      {!mayChange && <p className="text-sm text-muted-foreground">{t('text.askManager')}</p>}
    </>
  )
}
