import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { listSuspense } from '#app/features/bank/suspense.server.ts'
import { pageSize } from '#app/features/escrow/limits.ts'
import { useFormat } from '#app/i18n/format.ts'
import { formatReference } from '#app/platform/reference-number.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'bank:suspense.title', description: 'bank:suspense.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const after = new URL(request.url).searchParams.get('after') ?? ''
  const found = listSuspense(ctx, after)
  const rows = found.slice(0, pageSize)
  return { rows, isFirst: after === '', next: found.length > pageSize ? (rows.at(-1)?.id ?? null) : null }
}

export default function Suspense() {
  const { rows, isFirst, next } = useLoaderData<typeof loader>()
  const { t } = useTranslation('bank')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('escrow'), to: '/escrow' }, { label: t('suspense.title') }]} />
      <p className="max-w-prose text-sm text-muted-foreground">{t('suspense.about')}</p>
      <DataTable
        caption={t('suspense.title')}
        rows={rows}
        rowKey={(row) => row.id}
        empty={
          <EmptyState
            icon={CircleCheck}
            title={t('suspense.emptyTitle')}
            action={<ButtonLink to="/escrow/transfers">{t('suspense.record')}</ButtonLink>}
          >
            {t('suspense.empty')}
          </EmptyState>
        }
        columns={[
          {
            key: 'payer',
            header: t('field.payer'),
            primary: true,
            cell: (row) => <TextLink to={`/escrow/suspense/${row.id}`}>{row.payerName}</TextLink>,
          },
          {
            key: 'why',
            header: t('field.reason'),
            cell: (row) => t(row.isReversing ? 'field.isReversing' : `why.${row.reason}`),
          },
          {
            key: 'reference',
            header: t('field.reference'),
            cell: (row) => (
              <span className="whitespace-nowrap tabular-nums">
                {row.reference ? <bdi dir="ltr">{formatReference(row.reference)}</bdi> : t('field.none')}
              </span>
            ),
          },
          { key: 'paidOn', header: t('field.paidOn'), cell: (row) => format.date(row.paidOn) },
          {
            key: 'open',
            header: t('field.open'),
            numeric: true,
            cell: (row) => <Money cents={row.openCents} currency={row.currency} />,
          },
        ]}
      />
      <Pagination previous={isFirst ? null : '/escrow/suspense'} next={next && `/escrow/suspense?after=${next}`} />
    </div>
  )
}
