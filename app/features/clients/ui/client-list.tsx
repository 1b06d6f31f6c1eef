import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ClientFilter, clientListHref } from '#app/features/clients/client-filter.ts'
import type { ClientListRow } from '#app/features/clients/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The clients of a page, each with what is open and overdue in each currency. */
export function ClientList({
  rows,
  filter,
  empty,
}: {
  rows: readonly ClientListRow[]
  filter: ClientFilter
  empty: ReactNode
}) {
  const { t } = useTranslation('clients')
  const format = useFormat()
  const amounts = (row: ClientListRow, which: 'openCents' | 'overdueCents') =>
    row.sums.some((sum) => sum[which] > 0) && (
      <span className="flex flex-col items-end">
        {row.sums.map(
          (sum) => sum[which] > 0 && <Money key={sum.currency} cents={sum[which]} currency={sum.currency} />,
        )}
      </span>
    )
  return (
    <DataTable
      caption={t('list.title')}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          key: 'name',
          header: t('column.name'),
          primary: true,
          cell: ({ id, name, isOver, archivedAt }) => (
            <span className="flex flex-wrap items-center gap-2">
              <a href={`/clients/${id}`} className="text-primary wrap-anywhere hover:underline">
                {name}
              </a>
              {isOver && <Badge tone="warning">{t('badge.overLimit')}</Badge>}
              {archivedAt !== null && <Badge>{t('badge.archived')}</Badge>}
            </span>
          ),
        },
        { key: 'businessId', header: t('column.businessId'), cell: ({ businessId }) => businessId },
        {
          key: 'place',
          header: t('column.place'),
          cell: ({ city, country }) => [city, country !== 'FI' && format.country(country)].filter(Boolean).join(', '),
        },
        {
          key: 'tags',
          header: t('column.tags'),
          cell: ({ tags }) =>
            tags.length > 0 && (
              <span className="flex flex-wrap gap-x-2 gap-y-1">
                {tags.map((tag) => (
                  <TextLink key={tag} to={clientListHref(filter, { tag })}>
                    {tag}
                  </TextLink>
                ))}
              </span>
            ),
        },
        { key: 'open', header: t('column.open'), numeric: true, cell: (row) => amounts(row, 'openCents') || null },
        {
          key: 'overdue',
          header: t('column.overdue'),
          numeric: true,
          cell: (row) => amounts(row, 'overdueCents') || null,
        },
      ]}
    />
  )
}
