import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type InvoiceFilter, invoiceListHref, statusFilters } from '#app/features/invoicing/invoice-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Filters a list of invoices; a GET form, so that the address can be bookmarked and shared. */
export function InvoiceFilters({ filter }: { filter: InvoiceFilter }) {
  const { t } = useTranslation('invoicing')
  return (
    <Form
      method="get"
      action="/invoicing"
      role="search"
      aria-label={t('list.filterLabel')}
      key={invoiceListHref(filter)}
      className="flex flex-wrap items-end gap-2 print:hidden"
    >
      <Select
        name="status"
        label={t('list.filter')}
        placeholder={t('list.any')}
        defaultValue={filter.status ?? ''}
        options={statusFilters.map((value) => ({ value, label: t(`status.${value}`) }))}
        className="flex-1 sm:max-w-48"
      />
      <SubmitButton variant="secondary">{t('list.apply')}</SubmitButton>
      {filter.status && (
        <ButtonLink to={invoiceListHref(filter, { status: null })} variant="ghost">
          {t('list.reset')}
        </ButtonLink>
      )}
    </Form>
  )
}
