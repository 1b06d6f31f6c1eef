import { Form } from '@remix-run/react'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Searches the team; the query is in the address. */
export function MemberSearch({ q }: { q: string }) {
  const { t } = useTranslation('team')
  return (
    <Form method="get" action="/team" role="search" className="flex flex-wrap items-end gap-2">
      <Field
        key={q}
        name="q"
        type="search"
        label={t('members.search')}
        labelHidden
        icon={Search}
        placeholder={t('members.searchPlaceholder')}
        defaultValue={q}
        maxLength={100}
        className="min-w-48 flex-1 sm:max-w-sm"
      />
      <SubmitButton variant="outline">{t('members.apply')}</SubmitButton>
      {q && (
        <ButtonLink to="/team" variant="ghost">
          {t('members.clear')}
        </ButtonLink>
      )}
    </Form>
  )
}
