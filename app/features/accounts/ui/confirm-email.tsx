import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AccountCard } from '#app/features/accounts/ui/account-card.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

/** The button that verifies an address, with the account's password for whoever is not logged in to it. */
export function ConfirmEmail({
  page,
  lastResult,
}: {
  page: { token: string; email: string; asksPassword: boolean }
  lastResult: SubmissionResult<string[]> | undefined
}) {
  const { t } = useTranslation('accounts')
  const [form, fields] = useForm<{ password: string }>({ id: 'confirm', lastResult })
  const { token, email, asksPassword } = page
  return (
    <AccountCard
      title={t('verify.confirmHeading')}
      description={asksPassword ? t('verify.confirmPassword') : undefined}
    >
      <Form
        method="post"
        action={`/verify-email?${new URLSearchParams({ token })}`}
        id={form.id}
        noValidate
        className="flex flex-col gap-5"
      >
        <ErrorSummary form={form} labels={{ password: t('password.label') }} />
        <input type="hidden" name="token" value={token} />
        <Field id="confirm-email" label={t('email')} type="email" value={email} autoComplete="username" readOnly />
        {asksPassword && <PasswordField field={fields.password} label={t('password.label')} required />}
        <SubmitButton size="lg" className="w-full">
          {t('verify.confirm')}
        </SubmitButton>
      </Form>
    </AccountCard>
  )
}
