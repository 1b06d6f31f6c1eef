import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { maxPage, pageSize } from '#app/features/escrow/limits.ts'
import { listPayable } from '#app/features/payouts/payable.server.ts'
import { preparePayouts } from '#app/features/payouts/prepare-payouts.server.ts'
import { listRuns } from '#app/features/payouts/runs.server.ts'
import { prepareSchema } from '#app/features/payouts/schemas.server.ts'
import { NotPayable, PrepareForm } from '#app/features/payouts/ui/prepare-form.tsx'
import { RunStatus } from '#app/features/payouts/ui/run-status.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'payouts:title', description: 'payouts:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const typed = Number.parseInt(new URL(request.url).searchParams.get('page') ?? '1', 10)
  const page = Math.min(maxPage, Math.max(1, typed || 1))
  const runs = listRuns(ctx, page)
  const more = { hasMore: runs.length > pageSize, page, submissionId: newSubmissionId() }
  return { payable: listPayable(ctx), runs: runs.slice(0, pageSize), ...more }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  return handleForm(request, prepareSchema, (input) => {
    const { runId } = preparePayouts(ctx, input)
    const text = { key: 'payouts:flash.prepared' }
    return redirectWithFlash(request, `/escrow/payouts/${runId}`, { tone: 'success', text })
  })
}

export default function Payouts() {
  const { payable, runs, hasMore, page, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('payouts')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-8">
      <Breadcrumbs items={[{ label: t('escrow'), to: '/escrow' }, { label: t('title') }]} />
      <p className="max-w-prose text-sm text-muted-foreground">{t('about')}</p>
      <PrepareForm
        key={payable.map(({ id }) => id).join()}
        payable={payable}
        submissionId={submissionId}
        lastResult={lastResult}
      />
      <NotPayable payable={payable} />
      {runs.length > 0 && (
        <PageSection title={t('runs.title')}>
          <DataTable
            caption={t('runs.title')}
            rows={runs}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'run',
                header: t('field.run'),
                primary: true,
                cell: (row) => (
                  <TextLink to={`/escrow/payouts/${row.id}`}>{t('runs.name', { number: row.number })}</TextLink>
                ),
              },
              { key: 'status', header: t('field.status'), cell: (row) => <RunStatus run={row} /> },
              {
                key: 'prepared',
                header: t('field.prepared'),
                cell: (row) => t('field.by', { time: format.dateTime(row.preparedAt), name: row.preparer }),
              },
              {
                key: 'payments',
                header: t('field.payments'),
                numeric: true,
                cell: (row) => format.number(row.payments),
              },
              {
                key: 'total',
                header: t('field.total'),
                numeric: true,
                cell: (row) => <Money cents={row.totalCents} currency="EUR" />,
              },
            ]}
          />
          <Pagination
            previous={page > 1 ? `?page=${page - 1}` : null}
            next={hasMore && page < maxPage ? `?page=${page + 1}` : null}
          />
        </PageSection>
      )}
    </div>
  )
}
