import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import {
  type TransactionFilter,
  transactionSearch,
  transactionStates,
} from '#app/features/finance/transaction-filter.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { moneyDirections } from '#db/vocabulary/finance.ts'
import type { Tags } from './split-fields.tsx'
import { useChart } from './use-chart.ts'

/** Filters the rows; a GET form, so that the address can be bookmarked. */
export function TransactionFilters({
  filter,
  accounts,
  tags,
  unproven,
}: {
  filter: TransactionFilter
  accounts: readonly { id: string; name: string }[]
  tags: Tags
  /** How many rows of the last year deduct VAT without a receipt. */
  unproven: number
}) {
  const { t } = useTranslation('finance')
  const { options } = useChart(tags.own)
  const search = transactionSearch(filter)
  const any = t('filter.any')
  return (
    <Form
      method="get"
      action="/financials/transactions"
      role="search"
      aria-label={t('filter.label')}
      key={search}
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4 print:hidden"
    >
      <Field name="q" label={t('filter.q')} defaultValue={filter.q} maxLength={100} />
      <Select
        name="account"
        label={t('field.accountId')}
        placeholder={any}
        defaultValue={filter.accountId ?? ''}
        options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Select
        name="state"
        label={t('filter.state')}
        placeholder={any}
        defaultValue={filter.state ?? ''}
        options={transactionStates.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <Select
        name="direction"
        label={t('field.direction')}
        placeholder={any}
        defaultValue={filter.direction ?? ''}
        options={moneyDirections.map((value) => ({ value, label: t(`direction.${value}`) }))}
      />
      <Select
        name="category"
        label={t('field.category')}
        placeholder={any}
        defaultValue={filter.category ?? ''}
        options={options}
      />
      <Select
        name="project"
        label={t('field.projectId')}
        placeholder={any}
        defaultValue={filter.projectId ?? ''}
        options={tags.projects.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <Select
        name="receipt"
        label={t('filter.receipt')}
        placeholder={any}
        defaultValue={filter.receipt ?? ''}
        options={[{ value: 'missing', label: t('filter.missing', { count: unproven }) }]}
      />
      <Field name="from" label={t('filter.from')} type="date" defaultValue={filter.from ?? ''} />
      <Field name="to" label={t('filter.to')} type="date" defaultValue={filter.to ?? ''} />
      <div className="col-span-full flex flex-wrap gap-2">
        <SubmitButton variant="secondary">{t('filter.apply')}</SubmitButton>
        {search && (
          <ButtonLink to="/financials/transactions" variant="ghost">
            {t('filter.reset')}
          </ButtonLink>
        )}
      </div>
    </Form>
  )
}
