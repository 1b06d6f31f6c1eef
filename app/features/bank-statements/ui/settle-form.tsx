import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { rowSettlements } from '#db/vocabulary/statements.ts'

/** Explains a row that went out. */
export function SettleForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const { t } = useTranslation('bankstatements')
  const [form, fields] = useForm<{ as: string; runNumber: string; archiveId: string }>({ id: 'settle', lastResult })
  const labels = { as: t('settle.as'), runNumber: t('settle.runNumber'), archiveId: t('settle.archiveId') }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <ErrorSummary form={form} labels={labels} />
      <FormCard
        title={t('settle.title')}
        description={t('settle.text')}
        actions={<SubmitButton>{t('settle.submit')}</SubmitButton>}
      >
        <RadioGroup
          field={fields.as}
          label={labels.as}
          options={rowSettlements.map((value) => ({ value, label: t(`settle.${value}`) }))}
          required
        />
        <FieldRow>
          <Field
            field={fields.runNumber}
            label={labels.runNumber}
            hint={t('settle.runHint')}
            inputMode="numeric"
            optional
          />
          <Field
            field={fields.archiveId}
            label={labels.archiveId}
            hint={t('settle.archiveHint')}
            maxLength={60}
            optional
          />
        </FieldRow>
      </FormCard>
    </Form>
  )
}
