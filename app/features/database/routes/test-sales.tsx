import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Rows3, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { addTestSale } from '#app/features/database/add-test-sale.server.ts'
import { testSaleSchema } from '#app/features/database/schemas.server.ts'
import { getTable } from '#app/features/database/tables.server.ts'
import { listTestSales } from '#app/features/database/test-sales.server.ts'
import { ColumnTable } from '#app/features/database/ui/column-table.tsx'
import { TestSaleForm } from '#app/features/database/ui/test-sale-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

const table = 'test_sales'
const here = `/database/${table}`

export const handle: PageHandle = { titleOf: () => table }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'super_admin')
  const before = new URL(request.url).searchParams.get('before')
  return {
    ...listTestSales(ctx, before),
    before,
    columns: orNotFound(getTable(ctx, table)).columns,
    today: businessDay(ctx.now),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'super_admin')
  return handleForm(request, testSaleSchema(await localeContextOf(request, ctx.actor)), (input) => {
    addTestSale(ctx, input)
    return redirectWithFlash(request, here, { tone: 'success', text: { key: 'database:flash.added' } })
  })
}

/** The sample table: its structure and, as of no other table, its rows, to look at, add to and delete. */
export default function TestSales() {
  const { rows, next, before, columns, today, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('database')
  const format = useFormat()
  return (
    <div className="flex flex-col gap-8">
      <Breadcrumbs items={[{ label: t('title'), to: '/database' }, { label: table }]} />
      <PageSection title={t('sample')} description={t('sampleText')}>
        <DataTable
          caption={t('sample')}
          rows={rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={Rows3} title={t('none')} headingLevel={3}>
              {t('noneText')}
            </EmptyState>
          }
          columns={[
            { key: 'product', header: t('field.product'), primary: true, cell: ({ product }) => product },
            { key: 'soldOn', header: t('field.soldOn'), cell: ({ soldOn }) => format.date(soldOn) },
            {
              key: 'amount',
              header: t('field.amount'),
              numeric: true,
              cell: ({ amountCents, currency }) => format.money(amountCents, currency),
            },
            {
              key: 'actions',
              header: t('actions'),
              actions: true,
              cell: ({ id, product }) => (
                <PostForm action={`${here}/${id}/delete`}>
                  <SubmitButton variant="outline" size="sm" icon={Trash2} aria-label={t('deleteOf', { product })}>
                    {t('delete')}
                  </SubmitButton>
                </PostForm>
              ),
            },
          ]}
        />
        <Pagination previous={before ? here : null} next={next ? `?before=${next}` : null} />
      </PageSection>
      <TestSaleForm lastResult={lastResult} submissionId={submissionId} today={today} />
      <ColumnTable columns={columns} />
    </div>
  )
}
