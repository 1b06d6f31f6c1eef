import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { countTeam, inviteRoles, listInvites, listMembers } from '#app/features/team/queries.server.ts'
import { InviteTable } from '#app/features/team/ui/invite-table.tsx'
import { MemberSearch } from '#app/features/team/ui/member-search.tsx'
import { MemberTable } from '#app/features/team/ui/member-table.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

export const handle: PageHandle = { title: 'team:title', description: 'team:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'team.read')
  const { searchParams } = new URL(request.url)
  const q = searchParams.get('q')?.slice(0, 100) ?? ''
  const page = Math.min(Math.max(Number.parseInt(searchParams.get('page') ?? '1', 10) || 1, 1), 200)
  const manages = inviteRoles(ctx).length > 0
  return {
    ...listMembers(ctx, { q, page }),
    counts: countTeam(ctx),
    invites: manages ? listInvites(ctx) : [],
    manages,
    me: ctx.actor.id,
    now: ctx.now,
    q,
    page,
  }
}

export default function Team() {
  const { members, total, pageSize, counts, invites, manages, me, now, q, page } = useLoaderData<typeof loader>()
  const { t } = useTranslation('team')
  const pageHref = (to: number) => `/team?${new URLSearchParams({ ...(q && { q }), page: String(to) })}`
  const from = (page - 1) * pageSize + 1
  return (
    <div className="flex flex-col gap-8">
      <StatGrid count={2}>
        <Stat label={t('total')} value={counts.total} />
        <Stat label={t('active')} value={counts.active} />
      </StatGrid>
      <PageSection
        title={t('members.title')}
        actions={
          manages && (
            <ButtonLink to="/team/invite" icon={UserPlus}>
              {t('invite.link')}
            </ButtonLink>
          )
        }
      >
        <MemberSearch q={q} />
        <MemberTable members={members} me={me} q={q} />
        <Pagination
          previous={page > 1 ? pageHref(page - 1) : null}
          next={page * pageSize < total ? pageHref(page + 1) : null}
          from={from}
          to={from + members.length - 1}
          total={members.length > 0 ? total : 0}
        />
      </PageSection>
      {invites.length > 0 && (
        <PageSection title={t('invites.title')}>
          <InviteTable invites={invites} now={now} />
        </PageSection>
      )}
    </div>
  )
}
