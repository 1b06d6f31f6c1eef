import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { LedgerCheck } from '#app/features/escrow/check-ledger.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { Money } from '#app/ui/money.tsx'
import { PageSection } from '#app/ui/page-section.tsx'

/** The result of the last ledger check, and a button to run it. Mismatches are displayed prominently. */
export function LedgerCheckSection({ check }: { check: (LedgerCheck & { at: number }) | null }) {
  const { t } = useTranslation('escrow')
  const format = useFormat()
  return (
    <PageSection
      title={t('check.title')}
      description={t('check.description')}
      actions={
        <Form method="post">
          <SubmitButton name="intent" value="check" variant="outline">
            {t('check.now')}
          </SubmitButton>
        </Form>
      }
    >
      {!check && <Alert tone="info">{t('check.never')}</Alert>}
      {check?.sound && (
        <Alert tone="success" title={t('check.sound')}>
          {t('check.soundText', {
            time: format.dateTime(check.at),
            postings: format.number(check.postings),
            contracts: format.number(check.contracts),
          })}
        </Alert>
      )}
      {check && check.totals.length > 0 && (
        <DataTable
          caption={t('check.totals')}
          rows={check.totals}
          rowKey={(row) => `${row.kind} ${row.currency}`}
          columns={[
            {
              key: 'account',
              header: t('check.account'),
              primary: true,
              cell: (row) => t(`ledger.accounts.${row.kind}`),
            },
            {
              key: 'holds',
              header: t('check.holds'),
              cell: (row) =>
                t(row.kind === 'bank' ? 'check.asset' : row.cents > 0 ? 'check.receivable' : 'check.liability'),
            },
            {
              key: 'amount',
              header: t('ledger.amount'),
              numeric: true,
              cell: (row) => <Money cents={Math.abs(row.cents)} currency={row.currency} />,
            },
          ]}
        />
      )}
      {check && !check.sound && (
        <Alert tone="danger" title={t('check.unsound')}>
          <p>{t('check.unsoundText', { time: format.dateTime(check.at) })}</p>
          <ul className="mt-2 list-disc ps-5">
            {check.findings.map(({ what, which }) => (
              <li key={`${what} ${which}`} className="wrap-anywhere">
                {t(`check.finding.${what}`, { which })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </PageSection>
  )
}
