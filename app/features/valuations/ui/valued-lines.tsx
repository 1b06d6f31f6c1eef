import { useTranslation } from 'react-i18next'
import type { ValuationDetail } from '#app/features/valuations/queries.server.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { useDone } from './done.ts'

/** What is claimed as done of each line to date. */
export function ValuedLines({ lines, currency }: { lines: ValuationDetail['valuation']['lines']; currency: Currency }) {
  const { t } = useTranslation('valuations')
  const done = useDone()
  const money = (cents: number) => <Money cents={cents} currency={currency} />
  return (
    <DataTable
      caption={t('detail.claimed')}
      rows={lines}
      rowKey={(line) => line.lineId}
      footer={[
        t('schedule.sum'),
        money(lines.reduce((cents, line) => cents + line.netCents, 0)),
        '',
        '',
        money(lines.reduce((cents, line) => cents + line.claimedCents, 0)),
      ]}
      columns={[
        {
          key: 'description',
          header: t('field.description'),
          primary: true,
          cell: (line) => <span className="wrap-anywhere">{`${line.position}. ${line.description}`}</span>,
        },
        { key: 'value', header: t('field.value'), numeric: true, cell: (line) => money(line.netCents) },
        { key: 'before', header: t('field.before'), numeric: true, cell: (line) => done(line, line.doneBefore) },
        { key: 'done', header: t('done.toDate'), numeric: true, cell: (line) => done(line, line.claimedDone) },
        { key: 'claimed', header: t('paper.toDate'), numeric: true, cell: (line) => money(line.claimedCents) },
      ]}
    />
  )
}
