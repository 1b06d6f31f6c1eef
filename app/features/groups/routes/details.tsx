import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound } from '#app/features/accounts/guards.server.ts'
import { requireRateLimitedUser } from '#app/features/accounts/rate-limited-user.server.ts'
import { SearchForm } from '#app/features/conversations/ui/search-form.tsx'
import { findOtherMember, getDetailsPage } from '#app/features/groups/details-page.server.ts'
import { getGroupCard } from '#app/features/groups/group-queries.server.ts'
import { ConversationSummary } from '#app/features/groups/ui/conversation-summary.tsx'
import { LeaveConfirm, RemoveConfirm } from '#app/features/groups/ui/details-confirm.tsx'
import { PendingMessageQueue, RequestQueue } from '#app/features/groups/ui/group-queue.tsx'
import { MemberRow } from '#app/features/groups/ui/member-row.tsx'
import { NotificationLevels } from '#app/features/groups/ui/notification-levels.tsx'
import { PinnedList } from '#app/features/groups/ui/pinned-list.tsx'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'

export const handle: PageHandle = {
  title: 'groups:details.title',
  titleOf: (data) => (data as { conversation: { name: string } }).conversation.name,
  heading: 'groups:details.title',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRateLimitedUser(request, rateLimits.chatPage, 'messages.read')
  const id = params.conversationId ?? ''
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')?.slice(0, 100) ?? ''
  const page = Math.min(Math.max(Number.parseInt(searchParams.get('page') ?? '1', 10) || 1, 1), 100)
  const details = getDetailsPage(ctx, id, { q, page })
  if (!details && getGroupCard(ctx, id)) throw redirect(`/messages/groups/${id}`)
  const shown = orNotFound(details)
  const { rights } = shown.conversation
  const asked = searchParams.get('confirm')
  const removing = asked === 'remove' && rights.includes('removeMember')
  return {
    ...shown,
    ...{ q, page, now: ctx.now, me: ctx.actor.id },
    leaving: asked === 'leave' && rights.includes('leave'),
    removing: removing ? orNotFound(findOtherMember(ctx, id, searchParams.get('user') ?? '')) : null,
  }
}

export default function Details() {
  const loaded = useLoaderData<typeof loader>()
  const { conversation, leaving, removing, now, requests, pending, pinned, notifications } = loaded
  const { t } = useTranslation('groups')
  const { id, name, privacy, rights } = conversation
  const base = `/messages/${id}`
  if (leaving) return <LeaveConfirm id={id} name={name} privacy={privacy} />
  if (removing) return <RemoveConfirm id={id} group={name} member={removing} />
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('people.messages'), to: '/messages' },
          { label: <span className="line-clamp-1 wrap-anywhere">{name}</span>, to: base },
          { label: t('details.title') },
        ]}
      />
      <ConversationSummary conversation={conversation} />
      {requests.length > 0 && <RequestQueue base={base} requests={requests} now={now} />}
      {pending.length > 0 && <PendingMessageQueue base={base} pending={pending} now={now} />}
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <div className="min-w-0 lg:col-span-2">
          <Members loaded={loaded} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <NotificationLevels base={base} isDirect={conversation.type === 'direct'} chosen={notifications} />
          <PinnedList base={base} pinned={pinned} canPin={rights.includes('pin')} />
          {rights.includes('leave') && (
            <Card id="leave" title={t('details.leaveGroup')} description={t(`details.leaveText.${privacy}`)}>
              <ButtonLink to={`${base}/details?confirm=leave`} variant="outline" icon={LogOut}>
                {t('details.leave')}
              </ButtonLink>
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}

function Members({ loaded }: { loaded: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const { conversation, members, matching, pageSize, q, page, now, me } = loaded
  const { t } = useTranslation('groups')
  const { id, type, rights, memberCount } = conversation
  const here = `/messages/${id}/details`
  const pageHref = (to: number) => `${here}?${new URLSearchParams({ ...(q && { q }), page: String(to) })}`
  const from = (page - 1) * pageSize + 1
  const isLong = memberCount > 12
  return (
    <Card flush title={t('details.members')}>
      {isLong && (
        <div className="px-4 pb-4 sm:px-5">
          <SearchForm action={here} label={t('people.search')} q={q} />
        </div>
      )}
      {members.length === 0 && <p className="px-4 pb-4 text-sm text-muted-foreground sm:px-5">{t('people.empty')}</p>}
      <ul className="divide-y divide-border border-t border-border">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            conversationId={id}
            member={member}
            isMe={member.id === me}
            showRole={type !== 'direct'}
            canChangeRole={rights.includes('changeRole')}
            canRemove={rights.includes('removeMember')}
            now={now}
          />
        ))}
      </ul>
      {matching > pageSize && (
        <div className="border-t border-border px-4 py-3 sm:px-5">
          <Pagination
            previous={page > 1 ? pageHref(page - 1) : null}
            next={page * pageSize < matching ? pageHref(page + 1) : null}
            from={from}
            to={from + members.length - 1}
            total={matching}
          />
        </div>
      )}
    </Card>
  )
}
