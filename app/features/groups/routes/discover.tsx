import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Plus, SearchX, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { SearchForm } from '#app/features/conversations/ui/search-form.tsx'
import { discoverGroups, listOwnRequests } from '#app/features/groups/group-queries.server.ts'
import { GroupCardView } from '#app/features/groups/ui/group-card.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'groups:discover.title', description: 'groups:discover.intro' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const q = new URL(request.url).searchParams.get('q')?.slice(0, 100) ?? ''
  const groups = discoverGroups(ctx, { q })
  if (q) return { q, now: ctx.now, groups, requests: [] }
  return { q, now: ctx.now, groups: groups.filter(({ requestId }) => !requestId), requests: listOwnRequests(ctx) }
}

export default function Discover() {
  const { q, now, groups, requests } = useLoaderData<typeof loader>()
  const { t } = useTranslation('groups')
  const format = useFormat()
  const create = (
    <ButtonLink to="/messages/groups/new" icon={Plus}>
      {t('people.newGroup')}
    </ButtonLink>
  )
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('people.messages'), to: '/messages' }, { label: t('discover.title') }]} />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-full sm:basis-0">
          <SearchForm action="/messages/groups" label={t('discover.search')} q={q} />
        </div>
        {groups.length > 0 && create}
      </div>
      {requests.length > 0 && (
        <PageSection title={t('discover.own')}>
          <ul className="divide-y divide-border rounded-lg border border-border bg-card text-card-foreground">
            {requests.map(({ conversationId, name, createdAt }) => (
              <li key={conversationId} className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
                <span className="min-w-0">
                  <TextLink to={`/messages/${conversationId}`} className="wrap-anywhere">
                    {name}
                  </TextLink>
                  <span className="block text-sm text-muted-foreground">
                    {t('discover.asked', { when: format.relative(createdAt, now) })}
                  </span>
                </span>
                <PostForm action={`/messages/${conversationId}/withdraw`}>
                  <SubmitButton variant="outline" size="sm" aria-label={t('discover.withdrawFrom', { name })}>
                    {t('discover.withdraw')}
                  </SubmitButton>
                </PostForm>
              </li>
            ))}
          </ul>
        </PageSection>
      )}
      {groups.length > 0 ? (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {groups.map((group) => (
            <li key={group.id} className="min-w-0">
              <GroupCardView group={group} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState icon={q ? SearchX : Users} title={t('discover.empty')} action={q ? undefined : create}>
          {q ? t('discover.emptySearch') : t('discover.emptyText')}
        </EmptyState>
      )}
    </div>
  )
}
