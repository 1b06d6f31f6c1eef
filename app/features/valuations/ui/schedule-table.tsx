import { useTranslation } from 'react-i18next'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { ProgressBasis } from '#db/vocabulary/valuations.ts'
import { useDone } from './done.ts'

type Line = {
  id: string
  position: number
  description: string
  netCents: number
  basis: ProgressBasis
  whole: number
  unit: string
  certifiedDone?: number
  certifiedCents?: number
}

/** The lines of a schedule of values, with what is certified of each (`progress`). */
export function ScheduleTable({
  lines,
  currency,
  progress,
}: {
  lines: readonly Line[]
  currency: Currency
  progress: boolean
}) {
  const { t } = useTranslation('valuations')
  const done = useDone()
  const sum = (of: (line: Line) => number) => lines.reduce((cents, line) => cents + of(line), 0)
  const money = (cents: number) => <Money cents={cents} currency={currency} />
  return (
    <DataTable
      caption={t('schedule.title')}
      rows={lines}
      rowKey={(line) => line.id}
      footer={[
        t('schedule.sum'),
        ...[money(sum((line) => line.netCents)), ''],
        ...(progress ? [money(sum((line) => line.certifiedCents ?? 0))] : []),
      ]}
      columns={[
        {
          key: 'description',
          header: t('field.description'),
          primary: true,
          cell: (line) => <span className="wrap-anywhere">{`${line.position}. ${line.description}`}</span>,
        },
        { key: 'value', header: t('field.value'), numeric: true, cell: (line) => money(line.netCents) },
        ...(progress
          ? [
              {
                key: 'done',
                header: t('field.certifiedDone'),
                numeric: true,
                cell: (line: Line) =>
                  line.basis === 'percent'
                    ? done(line, line.certifiedDone ?? 0)
                    : t('field.doneOf', { done: done(line, line.certifiedDone ?? 0), whole: done(line, line.whole) }),
              },
              {
                key: 'certified',
                header: t('field.certified'),
                numeric: true,
                cell: (line: Line) => money(line.certifiedCents ?? 0),
              },
            ]
          : [
              {
                key: 'whole',
                header: t('field.measure'),
                numeric: true,
                cell: (line: Line) => (line.basis === 'percent' ? t('basis.percent') : done(line, line.whole)),
              },
            ]),
      ]}
    />
  )
}
