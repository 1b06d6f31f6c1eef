import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BadgeCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { maxPage, pageSize } from '#app/features/approvals/limits.ts'
import { listApprovals } from '#app/features/approvals/queries.server.ts'
import { ApprovalTable } from '#app/features/approvals/ui/approval-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

export const handle: PageHandle = {
  title: 'approvals:list.title',
  description: 'approvals:list.description',
  versioned: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request)
  const asked = new URL(request.url).searchParams.get('page') ?? '1'
  const page = Math.min(maxPage, Math.max(1, Number.parseInt(asked, 10) || 1))
  return { ...listApprovals(ctx, { page }), page }
}

/** What waits for a second person of the company, and what has become of earlier requests. */
export default function Approvals() {
  const { pending, decided, total, page } = useLoaderData<typeof loader>()
  const { t } = useTranslation('approvals')
  const start = (page - 1) * pageSize
  if (pending.length === 0 && total === 0)
    return (
      <EmptyState icon={BadgeCheck} title={t('list.emptyTitle')}>
        {t('list.empty')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-8">
      <PageSection title={t('list.pending')} description={t('list.pendingText')}>
        <ApprovalTable
          caption={t('list.pending')}
          rows={pending}
          empty={
            <EmptyState icon={BadgeCheck} title={t('list.nonePending')} headingLevel={3}>
              {t('list.empty')}
            </EmptyState>
          }
        />
      </PageSection>
      {total > 0 && (
        <PageSection title={t('list.decided')}>
          <ApprovalTable caption={t('list.decided')} rows={decided} empty={null} />
          <Pagination
            previous={page > 1 ? `?page=${page - 1}` : null}
            next={start + decided.length < total && page < maxPage ? `?page=${page + 1}` : null}
            from={start + 1}
            to={start + decided.length}
            total={decided.length > 0 ? total : undefined}
          />
        </PageSection>
      )}
    </div>
  )
}
