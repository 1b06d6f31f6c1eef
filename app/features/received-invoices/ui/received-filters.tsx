import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type ReceivedFilter, receivedHref, receivedViews } from '#app/features/received-invoices/received-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Filters the list; a GET form, so that the address can be bookmarked. */
export function ReceivedFilters({ filter }: { filter: ReceivedFilter }) {
  const { t } = useTranslation('receivedinvoices')
  return (
    <Form
      method="get"
      action="/invoicing/received"
      role="search"
      aria-label={t('filter.label')}
      key={receivedHref(filter)}
      className="flex flex-wrap items-end gap-2 print:hidden"
    >
      <Select
        name="state"
        label={t('field.status')}
        placeholder={t('filter.any')}
        defaultValue={filter.view ?? ''}
        options={receivedViews.map((value) => ({ value, label: t(`filter.${value}`) }))}
        className="flex-1 sm:max-w-56"
      />
      <SubmitButton variant="secondary">{t('filter.apply')}</SubmitButton>
      {filter.view && (
        <ButtonLink to="/invoicing/received" variant="ghost">
          {t('filter.reset')}
        </ButtonLink>
      )}
    </Form>
  )
}
