import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { UserPlus, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { listPeople } from '#app/features/conversations/people-queries.server.ts'
import { EveryoneEntry, PeopleList } from '#app/features/conversations/ui/people-list.tsx'
import { SearchForm } from '#app/features/conversations/ui/search-form.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'groups:people.title', description: 'groups:people.intro' }

const shown = 100

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.update')
  const q = new URL(request.url).searchParams.get('q')?.slice(0, 100) ?? ''
  const people = listPeople(ctx, { q, limit: shown + 1 })
  const company = ctx.company?.kind === 'organization' ? ctx.company.name : null
  return { q, company, people: people.slice(0, shown), isMore: people.length > shown }
}

export default function NewMessage() {
  const { q, company, people, isMore } = useLoaderData<typeof loader>()
  const { t } = useTranslation('groups')
  return (
    <div className="flex max-w-reading flex-col gap-5">
      <Breadcrumbs items={[{ label: t('people.messages'), to: '/messages' }, { label: t('people.title') }]} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-full sm:basis-0">
          <SearchForm action="/messages/new" label={t('people.search')} q={q} />
        </div>
        <ButtonLink to="/messages/groups/new" variant="outline" icon={Users}>
          {t('people.newGroup')}
        </ButtonLink>
      </div>
      {company && !q && <EveryoneEntry company={company} />}
      {people.length > 0 ? (
        <PeopleList people={people} />
      ) : (
        <EmptyState
          icon={Users}
          title={t('people.empty')}
          action={
            company && !q ? (
              <ButtonLink to="/team" variant="outline" icon={UserPlus}>
                {t('people.toTeam')}
              </ButtonLink>
            ) : undefined
          }
        >
          {q ? t('people.emptySearch') : t('people.emptyText')}
        </EmptyState>
      )}
      {isMore && <p className="text-sm text-muted-foreground">{t('people.more', { count: shown })}</p>}
    </div>
  )
}
