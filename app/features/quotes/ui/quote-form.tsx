import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceFormValues } from '#app/features/invoicing/form-values.ts'
import { InvoiceForm } from '#app/features/invoicing/ui/invoice-form.tsx'
import type { VatChoice } from '#app/features/invoicing/vat-choice.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'

/** The form of a quote: that of an invoice with what it is about and until when it can be accepted. */
export function QuoteForm({
  title,
  ...rest
}: {
  title: string
  lastResult: SubmissionResult<string[]> | undefined
  values: InvoiceFormValues
  submissionId: string
  expectedVersion?: number
  refused: readonly VatChoice[]
  cancelTo: string
  children?: ReactNode
}) {
  const { t } = useTranslation('quotes')
  const labels = { title: t('form.title'), validUntil: t('form.validUntil'), deliveryDate: t('form.delivery') }
  return (
    <InvoiceForm
      contract={null}
      {...rest}
      quote={{
        labels,
        texts: { buyerHint: t('form.buyerHint'), terms: t('form.terms'), save: t('form.save') },
        fields: (fields) => (
          <FormCard title={title}>
            <FieldRow>
              <Field field={fields.title} label={labels.title} hint={t('form.titleHint')} required maxLength={200} />
              <Field
                field={fields.validUntil}
                label={labels.validUntil}
                hint={t('form.validUntilHint')}
                type="date"
                required
              />
            </FieldRow>
          </FormCard>
        ),
      }}
    />
  )
}
