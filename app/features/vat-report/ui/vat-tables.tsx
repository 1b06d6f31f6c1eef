import { useTranslation } from 'react-i18next'
import { type VatField, vatFields } from '#app/features/vat-report/vat-fields.ts'
import type { UnratedRecord, VatRecord } from '#app/features/vat-report/vat-report.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The fields of the return with their sums, in euros. */
export function FieldTable({ sums }: { sums: Record<VatField, number> }) {
  const { t } = useTranslation('vatreport')
  return (
    <DataTable
      caption={t('title')}
      rows={vatFields.map((field) => ({ field }))}
      rowKey={({ field }) => String(field)}
      columns={[
        { key: 'name', header: t('column.name'), primary: true, cell: ({ field }) => t(`field.${field}`) },
        { key: 'field', header: t('column.field'), cell: ({ field }) => field },
        {
          key: 'amount',
          header: t('column.amount'),
          numeric: true,
          cell: ({ field }) => <Money cents={sums[field]} currency="EUR" />,
        },
      ]}
    />
  )
}

const hrefOf = ({ source, id }: Pick<VatRecord, 'source' | 'id'>) => {
  if (source === 'row') return `/financials/transactions/${id}`
  return source === 'file' ? `/invoicing/received/${id}` : `/invoicing/${id}`
}

/** What would be in a field if it had a rate to euros. */
export function UnratedTable({ records }: { records: readonly UnratedRecord[] }) {
  const { t } = useTranslation('vatreport')
  const format = useFormat()
  return (
    <DataTable
      caption={t('unrated.title')}
      rows={records}
      rowKey={({ source, id }) => `${source} ${id}`}
      columns={[
        {
          key: 'name',
          header: t('column.record'),
          primary: true,
          cell: (record) => <TextLink to={hrefOf(record)}>{record.name || t('source.row')}</TextLink>,
        },
        { key: 'source', header: t('column.source'), cell: ({ source }) => t(`source.${source}`) },
        { key: 'currency', header: t('column.currency'), cell: ({ currency }) => currency },
        { key: 'day', header: t('column.day'), day: true, cell: ({ day }) => format.date(day) },
      ]}
    />
  )
}

/** What each field consists of. */
export function RecordTable({ records }: { records: readonly VatRecord[] }) {
  const { t } = useTranslation('vatreport')
  const format = useFormat()
  const numbered = records.map((record, index) => ({ ...record, index }))
  return (
    <DataTable
      caption={t('records.title')}
      rows={numbered}
      rowKey={({ index }) => String(index)}
      empty={<p className="text-sm text-muted-foreground">{t('records.none')}</p>}
      columns={[
        {
          key: 'name',
          header: t('column.record'),
          primary: true,
          cell: (record) => <TextLink to={hrefOf(record)}>{record.name || t('source.row')}</TextLink>,
        },
        { key: 'source', header: t('column.source'), cell: ({ source }) => t(`source.${source}`) },
        { key: 'field', header: t('column.field'), cell: ({ field }) => field },
        { key: 'day', header: t('column.day'), day: true, cell: ({ day }) => format.date(day) },
        {
          key: 'amount',
          header: t('column.amount'),
          numeric: true,
          cell: ({ cents }) => <Money cents={cents} currency="EUR" />,
        },
      ]}
    />
  )
}
