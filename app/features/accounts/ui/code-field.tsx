import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#app/ui/forms/field.tsx'

/** A code of an authenticator app, or a recovery code, which has letters too: so it asks for no numeric keyboard. */
export function CodeField({
  field,
  hint,
  ...native
}: Pick<ComponentProps<typeof Field>, 'field' | 'hint' | 'autoFocus'>) {
  const { t } = useTranslation('twofactor')
  return (
    <Field
      field={field}
      label={t('code')}
      hint={hint}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      required
      className="sm:max-w-72"
      {...native}
    />
  )
}
