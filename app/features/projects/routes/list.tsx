import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FolderOpen, Plus, SearchX, Store } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireUser } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { type ProjectFilter, projectListHref, readProjectFilter } from '#app/features/projects/project-filter.ts'
import { listProjects } from '#app/features/projects/queries.server.ts'
import { CountedPagination } from '#app/features/projects/ui/counted-pagination.tsx'
import { ProjectFilters } from '#app/features/projects/ui/project-filters.tsx'
import { ProjectList } from '#app/features/projects/ui/project-list.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Tabs } from '#app/ui/tabs.tsx'

export const handle: PageHandle = {
  title: 'projects:list.title',
  description: 'projects:list.description',
  versioned: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'projects.read')
  const filter = readProjectFilter(new URL(request.url).searchParams)
  return {
    filter,
    now: ctx.now,
    hasCompany: ctx.company !== null,
    canReadBids: can(ctx, 'bids.read'),
    canCreate: can(ctx, 'projects.create'),
    ...listProjects(ctx, filter),
  }
}

export default function Projects() {
  const { filter, now, rows, total, isMore, hasCompany, canReadBids, canCreate } = useLoaderData<typeof loader>()
  const { t } = useTranslation(['projects', 'projectlist'])
  const isNarrowed = filter.q !== '' || filter.status !== null || filter.category !== null
  const isEmpty = rows.length === 0 && !isNarrowed && filter.page === 1
  const everything: ProjectFilter = { ...filter, q: '', status: null, category: null, sort: 'newest', page: 1 }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col-reverse gap-4 sm:flex-row sm:items-end sm:justify-between">
        <div className="min-w-0 flex-1">
          <Tabs
            label={t('projectlist:views')}
            tabs={[
              {
                to: projectListHref({ ...everything, scope: 'own' }),
                label: t('projectlist:own'),
                current: filter.scope === 'own',
              },
              {
                to: projectListHref({ ...everything, scope: 'open' }),
                label: t('list.open'),
                current: filter.scope === 'open',
              },
              ...(hasCompany
                ? [
                    ...(canReadBids ? [{ to: '/projects/won', label: t('projectlist:won.tab') }] : []),
                    { to: '/projects/mine', label: t('projectlist:mine') },
                    { to: '/projects/followed', label: t('projectlist:followed') },
                  ]
                : []),
              { to: '/projects/searches', label: t('projectlist:searches') },
            ]}
          />
        </div>
        {canCreate && !isEmpty && (
          <ButtonLink to="/projects/new" icon={Plus} wide>
            {t('projectlist:create')}
          </ButtonLink>
        )}
      </div>
      {!isEmpty && <ProjectFilters filter={filter} />}
      {rows.length > 0 ? (
        <section className="flex flex-col gap-3" aria-labelledby="count">
          <h2 id="count" className="text-sm font-medium text-muted-foreground tabular-nums">
            {isMore ? t('list.countMore', { count: total }) : t('projectlist:count', { count: total })}
          </h2>
          <ProjectList rows={rows} now={now} scope={filter.scope} />
          <CountedPagination
            page={filter.page}
            shown={rows.length}
            total={total}
            isMore={isMore}
            href={(page) => projectListHref(filter, { page })}
          />
        </section>
      ) : isNarrowed || filter.page > 1 ? (
        <EmptyState
          icon={SearchX}
          title={t('list.noResults.title')}
          action={
            <ButtonLink to={projectListHref(everything)} variant="outline">
              {t('list.noResults.action')}
            </ButtonLink>
          }
        >
          {t('list.noResults.text')}
        </EmptyState>
      ) : filter.scope === 'own' ? (
        <EmptyState
          icon={FolderOpen}
          title={t('list.empty.title')}
          action={canCreate ? <ButtonLink to="/projects/new">{t('projectlist:create')}</ButtonLink> : undefined}
        >
          {t('list.empty.text')}
        </EmptyState>
      ) : (
        <EmptyState
          icon={Store}
          title={t('projectlist:emptyMarket.title')}
          action={canCreate ? <ButtonLink to="/projects/new">{t('projectlist:create')}</ButtonLink> : undefined}
        >
          {t('projectlist:emptyMarket.text')}
        </EmptyState>
      )}
    </div>
  )
}
