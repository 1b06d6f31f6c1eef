import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FileUp, ReceiptText, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { listOutstanding } from '#app/features/invoicing/queries.server.ts'
import { OutstandingStats } from '#app/features/invoicing/ui/outstanding-stats.tsx'
import { listAgeing, listOwedBack, listRetentions, sumByCurrency } from '#app/features/open-items/queries.server.ts'
import { AgeingTable } from '#app/features/open-items/ui/open-items.tsx'
import { listReceived } from '#app/features/received-invoices/list-received.server.ts'
import { readReceivedFilter, receivedHref } from '#app/features/received-invoices/received-filter.ts'
import { ReceivedFilters } from '#app/features/received-invoices/ui/received-filters.tsx'
import { ReceivedList } from '#app/features/received-invoices/ui/received-list.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'

export const handle: PageHandle = {
  title: 'receivedinvoices:title',
  description: 'receivedinvoices:description',
  versioned: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const filter = readReceivedFilter(new URL(request.url).searchParams)
  return {
    filter,
    ...listReceived(ctx, filter),
    outstanding: listOutstanding(ctx, 'received'),
    ageing: listAgeing(ctx, 'received'),
    retained: sumByCurrency(listRetentions(ctx, 'received')),
    owedBack: sumByCurrency(listOwedBack(ctx, 'received')),
  }
}

export default function ReceivedInvoices() {
  const { filter, rows, next, outstanding, ageing, retained, owedBack } = useLoaderData<typeof loader>()
  const { t } = useTranslation('receivedinvoices')
  const { t: tInvoicing } = useTranslation('invoicing')
  const isEmpty = rows.length === 0 && !filter.view && !filter.after
  const add = (
    <ButtonLink to="/invoicing/received/add" icon={FileUp} wide>
      {t('add')}
    </ButtonLink>
  )
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Tabs
          label={tInvoicing('list.views')}
          tabs={[
            { to: '/invoicing', label: tInvoicing('list.issued'), current: false },
            { to: '/invoicing/received', label: tInvoicing('list.received'), current: true },
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/invoicing/open-items?view=received" variant="outline">
            {tInvoicing('list.openItems')}
          </ButtonLink>
          {add}
        </div>
      </div>
      {isEmpty ? (
        <EmptyState icon={ReceiptText} title={t('list.emptyTitle')} action={add}>
          {t('list.empty')}
        </EmptyState>
      ) : (
        <>
          <OutstandingStats direction="received" outstanding={outstanding} retained={retained} owedBack={owedBack} />
          <ReceivedFilters filter={filter} />
          <ReceivedList
            rows={rows}
            empty={
              <EmptyState icon={SearchX} title={t('list.noResultsTitle')}>
                {t('list.noResults')}
              </EmptyState>
            }
          />
          <Pagination previous={filter.after ? receivedHref(filter) : null} next={next && receivedHref(filter, next)} />
          <PageSection title={t('list.ages')}>
            <AgeingTable rows={ageing} direction="received" />
          </PageSection>
        </>
      )}
    </div>
  )
}
