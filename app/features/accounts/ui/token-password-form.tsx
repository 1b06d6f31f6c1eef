import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TokenPurpose } from '#app/features/accounts/token-page.server.ts'
import { NewPasswordFields, useNewPasswordLabels } from '#app/features/accounts/ui/new-password-fields.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

type Props = {
  /** Whether an old password is replaced or a first one chosen. */
  purpose: TokenPurpose
  page: { token: string; email: string; minPassword: number }
  lastResult: SubmissionResult<string[]> | undefined
  /** Additional facts about the account, shown before the address. */
  children?: ReactNode
}

/** The form behind a mailed link: the account's address, and the new password with its confirmation. */
export function TokenPasswordForm({ purpose, page, lastResult, children }: Props) {
  const { t } = useTranslation('accounts')
  const [form, fields] = useForm<{ password: string; confirmPassword: string }>({ id: purpose, lastResult })
  const { token, email, minPassword } = page
  const labels = useNewPasswordLabels(purpose === 'reset')
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
      <ErrorSummary form={form} labels={labels} />
      <input type="hidden" name="token" value={token} />
      {children}
      <Field id={`${purpose}-email`} label={t('email')} type="email" value={email} autoComplete="username" readOnly />
      <NewPasswordFields
        password={fields.password}
        confirmPassword={fields.confirmPassword}
        min={minPassword}
        replaces={purpose === 'reset'}
      />
      <SubmitButton size="lg" className="w-full">
        {t(`${purpose}.submit`)}
      </SubmitButton>
    </Form>
  )
}
