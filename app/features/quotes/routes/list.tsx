import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FileText, Plus, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { CountedPagination } from '#app/features/projects/ui/counted-pagination.tsx'
import { listQuotes } from '#app/features/quotes/list-queries.server.ts'
import { quoteListHref, readQuoteFilter } from '#app/features/quotes/quote-filter.ts'
import { QuoteFilters } from '#app/features/quotes/ui/quote-filters.tsx'
import { QuoteList } from '#app/features/quotes/ui/quote-list.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'quotes:title', description: 'quotes:description', versioned: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const filter = readQuoteFilter(new URL(request.url).searchParams)
  return { filter, ...listQuotes(ctx, filter) }
}

export default function Quotes() {
  const { filter, rows, total, isMore } = useLoaderData<typeof loader>()
  const { t } = useTranslation('quotes')
  const { t: tList } = useTranslation('quotelist')
  const isEmpty = rows.length === 0 && !filter.state && !filter.q && filter.page === 1
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Breadcrumbs items={[{ label: t('invoicing'), to: '/invoicing' }, { label: t('title') }]} />
        <ButtonLink to="/invoicing/quotes/new" icon={Plus} wide>
          {tList('list.new')}
        </ButtonLink>
      </div>
      {isEmpty ? (
        <EmptyState
          icon={FileText}
          title={tList('list.emptyTitle')}
          action={<ButtonLink to="/invoicing/quotes/new">{tList('list.new')}</ButtonLink>}
        >
          {tList('list.empty')}
        </EmptyState>
      ) : (
        <>
          <QuoteFilters filter={filter} />
          <QuoteList
            rows={rows}
            empty={
              <EmptyState icon={SearchX} title={tList('list.noResultsTitle')}>
                {tList('list.noResults')}
              </EmptyState>
            }
          />
          <CountedPagination
            page={filter.page}
            shown={rows.length}
            total={total}
            isMore={isMore}
            href={(page) => quoteListHref(filter, { page })}
          />
        </>
      )}
    </div>
  )
}
