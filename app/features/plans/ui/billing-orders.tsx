import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { planNames } from '#app/features/accounts/subscriptions/plan.ts'
import type { BillingOrder } from '#app/features/plans/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { formatIban } from '#app/platform/iban.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

const tones = { open: 'warning', paid: 'success', withdrawn: 'neutral', refunded: 'neutral' } as const

/** The invoices of the subscription; for those to pay, how. */
export function BillingOrders({ orders }: { orders: readonly BillingOrder[] }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  return (
    <PageSection title={t('heading.invoices')}>
      {orders
        .filter(({ status }) => status === 'open')
        .map((order) => (
          <Card key={order.id} title={t('orderStatus.open')}>
            <DescriptionList
              layout="grid"
              items={[
                { term: t('field.amount'), description: format.money(order.openCents, order.currency) },
                { term: t('field.due'), description: format.date(order.dueOn) },
                { term: t('field.payee'), description: order.payee },
                { term: t('field.account'), description: formatIban(order.iban ?? '') },
                { term: t('field.reference'), description: order.reference },
                {
                  term: t('field.invoice'),
                  description: <TextLink to={`/invoicing/${order.invoiceId}`}>{order.number}</TextLink>,
                },
              ]}
            />
          </Card>
        ))}
      <DataTable
        caption={t('heading.invoices')}
        rows={orders}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={ReceiptText} title={t('noInvoices')} headingLevel={3} />}
        columns={[
          {
            key: 'number',
            header: t('field.invoice'),
            primary: true,
            cell: ({ number, invoiceId }) => <TextLink to={`/invoicing/${invoiceId}`}>{number}</TextLink>,
          },
          {
            key: 'what',
            header: t('field.what'),
            cell: ({ kind, plan }) => (
              <>
                {planNames[plan]}
                <span className="block text-muted-foreground">{t(`order.${kind}`)}</span>
              </>
            ),
          },
          {
            key: 'amount',
            header: t('field.amount'),
            numeric: true,
            cell: ({ grossCents, currency }) => format.money(grossCents, currency),
          },
          { key: 'due', header: t('field.due'), cell: ({ dueOn }) => format.date(dueOn) },
          {
            key: 'status',
            header: t('field.status'),
            cell: ({ status }) => <Badge tone={tones[status]}>{t(`orderStatus.${status}`)}</Badge>,
          },
        ]}
      />
    </PageSection>
  )
}
