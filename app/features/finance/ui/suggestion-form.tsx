import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Suggestion } from '#app/features/finance/rules/suggestions.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { pickValue, usePurpose } from './purpose.ts'
import type { Tags } from './split-fields.tsx'
import { useTransactionName } from './transaction-table.tsx'

/** What the rules say of drafts; whoever records rows chooses those that it is right for. */
export function SuggestionForm({
  suggestions,
  count,
  tags,
  mayRecord,
}: {
  suggestions: readonly Suggestion[]
  /** Of all, of which the first are shown. */
  count: number
  tags: Tags
  mayRecord: boolean
}) {
  const { t } = useTranslation('bookingrules')
  const { t: tFinance } = useTranslation('finance')
  const format = useFormat()
  const nameOf = useTransactionName()
  const purposeOf = usePurpose(tags)
  const id = useId()
  if (suggestions.length === 0) return <p className="text-sm text-muted-foreground">{t('suggestions.none')}</p>
  const choose: Column<Suggestion> = {
    ...{ key: 'choose', header: tFinance('list.choose'), actions: true },
    cell: ({ row, rule }) => (
      <>
        <input
          type="checkbox"
          name="ids"
          value={row.id}
          defaultChecked
          aria-labelledby={`${id}-${row.id}`}
          className="size-6 accent-primary"
        />
        <input type="hidden" name="pick" value={pickValue(row, rule)} />
      </>
    ),
  }
  const table = (
    <DataTable
      caption={t('suggestions.title')}
      rows={suggestions}
      rowKey={({ row }) => row.id}
      columns={[
        ...(mayRecord ? [choose] : []),
        {
          key: 'name',
          header: tFinance('list.name'),
          primary: true,
          cell: ({ row }) => (
            <span id={`${id}-${row.id}`}>
              <TextLink to={`/financials/transactions/${row.id}`}>{nameOf(row)}</TextLink>
            </span>
          ),
        },
        { key: 'day', header: tFinance('field.day'), cell: ({ row }) => format.date(row.day) },
        {
          key: 'amount',
          header: tFinance('field.amount'),
          numeric: true,
          cell: ({ row }) => <Money cents={row.amountCents} currency={row.currency} />,
        },
        { key: 'purpose', header: tFinance('field.category'), cell: ({ splits }) => purposeOf(splits) },
        {
          key: 'rule',
          header: t('suggestions.rule'),
          cell: ({ rule, isChange }) => (isChange ? t('suggestions.changed', { name: rule.name }) : rule.name),
        },
      ]}
    />
  )
  const more = count > suggestions.length && (
    <p className="text-sm text-muted-foreground">{t('suggestions.more', { count: count - suggestions.length })}</p>
  )
  if (!mayRecord)
    return (
      <>
        {table}
        {more}
      </>
    )
  return (
    <PostForm action="/financials/rules/apply" className="flex flex-col gap-4">
      {table}
      {more}
      <SubmitButton className="self-start">{t('suggestions.submit')}</SubmitButton>
    </PostForm>
  )
}
