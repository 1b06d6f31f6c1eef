import { useTranslation } from 'react-i18next'
import type { RowState } from '#app/features/finance/statement/import-statement.server.ts'
import type { Statement } from '#app/features/finance/statement/read-statement.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Money } from '#app/ui/money.tsx'
import { PageSection } from '#app/ui/page-section.tsx'

type Props = Statement & {
  states: readonly RowState[]
  /** How many rows of the file are of other accounts, in an export of several. */
  others: number
  account: { id: string; name: string; currency: string }
  submissionId: string
}

/** What a statement says, what of it is new, and the button that imports that. */
export function StatementPreview({ rows, problems, states, others, account, submissionId }: Props) {
  const { t } = useTranslation('financeimport')
  const { t: tFinance } = useTranslation('finance')
  const format = useFormat()
  const numbered = rows.map((row, index) => ({ ...row, index, state: states[index] ?? 'outside' }))
  const fresh = states.filter((state) => state === 'new').length
  return (
    <PageSection title={t('preview.title', { name: account.name })} description={t('preview.text', { count: fresh })}>
      {others > 0 && <Alert tone="info">{t('preview.others', { count: others })}</Alert>}
      {problems.length > 0 && (
        <Alert tone="warning" title={t('preview.problems')}>
          <ul className="list-disc ps-5">
            {problems.slice(0, 50).map(({ row, kind, given }) => (
              <li key={row} className="wrap-anywhere">
                {t(`problem.${kind}`, { row, given })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {fresh > 0 && (
        <PostForm action="/financials/import/confirm">
          <input type="hidden" name="submissionId" value={submissionId} />
          <input type="hidden" name="accountId" value={account.id} />
          <input type="hidden" name="rows" value={JSON.stringify(rows)} />
          <SubmitButton>{t('preview.confirm', { count: fresh })}</SubmitButton>
        </PostForm>
      )}
      <DataTable
        caption={t('preview.title', { name: account.name })}
        rows={numbered}
        rowKey={({ index }) => String(index)}
        columns={[
          {
            key: 'name',
            header: tFinance('list.name'),
            primary: true,
            cell: ({ counterparty, text }) => counterparty || text || tFinance('source.import'),
          },
          { key: 'day', header: tFinance('field.day'), cell: ({ day }) => format.date(day) },
          { key: 'reference', header: tFinance('field.reference'), cell: ({ reference }) => reference },
          {
            key: 'amount',
            header: tFinance('field.amount'),
            numeric: true,
            cell: ({ amountCents }) => <Money cents={amountCents} currency={account.currency} />,
          },
          { key: 'state', header: tFinance('filter.state'), cell: ({ state }) => t(`state.${state}`) },
        ]}
      />
    </PageSection>
  )
}
