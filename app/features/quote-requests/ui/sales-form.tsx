import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { planNames } from '#app/features/accounts/subscriptions/plan.ts'
import { ErrorSummary, type FieldLabels } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { planIds } from '#db/vocabulary/plans.ts'
import { Trap } from './trap.tsx'

export type SalesValues = {
  plan: string
  name: string
  organization: string
  email: string
  phone: string
  message: string
  website: string
}

type Props = {
  lastResult: SubmissionResult<string[]> | undefined
  /** What the form begins with. */
  values: Partial<SalesValues>
  submissionId: string
}

/** The question to sales: about which plan, who asks, and what. */
export function SalesForm({ lastResult, values, submissionId }: Props) {
  const { t } = useTranslation('salesrequest')
  const { t: tQuote } = useTranslation('quoterequest')
  const [form, fields] = useForm<SalesValues>({ id: 'sales', lastResult, defaultValue: values })
  const labels: FieldLabels = {
    plan: t('plan'),
    name: tQuote('name'),
    organization: t('organization'),
    email: tQuote('email'),
    phone: tQuote('phone'),
    message: t('message'),
  }
  return (
    <Form method="post" action="/contact-sales" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <Trap value={fields.website.initialValue} />
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('heading')}
        actions={
          <SubmitButton icon={Send} wide>
            {t('send')}
          </SubmitButton>
        }
      >
        <Select
          field={fields.plan}
          label={t('plan')}
          placeholder={t('undecided')}
          options={planIds.map((value) => ({ value, label: planNames[value] }))}
        />
        <TextArea
          field={fields.message}
          label={t('message')}
          hint={t('messageHint')}
          rows={6}
          maxLength={5000}
          required
        />
        <FieldRow>
          <Field field={fields.name} label={tQuote('name')} autoComplete="name" maxLength={120} required />
          <Field
            field={fields.organization}
            label={t('organization')}
            autoComplete="organization"
            maxLength={160}
            optional
          />
        </FieldRow>
        <FieldRow>
          <Field
            field={fields.email}
            label={tQuote('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            required
          />
          <Field field={fields.phone} label={tQuote('phone')} type="tel" autoComplete="tel" maxLength={40} optional />
        </FieldRow>
      </FormCard>
      <p className="max-w-prose text-sm text-muted-foreground">{tQuote('privacy')}</p>
    </Form>
  )
}
