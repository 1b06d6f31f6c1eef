import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { databaseSize, listTables, mostCounted } from '#app/features/database/tables.server.ts'
import { Code } from '#app/features/database/ui/column-table.tsx'
import { useRowCount } from '#app/features/database/ui/row-count.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SearchBox } from '#app/ui/forms/search-box.tsx'
import { fileSizeOf } from '#app/ui/media/media-file.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Stat, StatGrid } from '#app/ui/stat.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'database:title', description: 'database:description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'super_admin')
  const q = new URL(request.url).searchParams.get('q')?.slice(0, 100) ?? ''
  return { q, tables: listTables(ctx, q), size: databaseSize(ctx), mostCounted }
}

/** Every table of the database with its columns and rows in numbers, for super admins. */
export default function DatabasePage() {
  const { q, tables, size, mostCounted: count } = useLoaderData<typeof loader>()
  const { t } = useTranslation('database')
  const format = useFormat()
  const rowsOf = useRowCount()
  const bytes = (value: number) => {
    const shown = fileSizeOf(value)
    return t(`bytes.${shown.unit}`, { value: shown.value })
  }
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <StatGrid count={3}>
        <Stat label={t('tables')} value={format.number(size.tables)} />
        <Stat label={t('size')} value={bytes(size.bytes)} />
        <Stat label={t('free')} value={bytes(size.freeBytes)} />
      </StatGrid>
      <Alert title={t('structureOnly')}>
        <p>{t('structureOnlyText')}</p>
        <p>
          <TextLink to="/database/test_sales">{t('sample')}</TextLink>
        </p>
      </Alert>
      <SearchBox action="/database" label={t('search')} input={{ name: 'q', defaultValue: q }} className="max-w-form" />
      {tables.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t('noTable')}
          action={
            <ButtonLink to="/database" variant="outline">
              {t('allTables')}
            </ButtonLink>
          }
        >
          {t('noTableText')}
        </EmptyState>
      ) : (
        <>
          <DataTable
            caption={t('tables')}
            rows={tables}
            rowKey={({ name }) => name}
            columns={[
              {
                key: 'name',
                header: t('table'),
                primary: true,
                cell: ({ name }) => (
                  <TextLink to={`/database/${name}`}>
                    <Code>{name}</Code>
                  </TextLink>
                ),
              },
              { key: 'columns', header: t('columns'), numeric: true, cell: ({ columns }) => format.number(columns) },
              { key: 'rows', header: t('rows'), numeric: true, cell: ({ rows }) => rowsOf(rows) },
            ]}
          />
          <p className="text-sm text-muted-foreground">{t('rowsHint', { count })}</p>
        </>
      )}
    </div>
  )
}
