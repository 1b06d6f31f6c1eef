import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Statement, StatementImport } from '#app/features/bank-statements/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Money } from '#app/ui/money.tsx'
import { RefusedFile } from './refused-file.tsx'

/** How far a file is: being read or booked, refused and why, or to be decided. */
export function ImportState({ file }: { file: StatementImport }) {
  const { t } = useTranslation('bankstatements')
  const { status, problem } = file
  if (status === 'reading' || status === 'booking') {
    const [value, max] = status === 'reading' ? [file.readBytes, file.sizeBytes] : [file.bookedCount, file.rowCount]
    const params = { done: file.bookedCount, rows: file.rowCount }
    return (
      <Alert tone="info" title={t(`progress.${status}`)}>
        <p>{t(status === 'reading' ? 'progress.read' : 'progress.booked', params)}</p>
        <progress className="mt-2 w-full" value={value} max={Math.max(1, max)} aria-label={t(`progress.${status}`)} />
        <p className="mt-2">{t('progress.reloads')}</p>
      </Alert>
    )
  }
  if (status === 'refused' && problem) return <RefusedFile problem={problem} />
  if (status !== 'ready') return null
  return (
    <Alert tone="warning" title={t('decide.title')}>
      <p className="max-w-prose">{t('decide.text')}</p>
      <Form method="post" className="mt-3 flex flex-wrap gap-2">
        <SubmitButton name="decision" value="confirm">
          {t('decide.confirm')}
        </SubmitButton>
        <SubmitButton name="decision" value="discard" variant="outline">
          {t('decide.discard')}
        </SubmitButton>
      </Form>
    </Alert>
  )
}

/** The statements of a file with their balances; a gap to the one before is said. */
export function StatementTable({ statements }: { statements: readonly Statement[] }) {
  const { t } = useTranslation('bankstatements')
  const format = useFormat()
  const money = (cents: number | null, { currency }: Statement) =>
    cents === null ? t('notStated') : <Money cents={cents} currency={currency} />
  return (
    <div className="flex flex-col gap-4">
      {statements
        .filter(({ gapCents }) => gapCents !== null)
        .map(({ position, number, gapCents, currency }) => (
          <Alert key={position} tone="warning" title={t('gap.title')}>
            {t('gap.text', { number: number || '–', amount: format.money(gapCents ?? 0, currency) })}
          </Alert>
        ))}
      <DataTable
        caption={t('statements')}
        captionHidden={false}
        rows={statements}
        rowKey={(row) => String(row.position)}
        columns={[
          { key: 'number', header: t('field.number'), primary: true, cell: (row) => row.number || '–' },
          {
            key: 'period',
            header: t('field.period'),
            cell: (row) => [row.fromOn, row.toOn].flatMap((day) => (day ? [format.date(day)] : [])).join(' – ') || '–',
          },
          { key: 'opening', header: t('field.opening'), numeric: true, cell: (row) => money(row.openingCents, row) },
          { key: 'sum', header: t('field.sum'), numeric: true, cell: (row) => money(row.sumCents, row) },
          { key: 'closing', header: t('field.closing'), numeric: true, cell: (row) => money(row.closingCents, row) },
        ]}
      />
    </div>
  )
}
