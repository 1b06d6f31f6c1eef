import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { getTable } from '#app/features/database/tables.server.ts'
import { ColumnTable } from '#app/features/database/ui/column-table.tsx'
import { useRowCount } from '#app/features/database/ui/row-count.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { titleOf: (data) => (data as { table: { name: string } }).table.name }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'super_admin')
  return { table: orNotFound(getTable(ctx, params.table ?? '')) }
}

/** The structure of one table, for super admins. */
export default function TablePage() {
  const { table } = useLoaderData<typeof loader>()
  const { t } = useTranslation('database')
  const rowsOf = useRowCount()
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs items={[{ label: t('title'), to: '/database' }, { label: table.name }]} />
      <DescriptionList items={[{ term: t('rows'), description: rowsOf(table.rows) }]} />
      <ColumnTable columns={table.columns} />
    </div>
  )
}
