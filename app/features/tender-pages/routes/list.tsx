import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { Bell, ClipboardList } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { ProjectDeadline } from '#app/features/projects/ui/project-deadline.tsx'
import { sharedSitePage } from '#app/features/site/shared-site-page.server.ts'
import { listOpenTenders, listTenderPlaces, withKnownPlace } from '#app/features/tender-pages/queries.server.ts'
import { parseTenderFilter, tendersHref } from '#app/features/tender-pages/tender-filter.ts'
import { parseTenderKey } from '#app/features/tender-pages/tender-key.ts'
import { TenderFilters } from '#app/features/tender-pages/ui/tender-filters.tsx'
import { browserCacheControl } from '#app/platform/requests/send-response.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { shareTags } from '#app/ui/share-tags.ts'

export const handle: PageHandle = { title: 'tenderpages:list.title', scripts: false }

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? [...shareTags(data.shared), { tagName: 'link', rel: 'alternate', type: 'application/atom+xml', href: data.feed }]
    : []

/** A visitor's browser may keep it, but asks each time whether it is still shown (`sendResponse`). */
export const headers = () => ({ 'Cache-Control': browserCacheControl })

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await visitorContext(request)
  const { searchParams } = new URL(request.url)
  const filter = withKnownPlace(ctx, parseTenderFilter(searchParams))
  const after = parseTenderKey(searchParams.get('after'))
  const { rows, next } = listOpenTenders(ctx, filter, after)
  return {
    rows,
    filter,
    places: listTenderPlaces(ctx),
    now: ctx.now,
    previous: after ? tendersHref(filter) : null,
    next: next && tendersHref(filter, next),
    shared: await sharedSitePage(
      request,
      tendersHref(filter, after),
      'tenderpages:list.title',
      'tenderpages:list.description',
    ),
    feed: tendersHref(filter, null, '/tenders.atom'),
  }
}

/** The projects that their clients show to everyone, while they take bids. */
export default function OpenTenders() {
  const { rows, filter, places, now, previous, next, feed } = useLoaderData<typeof loader>()
  const { t } = useTranslation('tenderpages')
  const { t: tProject } = useTranslation('projects')
  const isNarrowed = filter.category !== null || filter.place !== null
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-10 sm:px-6 sm:py-14">
      <div>
        <h1 className="text-3xl font-semibold tracking-tight">{t('list.title')}</h1>
        <p className="mt-2 max-w-prose text-muted-foreground">{t('list.description')}</p>
      </div>
      <TenderFilters filter={filter} places={places} feed={feed} />
      {rows.length === 0 ? (
        <EmptyState
          icon={ClipboardList}
          title={t(isNarrowed ? 'list.noneFoundTitle' : 'list.emptyTitle')}
          action={isNarrowed && <ButtonLink to="/tenders">{t('list.showAll')}</ButtonLink>}
        >
          {t(isNarrowed ? 'list.noneFound' : 'list.empty')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-border rounded-lg border border-border bg-card text-card-foreground">
          {rows.map(({ id, title, client, category, location, bidDeadline, timeZone }) => (
            <li key={id} className="flex flex-col gap-3 p-4 sm:flex-row sm:justify-between sm:gap-6 sm:px-5">
              <div className="flex min-w-0 flex-col gap-1">
                <h2 className="text-base font-semibold wrap-anywhere">
                  <Link to={`/tenders/${id}`} className="inline-flex min-h-6 items-center hover:underline">
                    {title}
                  </Link>
                </h2>
                <p className="text-sm wrap-anywhere text-muted-foreground">
                  {client} · {location} · {tProject(`category.${category}`)}
                </p>
              </div>
              <p className="shrink-0 text-sm sm:text-end">
                <span className="block text-muted-foreground">{tProject('field.bidDeadline')}</span>
                <ProjectDeadline project={{ status: 'open', bidDeadline, timeZone }} now={now} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink
        to={tendersHref(filter, null, '/projects/searches')}
        variant="outline"
        icon={Bell}
        className="self-start print:hidden"
      >
        {t('saveSearch')}
      </ButtonLink>
      <Pagination previous={previous} next={next} />
    </div>
  )
}
