import { useTranslation } from 'react-i18next'
import type { EscrowDetail } from '#app/features/escrow/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'

type Posting = EscrowDetail['postings'][number]

/** The postings of a contract in words: the accounts affected, with amounts. */
export function LedgerTable({ postings, currency }: { postings: readonly Posting[]; currency: string }) {
  const { t } = useTranslation('escrow')
  const format = useFormat()
  // The bank or what gives on one side, what receives on the other.
  const amount = (posting: Posting) => {
    const debits = posting.entries.map(({ kind, amountCents }) => (kind === 'bank' ? amountCents : -amountCents))
    return debits.reduce((sum, cents) => sum + Math.max(0, cents), 0)
  }
  return (
    <DataTable
      caption={t('ledger.title')}
      rows={postings}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'kind',
          header: t('ledger.kind'),
          primary: true,
          cell: (row) => (
            <>
              {t(`ledger.kinds.${row.kind}`)}
              {row.milestone && (
                <span className="block text-xs font-normal text-muted-foreground">{row.milestone}</span>
              )}
            </>
          ),
        },
        { key: 'at', header: t('ledger.at'), cell: (row) => format.dateTime(row.at) },
        {
          key: 'entries',
          header: t('ledger.entries'),
          cell: (row) => (
            <ul className="text-xs text-muted-foreground">
              {row.entries.map((entry) => (
                <li key={entry.kind} className="tabular-nums">
                  {t(`ledger.accounts.${entry.kind}`)} {format.money(entry.amountCents, currency)}
                </li>
              ))}
            </ul>
          ),
        },
        {
          key: 'amount',
          header: t('ledger.amount'),
          numeric: true,
          cell: (row) => <Money cents={amount(row)} currency={currency} />,
        },
      ]}
    />
  )
}
