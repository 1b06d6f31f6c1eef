import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CheckboxGroup } from '#app/ui/forms/checkbox-group.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { apiScopeParts } from '#db/vocabulary/accounts.ts'
import { SecondFactorFields } from './passkey-proof.tsx'

type TokenForm = {
  name: string
  scopes: string[]
  days: string
  password: string
  code: string
  submissionId: string
}

/** What the API changes; of the other modules it reads conversations and notifications (docs/api.md). */
const changedByPrograms: readonly string[] = ['messages', 'notifications']

/** Makes a personal token for the API: its name, what it may do and for how long, and the proof that its owner asks. */
export function ApiTokenForm({
  email,
  asksCode,
  hasPasskeys,
  submissionId,
  lastResult,
}: {
  email: string
  asksCode: boolean
  hasPasskeys: boolean
  submissionId: string
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation(['apitokens', 'rights', 'twofactor'])
  const [form, fields] = useForm<TokenForm>({ id: 'api-token', lastResult, defaultValue: { days: '90', submissionId } })
  const labels = {
    name: t('name'),
    scopes: t('scopes'),
    days: t('days'),
    password: t('twofactor:password'),
    code: t('twofactor:code'),
  }
  const scopes = apiScopeParts.flatMap((each) => {
    const module = t(`rights:part.${each}`)
    return [
      { value: `${each}:read`, label: t('read', { module }) },
      ...(changedByPrograms.includes(each) ? [{ value: `${each}:write`, label: t('write', { module }) }] : []),
    ]
  })
  return (
    <Form method="post" id={form.id} noValidate>
      <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />
      <input type="hidden" name="submissionId" defaultValue={fields.submissionId.initialValue} />
      <FormCard
        title={t('createTitle')}
        description={t('createText')}
        actions={<SubmitButton wide>{t('submit')}</SubmitButton>}
      >
        <ErrorSummary form={form} labels={labels} />
        <Field field={fields.name} label={labels.name} hint={t('nameHint')} autoComplete="off" required />
        <CheckboxGroup
          field={fields.scopes}
          label={labels.scopes}
          hint={t('scopesHint')}
          layout="cards"
          options={scopes}
        />
        <Select
          field={fields.days}
          label={labels.days}
          options={[
            { value: '30', label: t('days30') },
            { value: '90', label: t('days90') },
            { value: '365', label: t('days365') },
          ]}
        />
        <PasswordField field={fields.password} label={labels.password} required />
        {asksCode && <SecondFactorFields field={fields.code} hasPasskeys={hasPasskeys} />}
      </FormCard>
    </Form>
  )
}
