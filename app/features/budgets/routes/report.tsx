import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ChartColumn, Download, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { budgetCharts } from '#app/features/budgets/budget-chart.server.ts'
import { getBudgetProject, loadBudget } from '#app/features/budgets/queries.server.ts'
import { BudgetBars } from '#app/features/budgets/ui/budget-bars.tsx'
import { BudgetTable } from '#app/features/budgets/ui/budget-table.tsx'
import { listOwnCategories } from '#app/features/finance/tags.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'

export const handle: PageHandle = { title: 'budgets:report.title', versioned: true }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  const project = orNotFound(getBudgetProject(ctx, params.projectId ?? ''))
  const { rows, income, expense, others } = loadBudget(ctx, project)
  const maySetUp = can(ctx, 'financials.setUp')
  return { project, rows, income, expense, others, charts: budgetCharts(rows), own: listOwnCategories(ctx), maySetUp }
}

export default function Budget() {
  const { project, rows, income, expense, others, charts, own, maySetUp } = useLoaderData<typeof loader>()
  const { t } = useTranslation('budgets')
  const { t: tFinance } = useTranslation('finance')
  const format = useFormat()
  const page = `/financials/budgets/${project.id}`
  const isSet = project.budgetedAt !== null
  const edit = maySetUp && (
    <ButtonLink to={`${page}/edit`} icon={Pencil} variant={isSet ? 'outline' : 'primary'}>
      {t(isSet ? 'edit.title' : 'edit.set')}
    </ButtonLink>
  )
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('title'), to: '/financials/budgets' }, { label: project.title }]} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl font-semibold tracking-tight wrap-anywhere">{project.title}</h2>
          <p className="text-sm text-muted-foreground">
            {project.budgetedAt === null
              ? t('report.notSet')
              : t('report.saved', { time: format.dateTime(project.budgetedAt) })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          {rows.length > 0 &&
            (['csv', 'xlsx'] as const).map((kind) => (
              <ButtonLink key={kind} to={`${page}/budget.${kind}`} reloadDocument icon={Download} variant="outline">
                {tFinance(`list.${kind}`)}
              </ButtonLink>
            ))}
          {rows.length > 0 && edit}
        </div>
      </div>
      {others.length > 0 && (
        <Alert tone="warning" title={t('report.others', { currencies: format.list(others) })}>
          {t('report.othersText', { currency: project.currency })}
        </Alert>
      )}
      {rows.length === 0 ? (
        <EmptyState icon={ChartColumn} title={t('report.emptyTitle')} action={edit}>
          {t('report.empty')}
        </EmptyState>
      ) : (
        <PageSection title={t('report.title')} description={t('report.text')}>
          <BudgetBars charts={charts} currency={project.currency} own={own} />
          <BudgetTable rows={rows} sums={{ income, expense }} currency={project.currency} own={own} />
        </PageSection>
      )}
    </div>
  )
}
