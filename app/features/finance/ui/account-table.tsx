import { useTranslation } from 'react-i18next'
import type { FinancialAccount } from '#app/features/finance/accounts.server.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { currencies } from '#db/vocabulary/currencies.ts'

/** The accounts in use with what is on each, and below them the sum of each currency, which are never added up. */
export function AccountTable({ accounts }: { accounts: readonly FinancialAccount[] }) {
  const { t } = useTranslation('finance')
  const rows = accounts.filter(({ archivedAt, balanceCents }) => archivedAt === null || balanceCents !== 0)
  const sums = currencies.flatMap((currency) => {
    const of = rows.filter((row) => row.currency === currency)
    const sum = (centsOf: (row: FinancialAccount) => number) => of.reduce((all, row) => all + centsOf(row), 0)
    return of.length > 0
      ? { currency, balance: sum((row) => row.balanceCents), drafts: sum((row) => row.draftCents) }
      : []
  })
  return (
    <DataTable
      caption={t('overview.accounts')}
      rows={rows}
      rowKey={({ id }) => id}
      footer={[
        t('overview.total'),
        '',
        <span key="balance">
          {sums.map(({ currency, balance }) => (
            <span key={currency} className="block">
              <Money cents={balance} currency={currency} />
            </span>
          ))}
        </span>,
        <span key="drafts">
          {sums.map(({ currency, drafts }) => (
            <span key={currency} className="block">
              <Money cents={drafts} currency={currency} />
            </span>
          ))}
        </span>,
      ]}
      columns={[
        {
          key: 'name',
          header: t('account.name'),
          primary: true,
          cell: ({ id, name }) => <TextLink to={`/financials/accounts/${id}`}>{name}</TextLink>,
        },
        { key: 'kind', header: t('account.kind'), cell: ({ kind }) => t(`accountKind.${kind}`) },
        {
          key: 'balance',
          header: t('account.balance'),
          numeric: true,
          cell: ({ balanceCents, currency }) => <Money cents={balanceCents} currency={currency} />,
        },
        {
          key: 'drafts',
          header: t('account.drafts'),
          numeric: true,
          cell: ({ draftCents, currency }) => <Money cents={draftCents} currency={currency} />,
        },
      ]}
    />
  )
}
