import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { listQuoteRequests, type QuoteRequestRow } from '#app/features/quote-requests/queries.server.ts'
import { ReplyClock, RequestStatus } from '#app/features/quote-requests/ui/request-status.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'quoteinbox:title', description: 'quoteinbox:description' }

/** Deeper pages are slow to count to, and nobody reads them. */
const maxPage = 100

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const typed = Number.parseInt(new URL(request.url).searchParams.get('page') ?? '1', 10)
  const page = Math.min(maxPage, Math.max(1, typed || 1))
  return { ...listQuoteRequests(ctx, page), page, now: ctx.now }
}

/** What visitors have asked the platform to quote: those without a reply first, the most urgent on top. */
export default function QuoteRequests() {
  const { waiting, others, hasMore, page, now } = useLoaderData<typeof loader>()
  const { t } = useTranslation('quoteinbox')
  return (
    <div className="flex flex-col gap-8">
      <PageSection title={t('waiting')}>
        <RequestTable
          caption={t('waiting')}
          rows={waiting}
          now={now}
          empty={
            <EmptyState icon={Inbox} title={t('nothingWaits')} headingLevel={3}>
              {t('nothingWaitsText')}
            </EmptyState>
          }
        />
      </PageSection>
      {(others.length > 0 || page > 1) && (
        <PageSection title={t('done')}>
          <RequestTable caption={t('done')} rows={others} now={now} empty={null} />
          <Pagination
            previous={page > 1 ? `?page=${page - 1}` : null}
            next={hasMore && page < maxPage ? `?page=${page + 1}` : null}
          />
        </PageSection>
      )}
    </div>
  )
}

type TableProps = { caption: string; rows: QuoteRequestRow[]; now: number; empty: ReactNode }

function RequestTable({ caption, rows, now, empty }: TableProps) {
  const { t } = useTranslation('quoteinbox')
  const { t: tProject } = useTranslation('projects')
  const format = useFormat()
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          key: 'name',
          header: t('field.name'),
          primary: true,
          cell: ({ id, name, organization, city }) => (
            <span className="wrap-anywhere">
              <TextLink to={`/quote-requests/${id}`}>{name}</TextLink>
              {(organization ?? city) && (
                <span className="block font-normal text-muted-foreground">{organization ?? city}</span>
              )}
            </span>
          ),
        },
        {
          key: 'services',
          header: t('field.services'),
          cell: ({ kind, services }) =>
            kind === 'sales' ? t('sales') : format.list(services.map((service) => tProject(`category.${service}`))),
        },
        { key: 'sent', header: t('field.sent'), cell: ({ createdAt }) => format.dateTime(createdAt) },
        { key: 'status', header: t('field.status'), cell: ({ status }) => <RequestStatus status={status} /> },
        { key: 'clock', header: t('field.clock'), cell: (row) => <ReplyClock request={row} now={now} /> },
      ]}
    />
  )
}
