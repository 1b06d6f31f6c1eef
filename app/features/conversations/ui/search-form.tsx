import { Form } from '@remix-run/react'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Searches people or groups; the query is in the URL. */
export function SearchForm({ action, label, q }: { action: string; label: string; q: string }) {
  const { t } = useTranslation('groups')
  return (
    <Form method="get" action={action} role="search" className="flex flex-wrap items-end gap-2">
      <Field
        key={q}
        name="q"
        type="search"
        label={label}
        labelHidden
        icon={Search}
        placeholder={label}
        defaultValue={q}
        maxLength={100}
        autoComplete="off"
        className="min-w-48 flex-1 sm:max-w-sm"
      />
      <SubmitButton variant="outline">{t('people.apply')}</SubmitButton>
      {q && (
        <ButtonLink to={action} variant="ghost">
          {t('people.clear')}
        </ButtonLink>
      )}
    </Form>
  )
}
