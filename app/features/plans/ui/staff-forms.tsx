import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { SubscriptionDetail } from '#app/features/plans/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { companyLimitNames } from '#db/vocabulary/accounts.ts'

type Result = SubmissionResult<string[]> | undefined
type Props = { subscription: SubscriptionDetail; lastResult: Result }

/** What the platform's staff can do about a subscription: each its own form, of which the refused one shows what was typed. */
export function StaffForms({ subscription, lastResult }: Props) {
  const { actions, orders } = subscription
  const of = (intent: string): Result => (lastResult?.initialValue?.intent === intent ? lastResult : undefined)
  const open = orders.filter(({ status }) => status === 'open')
  return (
    <>
      {open.length > 0 && <PaidForm subscription={subscription} lastResult={of('paid')} />}
      {actions.includes('extend_trial') && <ExtendForm lastResult={of('extend')} />}
      <AgreeForm lastResult={of('agree')} />
    </>
  )
}

function PaidForm({ subscription, lastResult }: Props) {
  const { t } = useTranslation('subscriptions')
  const { t: tBilling } = useTranslation('billing')
  const format = useFormat()
  const open = subscription.orders.filter(({ status }) => status === 'open')
  const defaultValue = { invoiceId: open[0]?.invoiceId ?? '', paidOn: subscription.today }
  const [form, fields] = useForm<{ invoiceId: string; paidOn: string }>({ id: 'paid', lastResult, defaultValue })
  const labels = { invoiceId: tBilling('field.invoice'), paidOn: t('paid.day') }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4 print:hidden">
      <input type="hidden" name="intent" value="paid" />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('paid.title')}
        description={t('paid.description')}
        actions={<SubmitButton>{t('paid.submit')}</SubmitButton>}
      >
        <FieldRow>
          <Select
            field={fields.invoiceId}
            label={labels.invoiceId}
            options={open.map(({ invoiceId, number, openCents, currency }) => ({
              value: invoiceId,
              label: `${number} · ${format.money(openCents, currency)}`,
            }))}
          />
          <Field field={fields.paidOn} label={labels.paidOn} type="date" required />
        </FieldRow>
      </FormCard>
    </Form>
  )
}

function ExtendForm({ lastResult }: { lastResult: Result }) {
  const { t } = useTranslation('subscriptions')
  const [form, fields] = useForm<{ endsOn: string; reason: string }>({ id: 'extend', lastResult })
  const labels = { endsOn: t('extend.day'), reason: t('reason') }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4 print:hidden">
      <input type="hidden" name="intent" value="extend" />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('extend.title')}
        actions={<SubmitButton variant="secondary">{t('extend.submit')}</SubmitButton>}
      >
        <Field field={fields.endsOn} label={labels.endsOn} type="date" required className="sm:max-w-xs" />
        <Field field={fields.reason} label={labels.reason} maxLength={500} required />
      </FormCard>
    </Form>
  )
}

type Agreement = Record<'until' | 'price' | 'reason' | (typeof companyLimitNames)[number], string>

function AgreeForm({ lastResult }: { lastResult: Result }) {
  const { t } = useTranslation('subscriptions')
  const { t: tBilling } = useTranslation('billing')
  const [form, fields] = useForm<Agreement>({ id: 'agree', lastResult })
  const limits = Object.fromEntries(companyLimitNames.map((name) => [name, tBilling(`use.${name}`)]))
  const labels = { until: t('agree.until'), price: t('agree.price'), ...limits, reason: t('reason') }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4 print:hidden">
      <input type="hidden" name="intent" value="agree" />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('agree.title')}
        description={t('agree.description')}
        actions={<SubmitButton variant="secondary">{t('agree.submit')}</SubmitButton>}
      >
        <Field field={fields.until} label={labels.until} type="date" required className="sm:max-w-xs" />
        <MoneyField
          field={fields.price}
          label={labels.price}
          currency="EUR"
          hint={t('agree.priceHint')}
          optional
          className="sm:max-w-xs"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          {companyLimitNames.map((name) => (
            <Field key={name} field={fields[name]} label={tBilling(`use.${name}`)} inputMode="numeric" optional />
          ))}
        </div>
        <Field field={fields.reason} label={labels.reason} maxLength={500} required />
      </FormCard>
    </Form>
  )
}
