import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Search, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { searchablePages } from '#app/features/search/pages.ts'
import { isTooShort, minLetters, readSearch } from '#app/features/search/search.ts'
import { searchEverything } from '#app/features/search/search-everything.server.ts'
import { FoundKind } from '#app/features/search/ui/found-kind.tsx'
import { SearchForm } from '#app/features/search/ui/search-form.tsx'
import { buildNavigation } from '#app/features/site/shell/navigation.ts'
import { navigationFacts } from '#app/features/site/shell/shell.server.ts'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { matchesAny } from '#app/ui/refused-addresses.ts'
import { textOf } from '#app/ui/text.ts'

export const handle: PageHandle = { title: 'search:title', description: 'search:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.search)
  const search = readSearch(new URL(request.url).searchParams)
  const i18n = i18nFor((await detectLanguage(request, ctx.actor.locale)).locale)
  const t = (key: string) => textOf(i18n, key)
  const facts = navigationFacts(ctx)
  const pages = [
    ...buildNavigation(facts).flatMap(({ items }) =>
      items.map(({ name, to }) => ({ to, name: t(`shell:items.${name}`) })),
    ),
    ...searchablePages
      .filter((page) => (facts.company || !('company' in page)) && !matchesAny(facts.refused.open, page.to))
      .map(({ to, title }) => ({ to, name: t(title) })),
  ]
  return { ...search, found: searchEverything(ctx, search, { t, pages }) }
}

/** Everything that the reader may open, by its words. A GET form, so that the address can be kept and shared. */
export default function SearchPage() {
  const { q, kind, found } = useLoaderData<typeof loader>()
  const { t } = useTranslation('search')
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <SearchForm q={q} autoFocus={q === ''} />
      {found.length > 0 ? (
        found.map((one) => <FoundKind key={one.kind} found={one} q={q} alone={kind !== null} />)
      ) : q === '' ? (
        <EmptyState icon={Search} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      ) : isTooShort(q) ? (
        <EmptyState icon={Search} title={t('short.title', { count: minLetters })}>
          {t('short.text')}
        </EmptyState>
      ) : (
        <EmptyState icon={SearchX} title={t('none.title', { q })}>
          {t('none.text')}
        </EmptyState>
      )}
    </div>
  )
}
