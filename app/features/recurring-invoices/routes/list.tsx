import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Repeat } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { listSchedules } from '#app/features/recurring-invoices/queries.server.ts'
import { ScheduleList } from '#app/features/recurring-invoices/ui/schedule-list.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'

export const handle: PageHandle = { title: 'recurring:title', description: 'recurring:description', versioned: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const asked = Number(new URL(request.url).searchParams.get('page'))
  const page = Number.isInteger(asked) && asked > 0 && asked < 1000 ? asked : 1
  return { page, ...listSchedules(ctx, page) }
}

export default function RecurringInvoices() {
  const { page, rows, hasNext } = useLoaderData<typeof loader>()
  const { t } = useTranslation('recurring')
  const href = (to: number) => (to === 1 ? '/invoicing/recurring' : `/invoicing/recurring?page=${to}`)
  return (
    <div className="flex flex-col gap-5">
      <Breadcrumbs items={[{ label: t('invoices'), to: '/invoicing' }, { label: t('title') }]} />
      {rows.length === 0 ? (
        <EmptyState
          icon={Repeat}
          title={t('list.emptyTitle')}
          action={<ButtonLink to="/invoicing">{t('list.openInvoices')}</ButtonLink>}
        >
          {t('list.empty')}
        </EmptyState>
      ) : (
        <ScheduleList rows={rows} />
      )}
      <Pagination previous={page > 1 ? href(page - 1) : null} next={hasNext ? href(page + 1) : null} />
    </div>
  )
}
