import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Plus, ReceiptText, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { type InvoiceFilter, invoiceListHref, readInvoiceFilter } from '#app/features/invoicing/invoice-filter.ts'
import { listInvoices, listOutstanding, type Outstanding } from '#app/features/invoicing/queries.server.ts'
import { InvoiceFilters } from '#app/features/invoicing/ui/invoice-filters.tsx'
import { InvoiceList } from '#app/features/invoicing/ui/invoice-list.tsx'
import { OutstandingStats } from '#app/features/invoicing/ui/outstanding-stats.tsx'
import { listOwedBack, listRetentions, sumByCurrency } from '#app/features/open-items/queries.server.ts'
import { CountedPagination } from '#app/features/projects/ui/counted-pagination.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Tabs } from '#app/ui/tabs.tsx'

export const handle: PageHandle = {
  title: 'invoicing:list.title',
  description: 'invoicing:list.description',
  versioned: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const { searchParams } = new URL(request.url)
  const clientName = searchParams.get('clientName')
  // A conversation with a client links here to create an invoice for that client.
  if (clientName && searchParams.get('create') === 'true')
    throw redirect(`/invoicing/new?${new URLSearchParams({ clientName })}`)
  // What the company received is one list, with the invoices that came as files.
  if (searchParams.get('view') === 'received') throw redirect('/invoicing/received')
  const filter = readInvoiceFilter(searchParams)
  return {
    filter,
    ...listInvoices(ctx, filter),
    outstanding: listOutstanding(ctx, 'issued'),
    retained: sumByCurrency(listRetentions(ctx, 'issued')),
    owedBack: sumByCurrency(listOwedBack(ctx, 'issued')),
  }
}

export default function Invoicing() {
  const { filter, rows, total, isMore, outstanding, retained, owedBack } = useLoaderData<typeof loader>()
  const { t } = useTranslation('invoicing')
  const { t: tSteps } = useTranslation('invoicesteps')
  const views = [
    { to: '/invoicing', label: t('list.issued'), current: true },
    { to: '/invoicing/received', label: t('list.received'), current: false },
  ]
  const isEmpty = rows.length === 0 && !filter.status && filter.page === 1
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Tabs label={t('list.views')} tabs={views} />
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/invoicing/open-items" variant="outline">
            {t('list.openItems')}
          </ButtonLink>
          <ButtonLink to="/invoicing/quotes" variant="outline">
            {tSteps('quotes')}
          </ButtonLink>
          <ButtonLink to="/invoicing/recurring" variant="outline">
            {tSteps('recurring')}
          </ButtonLink>
          <ButtonLink to="/invoicing/new" icon={Plus} wide>
            {t('list.new')}
          </ButtonLink>
        </div>
      </div>
      {isEmpty ? (
        <NoInvoices />
      ) : (
        <>
          <OutstandingStats direction="issued" outstanding={outstanding} retained={retained} owedBack={owedBack} />
          <InvoiceFilters filter={filter} />
          <InvoiceList
            rows={rows}
            filter={filter}
            sums={openSums(filter, outstanding)}
            empty={
              <EmptyState
                icon={SearchX}
                title={t('list.noResultsTitle')}
                action={
                  <ButtonLink to={invoiceListHref(filter, { status: null })} variant="outline">
                    {t('list.reset')}
                  </ButtonLink>
                }
              >
                {t('list.noResults')}
              </EmptyState>
            }
          />
          <CountedPagination
            page={filter.page}
            shown={rows.length}
            total={total}
            isMore={isMore}
            href={(page) => invoiceListHref(filter, { page })}
          />
        </>
      )}
    </div>
  )
}

/** What is open of all invoices that a list by due date shows. */
function openSums({ status }: InvoiceFilter, outstanding: readonly Outstanding[]) {
  if (status === 'open') return outstanding.map(({ currency, openCents: cents }) => ({ currency, cents }))
  if (status !== 'overdue') return []
  return outstanding.flatMap(({ currency, overdueCount, overdueCents: cents }) =>
    overdueCount > 0 ? [{ currency, cents }] : [],
  )
}

function NoInvoices() {
  const { t } = useTranslation('invoicing')
  return (
    <EmptyState
      icon={ReceiptText}
      title={t('list.emptyTitle')}
      action={<ButtonLink to="/invoicing/new">{t('list.new')}</ButtonLink>}
    >
      {t('list.empty')}
    </EmptyState>
  )
}
