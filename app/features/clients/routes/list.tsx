import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Download, Merge, Plus, SearchX, Upload, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { clientListHref, clientViews, readClientFilter } from '#app/features/clients/client-filter.ts'
import { listClients, listTags } from '#app/features/clients/queries.server.ts'
import { ClientFilters } from '#app/features/clients/ui/client-filters.tsx'
import { ClientList } from '#app/features/clients/ui/client-list.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'

export const handle: PageHandle = { title: 'clients:list.title', description: 'clients:list.text', versioned: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.read')
  const filter = readClientFilter(new URL(request.url).searchParams)
  return { filter, ...listClients(ctx, filter), tags: listTags(ctx) }
}

export default function Clients() {
  const { filter, rows, next, counts, tags } = useLoaderData<typeof loader>()
  const { t } = useTranslation('clients')
  const isNarrowed = filter.q !== '' || filter.tag !== null
  const isEmpty = counts.all === 0 && !isNarrowed
  const add = (
    <ButtonLink to="/clients/new" icon={Plus} wide>
      {t('list.new')}
    </ButtonLink>
  )
  const bring = (
    <ButtonLink to="/clients/import" icon={Upload} variant="outline">
      {t('list.import')}
    </ButtonLink>
  )
  if (isEmpty)
    return (
      <EmptyState
        icon={Users}
        title={t('list.emptyTitle')}
        action={
          <div className="flex flex-wrap gap-2">
            {add} {bring}
          </div>
        }
      >
        {t('list.empty')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Tabs
          label={t('list.views')}
          tabs={clientViews.map((view) => ({
            to: clientListHref(filter, { view }),
            label: t(`view.${view}`),
            count: counts[view],
            current: view === filter.view,
          }))}
        />
        <div className="flex flex-wrap gap-2 print:hidden">
          {add}
          {bring}
          <ButtonLink to="/clients/doubles" icon={Merge} variant="outline">
            {t('list.doubles')}
          </ButtonLink>
          <ButtonLink to={clientListHref(filter, {}, '/clients.csv')} reloadDocument icon={Download} variant="outline">
            {t('list.csv')}
          </ButtonLink>
          <ButtonLink to={clientListHref(filter, {}, '/clients.vcf')} reloadDocument icon={Download} variant="outline">
            {t('list.vcf')}
          </ButtonLink>
        </div>
      </div>
      <ClientFilters filter={filter} tags={tags} />
      <ClientList
        rows={rows}
        filter={filter}
        empty={
          <EmptyState
            icon={SearchX}
            title={t('list.noneTitle')}
            action={
              <ButtonLink to="/clients?view=all" variant="outline">
                {t('list.showAll')}
              </ButtonLink>
            }
          >
            {t('list.none')}
          </EmptyState>
        }
      />
      <Pagination
        previous={filter.after ? clientListHref(filter) : null}
        next={next && clientListHref(filter, { after: next })}
      />
    </div>
  )
}
