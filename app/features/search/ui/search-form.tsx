import { Form } from '@remix-run/react'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { maxLetters } from '#app/features/search/search.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** The search form of the search page. */
export function SearchForm({ q, autoFocus }: { q: string; autoFocus: boolean }) {
  const { t } = useTranslation('search')
  return (
    <Form method="get" action="/search" role="search" aria-label={t('label')} className="flex items-end gap-2" key={q}>
      <Field
        id="search"
        name="q"
        type="search"
        icon={Search}
        label={t('label')}
        labelHidden
        placeholder={t('placeholder')}
        defaultValue={q}
        maxLength={maxLetters}
        autoFocus={autoFocus}
        className="min-w-0 flex-1"
      />
      <SubmitButton variant="secondary">{t('submit')}</SubmitButton>
    </Form>
  )
}
