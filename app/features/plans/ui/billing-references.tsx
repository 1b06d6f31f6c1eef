import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Billing } from '#app/features/plans/queries.server.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

/** What the platform's invoices to the company say as its references (PLAN-8); a form for owners and managers. */
export function BillingReferences({
  billing: { subscription, mayChange },
  lastResult,
}: {
  billing: Pick<Billing, 'subscription' | 'mayChange'>
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation('billing')
  const { updatedAt } = subscription
  const values = {
    buyerReference: subscription.buyerReference ?? '',
    orderReference: subscription.orderReference ?? '',
  }
  const [form, fields] = useForm({ id: 'references', lastResult, defaultValue: values })
  const labels = {
    buyerReference: t('references.buyerReference'),
    orderReference: t('references.orderReference'),
  }
  if (!mayChange)
    return (
      <Card title={t('references.title')}>
        <DescriptionList
          layout="grid"
          items={[
            { term: labels.buyerReference, description: values.buyerReference || t('references.none') },
            { term: labels.orderReference, description: values.orderReference || t('references.none') },
          ]}
        />
      </Card>
    )
  return (
    <Form method="post" action="/billing" id={form.id} noValidate className="flex max-w-form flex-col gap-6">
      <input type="hidden" name="intent" value="references" />
      <ExpectedVersionField lastResult={lastResult} expectedVersion={updatedAt} />
      <ErrorSummary form={form} labels={labels} />
      <EditConflict lastResult={lastResult} to="/billing" />
      <FormCard
        title={t('references.title')}
        description={t('references.text')}
        actions={<SubmitButton variant="outline">{t('references.save')}</SubmitButton>}
      >
        <FieldRow>
          <Field
            field={fields.buyerReference}
            label={labels.buyerReference}
            hint={t('references.buyerReferenceHint')}
            optional
            maxLength={100}
          />
          <Field
            field={fields.orderReference}
            label={labels.orderReference}
            hint={t('references.orderReferenceHint')}
            optional
            maxLength={100}
          />
        </FieldRow>
      </FormCard>
    </Form>
  )
}
