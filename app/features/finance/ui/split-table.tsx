import { useTranslation } from 'react-i18next'
import type { ShownSplit } from '#app/features/finance/transactions.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import type { Tags } from './split-fields.tsx'
import { useChart } from './use-chart.ts'

/** What a row is for, part by part. */
export function SplitTable({
  splits,
  currency,
  tags,
}: {
  splits: readonly ShownSplit[]
  currency: string
  tags: Tags
}) {
  const { t } = useTranslation('finance')
  const format = useFormat()
  const { nameOf } = useChart(tags.own)
  const numbered = splits.map((split, index) => ({ ...split, index }))
  const rateOf = ({ vat, vatRateBp }: ShownSplit) =>
    vatRateBp > 0 ? t('split.rate', { vat: t(`vat.${vat}`), rate: format.percent(vatRateBp) }) : t(`vat.${vat}`)
  return (
    <DataTable
      caption={t('split.title')}
      captionHidden={false}
      rows={numbered}
      rowKey={({ index }) => String(index)}
      empty={<p className="text-sm text-muted-foreground">{t('list.open')}</p>}
      columns={[
        { key: 'category', header: t('field.category'), primary: true, cell: nameOf },
        {
          key: 'project',
          header: t('field.projectId'),
          cell: ({ projectId }) => tags.projects.find(({ id }) => id === projectId)?.title,
        },
        { key: 'vat', header: t('field.vat'), cell: rateOf },
        {
          key: 'vatCents',
          header: t('split.vatCents'),
          numeric: true,
          cell: ({ vatCents }) => <Money cents={vatCents} currency={currency} />,
        },
        {
          key: 'amount',
          header: t('field.amount'),
          numeric: true,
          cell: ({ amountCents }) => <Money cents={amountCents} currency={currency} />,
        },
      ]}
    />
  )
}
