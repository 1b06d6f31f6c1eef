import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Gavel, Inbox, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { bidStatusFilters } from '#app/features/bids/bid-filter.ts'
import { listBids } from '#app/features/bids/queries.server.ts'
import { listReceived } from '#app/features/bids/received/received.server.ts'
import { BidTable, ReceivedTable } from '#app/features/bids/ui/bid-tables.tsx'
import { readPage } from '#app/features/projects/project-filter.ts'
import { CountedPagination } from '#app/features/projects/ui/counted-pagination.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Tabs } from '#app/ui/tabs.tsx'

export const handle: PageHandle = { title: 'bids:list.title', description: 'bidlist:description', versioned: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'bids.read')
  const search = new URL(request.url).searchParams
  const page = readPage(search)
  if (search.get('view') === 'received') {
    const undecided = search.get('state') === 'undecided'
    return { view: 'received' as const, page, undecided, ...listReceived(ctx, { page, undecided }) }
  }
  const status = bidStatusFilters.find((one) => one === search.get('status')) ?? null
  return { view: 'sent' as const, page, status, now: ctx.now, ...listBids(ctx, { status, page }) }
}

export default function Bids() {
  const list = useLoaderData<typeof loader>()
  const { t } = useTranslation(['bids', 'bidlist'])
  const { view, page, total, isMore } = list
  const status = list.view === 'sent' ? list.status : null
  const undecided = list.view === 'received' && list.undecided
  const href = (to: number) => {
    const search = new URLSearchParams({
      ...(view === 'received' && { view }),
      ...(status && { status }),
      ...(undecided && { state: 'undecided' }),
      ...(to > 1 && { page: String(to) }),
    })
    return search.size > 0 ? `/bids?${search}` : '/bids'
  }
  return (
    <div className="flex flex-col gap-5">
      <Tabs
        label={t('bidlist:views')}
        tabs={[
          { to: '/bids', label: t('bidlist:sent'), current: view === 'sent' },
          { to: '/bids?view=received', label: t('bidlist:received'), current: view === 'received' && !undecided },
          {
            to: '/bids?view=received&state=undecided',
            label: t('bidlist:undecided'),
            current: view === 'received' && undecided,
          },
        ]}
      />
      {list.view === 'sent' && (total > 0 || status) && (
        <Form method="get" action="/bids" className="flex flex-wrap items-end gap-3" key={status}>
          <Select
            name="status"
            label={t('list.status')}
            placeholder={t('bidlist:any')}
            defaultValue={status ?? ''}
            options={bidStatusFilters.map((value) => ({ value, label: t(`status.${value}`) }))}
            className="w-52"
          />
          <SubmitButton variant="secondary">{t('bidlist:apply')}</SubmitButton>
        </Form>
      )}
      {list.rows.length > 0 ? (
        <section className="flex flex-col gap-3" aria-labelledby="count">
          <h2 id="count" className="text-sm font-medium text-muted-foreground tabular-nums">
            {list.view === 'received'
              ? t('bidlist:receivedCount', { count: total })
              : isMore
                ? t('list.countMore', { count: total })
                : t('bidlist:count', { count: total })}
          </h2>
          {list.view === 'received' ? <ReceivedTable rows={list.rows} /> : <BidTable rows={list.rows} now={list.now} />}
          <CountedPagination page={page} shown={list.rows.length} total={total} isMore={isMore} href={href} />
        </section>
      ) : status || undecided || page > 1 ? (
        <EmptyState
          icon={SearchX}
          title={t('list.noResults.title')}
          action={
            <ButtonLink to={view === 'received' ? '/bids?view=received' : '/bids'} variant="outline">
              {t('list.noResults.action')}
            </ButtonLink>
          }
        >
          {t('list.noResults.text')}
        </EmptyState>
      ) : view === 'received' ? (
        <EmptyState
          icon={Inbox}
          title={t('bidlist:emptyReceived.title')}
          action={<ButtonLink to="/projects/new">{t('bidlist:emptyReceived.action')}</ButtonLink>}
        >
          {t('bidlist:emptyReceived.text')}
        </EmptyState>
      ) : (
        <EmptyState
          icon={Gavel}
          title={t('bidlist:empty.title')}
          action={<ButtonLink to="/projects?view=open">{t('bidlist:empty.action')}</ButtonLink>}
        >
          {t('bidlist:empty.text')}
        </EmptyState>
      )}
    </div>
  )
}
