import { useTranslation } from 'react-i18next'
import type { testRule } from '#app/features/finance/rules/suggestions.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { usePurpose } from './purpose.ts'
import type { Tags } from './split-fields.tsx'
import { useTransactionName } from './transaction-table.tsx'

/** What a rule would do that is not stored yet. */
export function RuleTest({ tested, tags }: { tested: ReturnType<typeof testRule>; tags: Tags }) {
  const { t } = useTranslation('bookingrules')
  const { t: tFinance } = useTranslation('finance')
  const format = useFormat()
  const nameOf = useTransactionName()
  const purposeOf = usePurpose(tags)
  const { looked, fits, rows } = tested
  return (
    <PageSection title={t('test.title')} description={t('test.text', { count: fits, looked: format.number(looked) })}>
      {rows.length > 0 && (
        <DataTable
          caption={t('test.title')}
          rows={rows}
          rowKey={({ row }) => row.id}
          columns={[
            {
              key: 'name',
              header: tFinance('list.name'),
              primary: true,
              cell: ({ row }) => (
                <TextLink to={`/financials/transactions/${row.id}`} target="_blank">
                  {nameOf(row)}
                </TextLink>
              ),
            },
            { key: 'day', header: tFinance('field.day'), cell: ({ row }) => format.date(row.day) },
            {
              key: 'amount',
              header: tFinance('field.amount'),
              numeric: true,
              cell: ({ row }) => <Money cents={row.amountCents} currency={row.currency} />,
            },
            {
              key: 'state',
              header: t('test.state'),
              cell: ({ state, earlier, splits }) =>
                t(`test.${state}`, { name: earlier ?? '', purpose: purposeOf(splits) }),
            },
          ]}
        />
      )}
    </PageSection>
  )
}
