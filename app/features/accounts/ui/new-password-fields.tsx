import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '#app/ui/forms/password-field.tsx'

type Field = ComponentProps<typeof PasswordField>['field']

/** The labels of `NewPasswordFields`; `replaces` says that there is an old password. */
export function useNewPasswordLabels(replaces: boolean) {
  const { t } = useTranslation('accounts')
  return {
    password: replaces ? t('password.newLabel') : t('password.label'),
    confirmPassword: t('password.confirmLabel'),
  }
}

/** A new password and its confirmation. `min` is the minimum length; `replaces` says that there is an old one. */
export function NewPasswordFields({
  password,
  confirmPassword,
  min,
  replaces = false,
}: {
  password: Field
  confirmPassword: Field
  min: number
  replaces?: boolean
}) {
  const { t } = useTranslation('accounts')
  const labels = useNewPasswordLabels(replaces)
  return (
    <>
      <PasswordField
        field={password}
        label={labels.password}
        hint={t('password.hint', { count: min })}
        autoComplete="new-password"
        required
      />
      <PasswordField
        field={confirmPassword}
        label={labels.confirmPassword}
        autoComplete="new-password"
        required
        data-confirms={password?.id}
        data-differs={t('password.different')}
      />
    </>
  )
}
