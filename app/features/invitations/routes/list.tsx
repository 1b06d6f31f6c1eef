import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { MailOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany, requireUser } from '#app/features/accounts/guards.server.ts'
import { isInDirectory, listReceivedInvitations } from '#app/features/invitations/queries.server.ts'
import { InvitationList } from '#app/features/invitations/ui/invitation-list.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'invitations:list.title', description: 'invitations:list.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, 'projects.read')
  const ctx = await requireCompany(request, 'bids.read')
  const typed = Number.parseInt(new URL(request.url).searchParams.get('page') ?? '1', 10)
  const page = Math.min(Math.max(typed || 1, 1), 200)
  return { page, ...listReceivedInvitations(ctx, page), isListed: isInDirectory(ctx), now: ctx.now }
}

/** The projects that the company is invited to bid on. */
export default function Invitations() {
  const { page, rows: invitations, isMore, isListed, now } = useLoaderData<typeof loader>()
  const { t } = useTranslation('invitations')
  return (
    <div className="flex flex-col gap-6">
      {invitations.length === 0 ? (
        <EmptyState icon={MailOpen} title={t('list.emptyTitle')}>
          {t('list.empty')}
        </EmptyState>
      ) : (
        <InvitationList invitations={invitations} now={now} />
      )}
      <Pagination
        previous={page > 1 ? `/invitations?page=${page - 1}` : null}
        next={isMore ? `/invitations?page=${page + 1}` : null}
      />
      <p className="text-sm text-muted-foreground">
        {t(isListed ? 'list.listed' : 'list.notListed')}{' '}
        <TextLink to="/company-settings">{t('list.settings')}</TextLink>
      </p>
    </div>
  )
}
