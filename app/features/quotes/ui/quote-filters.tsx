import { Form } from '@remix-run/react'
import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type QuoteFilter, quoteListHref } from '#app/features/quotes/quote-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { quoteStates } from '#db/vocabulary/quotes.ts'

/** Filters the list of quotes; a GET form, so that the address can be bookmarked and shared. */
export function QuoteFilters({ filter }: { filter: QuoteFilter }) {
  const { t } = useTranslation('quotelist')
  return (
    <Form
      method="get"
      action="/invoicing/quotes"
      role="search"
      aria-label={t('filter.label')}
      key={quoteListHref(filter)}
      className="flex flex-wrap items-end gap-3 print:hidden"
    >
      <Field
        name="q"
        type="search"
        icon={Search}
        label={t('filter.q')}
        defaultValue={filter.q}
        maxLength={100}
        className="min-w-0 flex-1 basis-56"
      />
      <Select
        name="status"
        label={t('list.status')}
        placeholder={t('filter.any')}
        defaultValue={filter.state ?? ''}
        options={quoteStates.map((value) => ({ value, label: t(`status.${value}`) }))}
        className="w-44"
      />
      <SubmitButton variant="secondary">{t('filter.apply')}</SubmitButton>
      {(filter.state || filter.q) && (
        <ButtonLink to="/invoicing/quotes" variant="ghost">
          {t('filter.reset')}
        </ButtonLink>
      )}
    </Form>
  )
}
