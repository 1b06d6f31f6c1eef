import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { contentOf } from '#app/features/clients/client-rows.server.ts'
import { isUnused } from '#app/features/clients/delete-client.server.ts'
import {
  getClient,
  getMoney,
  listClientInvoices,
  listClientPayments,
  listDeals,
} from '#app/features/clients/queries.server.ts'
import { ClientActions } from '#app/features/clients/ui/client-actions.tsx'
import { Contacts, Details, OwnNotes } from '#app/features/clients/ui/client-details.tsx'
import { ClientStats, OverLimit } from '#app/features/clients/ui/client-stats.tsx'
import { Deals, LastPayments } from '#app/features/clients/ui/client-tables.tsx'
import { invoiceRowOf } from '#app/features/invoicing/list-row.ts'
import { InvoiceList } from '#app/features/invoicing/ui/invoice-list.tsx'
import { AgeingTable } from '#app/features/open-items/ui/open-items.tsx'
import { listClientQuotes } from '#app/features/quotes/list-queries.server.ts'
import { QuoteList } from '#app/features/quotes/ui/quote-list.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'

export const handle: PageHandle = {
  title: 'clients:title',
  titleOf: (data) => (data as { client: { name: string } }).client.name,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.read')
  const row = orNotFound(getClient(ctx, params.clientId ?? ''))
  // The record that it was merged into stands for it.
  if (row.mergedIntoId) throw redirect(`/clients/${row.mergedIntoId}`)
  return {
    client: { ...contentOf(row), id: row.id, archivedAt: row.archivedAt, addedByItself: row.createdBy === null },
    money: getMoney(ctx, row.id),
    invoices: listClientInvoices(ctx, row.id).map((invoice) => invoiceRowOf(ctx, { ...invoice, partyName: row.name })),
    quotes: can(ctx, 'invoices.read') ? listClientQuotes(ctx, row.id) : [],
    payments: listClientPayments(ctx, row.id),
    deals: listDeals(ctx, row.id),
    isUnused: isUnused(ctx.db, row.id),
  }
}

export default function Client() {
  const { client, money, invoices, quotes, payments, deals, isUnused } = useLoaderData<typeof loader>()
  const { t } = useTranslation('clients')
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Breadcrumbs items={[{ label: t('list.title'), to: '/clients' }, { label: client.name }]} />
        <ClientActions client={client} isUnused={isUnused} />
      </div>
      <OverLimit limits={client.creditLimits} sums={money.sums} />
      <ClientStats sums={money.sums} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {money.ageing.length > 0 && (
            <PageSection title={t('section.ageing')}>
              <AgeingTable rows={money.ageing} direction="issued" />
            </PageSection>
          )}
          <PageSection title={t('section.invoices')}>
            <InvoiceList
              rows={invoices}
              filter={null}
              empty={<p className="text-sm text-muted-foreground">{t('section.noInvoices')}</p>}
            />
          </PageSection>
          {quotes.length > 0 && (
            <PageSection title={t('section.quotes')}>
              <QuoteList rows={quotes} ofClient empty={null} />
            </PageSection>
          )}
          {payments.length > 0 && (
            <PageSection title={t('section.payments')}>
              <LastPayments rows={payments} />
            </PageSection>
          )}
          {deals.length > 0 && (
            <PageSection title={t('section.deals')}>
              <Deals rows={deals} />
            </PageSection>
          )}
        </div>
        <aside className="flex flex-col gap-5">
          <Details client={client} />
          <Contacts contacts={client.contacts} />
          <OwnNotes client={client} />
        </aside>
      </div>
    </div>
  )
}
