import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

/** Reminds now, by mail or on paper. */
export function RemindForm({
  lastResult,
  email,
  isEarly,
  submissionId,
}: {
  lastResult: SubmissionResult<string[]> | undefined
  email: string
  /** Less than a week after the last one, which has to be meant. */
  isEarly: boolean
  submissionId: string
}) {
  const { t } = useTranslation('reminders')
  const defaultValue = { way: email ? 'mail' : 'hand', email }
  const [form, fields] = useForm<typeof defaultValue & { again: string }>({ id: 'remind', lastResult, defaultValue })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ way: t('way'), email: t('email'), again: t('again') }} />
      <FormCard title={t('now')} description={t('nowHint')} actions={<SubmitButton>{t('remind')}</SubmitButton>}>
        <RadioGroup
          field={fields.way}
          label={t('way')}
          options={[
            { value: 'mail', label: t('byMail') },
            { value: 'hand', label: t('byHand') },
          ]}
        />
        <Field field={fields.email} label={t('email')} type="email" autoComplete="off" maxLength={254} optional />
        {isEarly && <Checkbox field={fields.again} label={t('again')} hint={t('againHint')} />}
      </FormCard>
    </Form>
  )
}
