import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { ChartColumn } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { forecastOf, varianceOf } from '#app/features/budgets/budget.ts'
import { listBudgets } from '#app/features/budgets/queries.server.ts'
import { FinancialTabs } from '#app/features/finance/ui/financial-tabs.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

export const handle: PageHandle = { title: 'budgets:title', description: 'budgets:description', versioned: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  const asked = Number(new URL(request.url).searchParams.get('page'))
  const page = Number.isInteger(asked) && asked > 1 && asked < 1000 ? asked : 1
  return { page, ...listBudgets(ctx, page) }
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

export default function Budgets() {
  const { page, rows, hasNext } = useLoaderData<typeof loader>()
  const { t } = useTranslation('budgets')
  const { t: tFinance } = useTranslation('finance')
  const amount = (key: string, header: string, centsOf: (row: Row) => number): Column<Row> => ({
    ...{ key, header, numeric: true },
    cell: (row) => <Money cents={centsOf(row)} currency={row.currency} />,
  })
  return (
    <div className="flex flex-col gap-6">
      <FinancialTabs current="budgets" />
      <PageSection title={t('list.title')} description={t('list.text')}>
        <DataTable
          caption={t('list.title')}
          rows={rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={ChartColumn} title={t('list.emptyTitle')}>
              {t('list.empty')}
            </EmptyState>
          }
          columns={[
            {
              key: 'project',
              header: tFinance('field.projectId'),
              primary: true,
              cell: ({ id, title }) => (
                <Link to={`/financials/budgets/${id}`} className="text-primary wrap-anywhere hover:underline">
                  {title}
                </Link>
              ),
            },
            {
              key: 'budget',
              header: t('list.budget'),
              numeric: true,
              cell: ({ budgetedAt, expense, currency }) =>
                budgetedAt === null ? (
                  <span className="text-muted-foreground">{t('list.none')}</span>
                ) : (
                  <Money cents={expense.budgetCents} currency={currency} />
                ),
            },
            amount('actual', t('actual'), ({ expense }) => expense.actualCents),
            amount('committed', t('committed'), ({ expense }) => expense.committedCents),
            {
              key: 'variance',
              header: t('variance'),
              numeric: true,
              cell: ({ budgetedAt, expense, currency }) =>
                budgetedAt !== null && (
                  <Money cents={varianceOf({ kind: 'expense', ...expense })} currency={currency} />
                ),
            },
            amount('income', t('list.income'), ({ income }) => forecastOf(income)),
          ]}
        />
        <Pagination
          previous={page > 1 ? `/financials/budgets?page=${page - 1}` : null}
          next={hasNext ? `/financials/budgets?page=${page + 1}` : null}
        />
      </PageSection>
    </div>
  )
}
