import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { listImports, listUnexplained } from '#app/features/bank-statements/queries.server.ts'
import { uploadSchema } from '#app/features/bank-statements/schemas.server.ts'
import { ImportStatusBadge } from '#app/features/bank-statements/ui/import-status.tsx'
import { RowTable } from '#app/features/bank-statements/ui/row-table.tsx'
import { UploadForm } from '#app/features/bank-statements/ui/upload-form.tsx'
import { uploadStatement } from '#app/features/bank-statements/upload-statement.server.ts'
import { maxPage, pageSize } from '#app/features/escrow/limits.ts'
import { useFormat } from '#app/i18n/format.ts'
import { invalid } from '#app/platform/errors.ts'
import { acceptOf, statementKinds } from '#app/platform/files/sniff-file.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'bankstatements:title', description: 'bankstatements:description' }

const maxBytes = 50_000_000

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const typed = Number.parseInt(new URL(request.url).searchParams.get('page') ?? '1', 10)
  const page = Math.min(maxPage, Math.max(1, typed || 1))
  const rows = listImports(ctx, page)
  const list = { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize, page }
  return {
    ...list,
    unexplained: listUnexplained(ctx),
    accept: acceptOf(statementKinds),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  return handleUpload(
    request,
    uploadSchema,
    { maxFiles: 1, maxBytes, kinds: statementKinds },
    ({ submissionId }, files) => {
      const [file] = files
      if (!file) throw invalid('bankstatements:refused.fileNeeded', { field: 'files' })
      const { importId } = uploadStatement(ctx, { file, submissionId })
      const text = { key: 'bankstatements:flash.uploaded' }
      return redirectWithFlash(request, `/escrow/bank-statements/${importId}`, { tone: 'success', text })
    },
  )
}

export default function Statements() {
  const { rows, hasMore, page, unexplained, accept, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('bankstatements')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-8">
      <Breadcrumbs items={[{ label: t('escrow'), to: '/escrow' }, { label: t('title') }]} />
      <p className="max-w-prose text-sm text-muted-foreground">{t('about')}</p>
      <UploadForm accept={accept} submissionId={submissionId} lastResult={lastResult} />
      {unexplained.length > 0 && (
        <PageSection title={t('unexplained.title')} description={t('unexplained.text')}>
          <RowTable caption={t('unexplained.title')} rows={unexplained} />
        </PageSection>
      )}
      {rows.length > 0 && (
        <PageSection title={t('imports')}>
          <DataTable
            caption={t('imports')}
            rows={rows}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'file',
                header: t('field.file'),
                primary: true,
                cell: (row) => <TextLink to={`/escrow/bank-statements/${row.id}`}>{row.fileName}</TextLink>,
              },
              { key: 'status', header: t('field.status'), cell: (row) => <ImportStatusBadge status={row.status} /> },
              {
                key: 'uploaded',
                header: t('field.uploaded'),
                cell: (row) => t('by', { time: format.dateTime(row.uploadedAt), name: row.uploader }),
              },
              { key: 'rows', header: t('field.rows'), numeric: true, cell: (row) => format.number(row.rowCount) },
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
