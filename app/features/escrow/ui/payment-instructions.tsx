import { useTranslation } from 'react-i18next'
import { DueDate } from '#app/features/contracts/due-dates/ui/due-date.tsx'
import type { EscrowMilestone } from '#app/features/escrow/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { formatIban } from '#app/platform/iban.ts'
import { formatReference, referenceAt } from '#app/platform/reference-number.ts'
import { Card } from '#app/ui/card.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

type Due = { milestone: EscrowMilestone; dueCents: number }

/** Payment instructions for the client: the account and, per milestone, the exact amount and its reference number. */
export function PaymentInstructions({
  milestones,
  currency,
  account,
  isAdmin,
  freeCents,
}: {
  /** What each still costs, in cents: its sum without what has arrived and waits. */
  milestones: readonly Due[]
  currency: string
  account: { name: string; iban: string; bic: string }
  isAdmin: boolean
  /** The client's free balance in this currency, which can fund a milestone as well. */
  freeCents: number
}) {
  const { t } = useTranslation('escrow')
  const format = useFormat()
  return (
    <Card id="pay" title={t('pay.title')} description={t('pay.description')}>
      <div className="flex flex-col gap-5">
        <DescriptionList
          layout="grid"
          items={[
            { term: t('pay.recipient'), description: account.name },
            { term: t('pay.iban'), description: <span className="tabular-nums">{formatIban(account.iban)}</span> },
            { term: t('pay.bic'), description: account.bic },
          ]}
        />
        {freeCents > 0 && (
          <p className="text-sm">
            {t('pay.free', { amount: format.money(freeCents, currency) })}{' '}
            <TextLink to="/escrow/balances">{t('pay.balances')}</TextLink>
          </p>
        )}
        <DataTable
          caption={t('pay.caption')}
          rows={milestones}
          rowKey={({ milestone }) => milestone.id}
          columns={[
            {
              key: 'title',
              header: t('pay.milestone'),
              primary: true,
              cell: ({ milestone: row }) => t('detail.milestoneTitle', { position: row.position, title: row.title }),
            },
            {
              key: 'reference',
              header: t('pay.reference'),
              cell: ({ milestone: row }) => (
                <strong className="tabular-nums @2xl:whitespace-nowrap">
                  <bdi dir="ltr">{formatReference(referenceAt(account.iban, row.fundingReference ?? ''))}</bdi>
                </strong>
              ),
            },
            {
              key: 'due',
              header: t('pay.due'),
              cell: ({ milestone: row }) => (row.dueDate ? <DueDate due={row} /> : t('pay.noDate')),
            },
            {
              key: 'amount',
              header: t('pay.amount'),
              numeric: true,
              cell: ({ dueCents }) => <Money cents={dueCents} currency={currency} />,
            },
            {
              key: 'slip',
              header: t('pay.slip'),
              actions: true,
              cell: ({ milestone: row }) => (
                <TextLink to={`/milestones/${row.id}/payment-slip`}>{t('pay.slip')}</TextLink>
              ),
            },
            ...(milestones.some(({ milestone }) => milestone.amountCents <= freeCents)
              ? [
                  {
                    key: 'fund',
                    header: t('pay.fund'),
                    actions: true,
                    cell: ({ milestone: row }: Due) =>
                      row.amountCents <= freeCents && (
                        <TextLink to={`/milestones/${row.id}/fund`}>{t('pay.fund')}</TextLink>
                      ),
                  },
                ]
              : []),
            ...(isAdmin
              ? [
                  {
                    key: 'record',
                    header: t('pay.record'),
                    actions: true,
                    cell: ({ milestone: row }: Due) => (
                      <TextLink to={`/escrow/transfers?reference=${row.fundingReference}`}>{t('pay.record')}</TextLink>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </div>
    </Card>
  )
}
