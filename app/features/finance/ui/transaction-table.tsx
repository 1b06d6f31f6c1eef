import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { suggestFor } from '#app/features/finance/rules/suggestions.server.ts'
import type { Transaction } from '#app/features/finance/transactions.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { pickValue, usePurpose } from './purpose.ts'
import type { Tags } from './split-fields.tsx'
import { useChart } from './use-chart.ts'

/** What a row is called: whom the money is from or to, or what it is for. */
export const useTransactionName = () => {
  const { t } = useTranslation('finance')
  return ({ counterparty, text, amountCents }: Pick<Transaction, 'counterparty' | 'text' | 'amountCents'>): string =>
    counterparty || text || t(`direction.${amountCents < 0 ? 'out' : 'in'}`)
}

/** Rows of the books. `choose` puts a checkbox before each draft, for the form around the table. */
export function TransactionTable({
  rows,
  tags,
  empty,
  choose = false,
  suggested = {},
  attachBack = null,
}: {
  rows: readonly Transaction[]
  tags: Tags
  empty: ReactNode
  choose?: boolean
  /** What booking rules say of rows without a purpose. */
  /** Where to come back to after a receipt was put to a row; null where the table has no links for that. */
  attachBack?: string | null
  suggested?: ReturnType<typeof suggestFor>
}) {
  const { t } = useTranslation('finance')
  const { t: tRules } = useTranslation('bookingrules')
  const format = useFormat()
  const nameOf = useTransactionName()
  const chart = useChart(tags.own)
  const inShort = usePurpose(tags)
  const id = useId()
  const purposeOf = ({ id: of, invoiceId, receivedInvoiceId, splits }: Transaction) => {
    if (invoiceId || receivedInvoiceId) return t('list.ofInvoice')
    const [first, ...others] = splits
    if (!first)
      return (
        <span className="text-muted-foreground">
          {suggested[of] ? tRules('row.suggested', { purpose: inShort(suggested[of].splits) }) : t('list.open')}
        </span>
      )
    return others.length > 0 ? t('list.split', { count: splits.length }) : chart.nameOf(first)
  }
  const projectOf = ({ splits }: Transaction) => {
    const of = new Set(splits.map(({ projectId }) => projectId).filter(Boolean))
    return of.size === 1 ? tags.projects.find((one) => of.has(one.id))?.title : null
  }
  const chosen: Column<Transaction>[] = choose
    ? [
        {
          key: 'choose',
          header: t('list.choose'),
          actions: true,
          cell: (row) => {
            const suggestion = suggested[row.id]
            return (
              row.status === 'draft' && (
                <>
                  <input
                    type="checkbox"
                    name="ids"
                    value={row.id}
                    aria-labelledby={`${id}-${row.id}`}
                    className="size-6 accent-primary"
                  />
                  {suggestion && <input type="hidden" name="pick" value={pickValue(row, suggestion.rule)} />}
                </>
              )
            )
          },
        },
      ]
    : []
  const attach: Column<Transaction>[] =
    attachBack === null
      ? []
      : [
          {
            key: 'attach',
            header: t('list.attach'),
            cell: (row) => (
              <a
                href={`/financials/transactions/${row.id}/receipt?back=${encodeURIComponent(attachBack)}`}
                aria-label={t('list.attachTo', { name: nameOf(row) })}
                className="text-primary hover:underline"
              >
                {t('list.attach')}
              </a>
            ),
          },
        ]
  return (
    <DataTable
      caption={t('list.title')}
      rows={rows}
      rowKey={(row) => row.id}
      empty={empty}
      columns={[
        ...chosen,
        {
          key: 'name',
          header: t('list.name'),
          primary: true,
          cell: (row) => (
            <a
              id={`${id}-${row.id}`}
              href={`/financials/transactions/${row.id}`}
              className="text-primary wrap-anywhere hover:underline"
            >
              {nameOf(row)}
            </a>
          ),
        },
        {
          key: 'day',
          header: t('field.day'),
          day: true,
          cell: ({ day }) => format.date(day),
        },
        ...(attachBack === null
          ? [{ key: 'account', header: t('field.accountId'), cell: ({ accountName }: Transaction) => accountName }]
          : []),
        { key: 'purpose', header: t('field.category'), cell: purposeOf },
        { key: 'project', header: t('field.projectId'), cell: projectOf },
        {
          key: 'amount',
          header: t('field.amount'),
          numeric: true,
          cell: ({ amountCents, currency }) => <Money cents={amountCents} currency={currency} />,
        },
        {
          key: 'status',
          header: t('filter.state'),
          cell: ({ status, reversedById }) => (
            <StatusBadge status={status} tone={status === 'draft' ? 'warning' : reversedById ? 'neutral' : 'success'}>
              {t(reversedById ? 'status.reversed' : `status.${status}`)}
            </StatusBadge>
          ),
        },
        ...attach,
      ]}
    />
  )
}
