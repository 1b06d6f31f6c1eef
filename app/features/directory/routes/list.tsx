import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { Building2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { directoryHref, parseDirectory } from '#app/features/directory/directory-filter.ts'
import { listCompanies, listPlaces } from '#app/features/directory/queries.server.ts'
import { DirectoryFilters } from '#app/features/directory/ui/directory-filters.tsx'
import { sharedSitePage } from '#app/features/site/shared-site-page.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { browserCacheControl } from '#app/platform/requests/send-response.server.ts'
import { truncate } from '#app/platform/text/truncate.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { shareTags } from '#app/ui/share-tags.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'directory:title', scripts: false }

export const meta: MetaFunction<typeof loader> = ({ data }) => (data ? shareTags(data.shared) : [])

/** A visitor's browser may keep it, but asks each time whether it is still shown (`sendResponse`). */
export const headers = () => ({ 'Cache-Control': browserCacheControl })

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { filter, page } = parseDirectory(new URL(request.url).searchParams)
  const { rows, hasMore } = listCompanies(ctx, filter, page)
  return {
    ...{ filter, places: listPlaces(ctx) },
    shared: await sharedSitePage(request, directoryHref(filter, page), 'directory:title', 'directory:lead'),
    rows: rows.map((row) => ({ ...row, about: truncate(row.about.replace(/\s+/g, ' '), 200) })),
    previous: page > 1 ? directoryHref(filter, page - 1) : null,
    next: hasMore ? directoryHref(filter, page + 1) : null,
    isStaff: ctx.actor !== null && can(ctx, 'listings.takeDown'),
    mayJoin: ctx.actor === null || can(ctx, 'company.update'),
  }
}

/** The companies that chose to show themselves to everybody. */
export default function Directory() {
  const { rows, filter, places, previous, next, isStaff, mayJoin } = useLoaderData<typeof loader>()
  const { t } = useTranslation('directory')
  const { t: tTakedowns } = useTranslation('takedowns')
  const { t: tProject } = useTranslation('projects')
  const format = useFormat()
  const isNarrowed = filter.trade !== null || filter.place !== null
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-10 sm:px-6 sm:py-14">
      <div>
        <h1 className="text-3xl font-semibold tracking-tight">{t('title')}</h1>
        <p className="mt-2 max-w-prose text-muted-foreground">{t('lead')}</p>
      </div>
      <DirectoryFilters filter={filter} places={places} />
      {rows.length === 0 ? (
        <EmptyState
          icon={Building2}
          title={t(isNarrowed ? 'noneFound' : 'empty')}
          action={isNarrowed && <ButtonLink to="/companies">{t('showAll')}</ButtonLink>}
        >
          {t(isNarrowed ? 'noneFoundText' : 'emptyText')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-border rounded-lg border border-border bg-card text-card-foreground">
          {rows.map(({ id, name, about, place, trades }) => (
            <li key={id} className="flex flex-col gap-1 p-4 sm:px-5">
              <h2 className="text-base font-semibold wrap-anywhere">
                <Link to={`/companies/${id}`} className="inline-flex min-h-6 items-center hover:underline">
                  {name}
                </Link>
              </h2>
              <p className="text-sm wrap-anywhere text-muted-foreground">
                {place} · {format.list(trades.map((trade) => tProject(`category.${trade}`)))}
              </p>
              <p className="text-sm wrap-anywhere">{about}</p>
            </li>
          ))}
        </ul>
      )}
      <Pagination previous={previous} next={next} />
      {isStaff && (
        <p className="text-sm print:hidden">
          <TextLink to="/companies/takedowns">{tTakedowns('title')}</TextLink>
        </p>
      )}
      {mayJoin && (
        <p className="text-sm print:hidden">
          <TextLink to="/company-settings/listing">{t('join')}</TextLink>
        </p>
      )}
    </div>
  )
}
