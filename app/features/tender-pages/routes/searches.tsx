import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireUser } from '#app/features/accounts/guards.server.ts'
import { withOpenPlaces } from '#app/features/tender-pages/places-of-searches.server.ts'
import { changeSearch, saveSearch } from '#app/features/tender-pages/save-search.server.ts'
import { listSearches } from '#app/features/tender-pages/saved-searches.server.ts'
import { searchSchema } from '#app/features/tender-pages/search-schema.server.ts'
import { parseTenderFilter } from '#app/features/tender-pages/tender-filter.ts'
import { SavedSearches } from '#app/features/tender-pages/ui/saved-searches.tsx'
import { SearchForm } from '#app/features/tender-pages/ui/search-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'savedsearches:title', description: 'savedsearches:description' }

/** The saved search that an address is to change; null adds one. */
const searchIdOf = (request: Request) => new URL(request.url).searchParams.get('edit')

/**
 * The list of public projects leads here with its filter, through the login where that is needed; the button of a saved search with that,
 * to change it.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'notifications.read')
  const { search, searchParams } = new URL(request.url)
  const searches = listSearches(ctx)
  const searchId = searchIdOf(request)
  return {
    edited: searchId === null ? null : orNotFound(searches.find(({ id }) => id === searchId)),
    filter: search ? parseTenderFilter(searchParams) : null,
    searches: withOpenPlaces(ctx, searches),
    isVerified: ctx.actor.emailVerified,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'notifications.update')
  return handleForm(request, searchSchema, (input) => {
    const searchId = searchIdOf(request)
    if (searchId === null) saveSearch(ctx, input)
    else changeSearch(ctx, { ...input, searchId })
    return redirectWithFlash(request, '/projects/searches', {
      tone: 'success',
      text: { key: `savedsearches:saved.${input.rhythm}` },
    })
  })
}

/** What of the public list a person is mailed. */
export default function Searches() {
  const { edited, filter, searches, isVerified } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('savedsearches')
  const { t: tProject } = useTranslation('projects')
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: tProject('list.title'), to: '/projects?view=open' }, { label: t('title') }]} />
      {!isVerified && <Alert tone="warning">{t('unverified')}</Alert>}
      <SearchForm
        key={edited?.id}
        edited={edited}
        filter={filter ?? { category: null, place: null }}
        lastResult={lastResult}
      />
      <SavedSearches searches={searches} />
    </div>
  )
}
