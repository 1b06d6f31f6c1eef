import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { decideImport } from '#app/features/bank-statements/decide-import.server.ts'
import { getImport, listRows } from '#app/features/bank-statements/queries.server.ts'
import { decisionSchema } from '#app/features/bank-statements/schemas.server.ts'
import { ImportState, StatementTable } from '#app/features/bank-statements/ui/import-state.tsx'
import { ImportStatusBadge } from '#app/features/bank-statements/ui/import-status.tsx'
import { RowTable } from '#app/features/bank-statements/ui/row-table.tsx'
import { maxPage, pageSize } from '#app/features/escrow/limits.ts'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { rowOutcomes } from '#db/vocabulary/statements.ts'

export const handle: PageHandle = {
  title: 'bankstatements:import.title',
  description: 'bankstatements:import.description',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const { searchParams } = new URL(request.url)
  const page = Math.min(maxPage, Math.max(1, Number.parseInt(searchParams.get('page') ?? '1', 10) || 1))
  const outcome = rowOutcomes.find((one) => one === searchParams.get('outcome')) ?? null
  const found = orNotFound(getImport(ctx, params.importId ?? ''))
  const rows = listRows(ctx, found.file.id, outcome, page)
  return { ...found, rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize, outcome, page }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const importId = params.importId ?? ''
  return handleForm(request, decisionSchema, ({ decision }) => {
    decideImport(ctx, { importId, decision })
    const text = { key: `bankstatements:flash.${decision}` }
    return redirectWithFlash(request, `/escrow/bank-statements/${importId}`, { tone: 'success', text })
  })
}

/** While a file is read or booked, the page loads itself again, without scripts too. */
export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.file.status === 'reading' || data?.file.status === 'booking' ? [{ httpEquiv: 'refresh', content: '2' }] : []

export default function StatementImportPage() {
  const { file, statements, outcomes, rows, hasMore, outcome, page } = useLoaderData<typeof loader>()
  const { t } = useTranslation('bankstatements')
  const format = useFormat()
  const at = (to: number) => `?${outcome ? `outcome=${outcome}&` : ''}page=${to}`
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('escrow'), to: '/escrow' },
          { label: t('title'), to: '/escrow/bank-statements' },
          { label: file.fileName },
        ]}
      />
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <ImportStatusBadge status={file.status} />
        {t('by', { time: format.dateTime(file.uploadedAt), name: file.uploader })}
        {file.format && (
          <span>
            {t(`format.${file.format === 'csv' ? 'csv' : file.format === 'camt.053' ? 'camt053' : 'camt054'}`)}
          </span>
        )}
      </p>
      <ImportState file={file} />
      {statements.length > 0 && <StatementTable statements={statements} />}
      {outcomes.length > 0 && (
        <DataTable
          caption={t(file.status === 'ready' ? 'becomes' : 'became')}
          captionHidden={false}
          rows={outcomes}
          rowKey={(row) => `${row.outcome} ${row.currency}`}
          columns={[
            {
              key: 'outcome',
              header: t('field.outcome'),
              primary: true,
              cell: (row) => <TextLink to={`?outcome=${row.outcome}`}>{t(`outcome.${row.outcome}`)}</TextLink>,
            },
            { key: 'rows', header: t('field.rows'), numeric: true, cell: (row) => format.number(row.count) },
            {
              key: 'sum',
              header: t('field.sum'),
              numeric: true,
              cell: (row) => <Money cents={row.cents} currency={row.currency} />,
            },
          ]}
        />
      )}
      {rows.length > 0 && (
        <PageSection
          title={outcome ? t(`outcome.${outcome}`) : t('field.rows')}
          actions={outcome ? <TextLink to={`/escrow/bank-statements/${file.id}`}>{t('allRows')}</TextLink> : undefined}
        >
          <RowTable caption={t('field.rows')} rows={rows} />
          <Pagination
            previous={page > 1 ? at(page - 1) : null}
            next={hasMore && page < maxPage ? at(page + 1) : null}
          />
        </PageSection>
      )}
    </div>
  )
}
