import { useTranslation } from 'react-i18next'
import type { Amounts } from '#app/features/change-orders/change-order-totals.ts'
import type { ContractSum } from '#app/features/change-orders/contract-sum.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'

type Row = { key: string; label: string; amounts: Amounts; strong?: boolean }

/** What a contract is worth: as signed, agreed since, to date, and apart from it what waits for an answer. */
export function ContractSumTable({ sum }: { sum: ContractSum }) {
  const { t } = useTranslation('changeorders')
  const format = useFormat()
  const { currency, original, agreed, toDate, pending, completion } = sum
  const rows: Row[] = [
    { key: 'original', label: t('sum.original'), amounts: original },
    ...(agreed.count > 0 ? [{ key: 'agreed', label: t('sum.agreed', { count: agreed.count }), amounts: agreed }] : []),
    { key: 'toDate', label: t('sum.toDate'), amounts: toDate, strong: true },
    ...(pending.count > 0
      ? [{ key: 'pending', label: t('sum.pending', { count: pending.count }), amounts: pending }]
      : []),
  ]
  const amount = (key: keyof Amounts, header: string) => ({
    key,
    header,
    numeric: true,
    cell: ({ amounts, strong }: Row) => (
      <Money cents={amounts[key]} currency={currency} {...(strong && { className: 'font-semibold' })} />
    ),
  })
  return (
    <div className="flex flex-col gap-3">
      <DataTable
        caption={t('sum.title')}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'what',
            header: t('sum.what'),
            primary: true,
            cell: ({ label, strong }) => <span className={strong ? 'font-semibold' : 'font-normal'}>{label}</span>,
          },
          amount('netCents', t('sum.net')),
          amount('vatCents', t('sum.vat')),
          amount('grossCents', t('sum.gross')),
        ]}
      />
      {completion && (
        <p className="text-sm text-muted-foreground">
          {completion.days > 0
            ? t('sum.extended', {
                count: completion.days,
                date: format.date(completion.toDate),
                original: format.date(completion.original),
              })
            : t('sum.completion', { date: format.date(completion.original) })}
        </p>
      )}
    </div>
  )
}
