import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { budgetValues } from '#app/features/budgets/form-values.ts'
import { getBudgetProject, listBudgetLines } from '#app/features/budgets/queries.server.ts'
import { saveBudget } from '#app/features/budgets/save-budget.server.ts'
import { budgetSchema } from '#app/features/budgets/schemas.server.ts'
import { BudgetForm } from '#app/features/budgets/ui/budget-form.tsx'
import { listOwnCategories } from '#app/features/finance/tags.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { EditConflict } from '#app/ui/forms/edit-conflict.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'budgets:edit.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.setUp')
  const project = orNotFound(getBudgetProject(ctx, params.projectId ?? ''))
  const own = listOwnCategories(ctx)
  const values = budgetValues(listBudgetLines(ctx, project.id), own, await localeContextOf(request, ctx.actor))
  return { project, own, values }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const projectId = params.projectId ?? ''
  return handleForm(request, budgetSchema(await localeContextOf(request, ctx.actor)), (input) => {
    saveBudget(ctx, { ...input, projectId })
    const text = { key: 'budgets:edit.saved' }
    return redirectWithFlash(request, `/financials/budgets/${projectId}`, { tone: 'success', text })
  })
}

export default function EditBudget() {
  const { project, own, values } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('budgets')
  const page = `/financials/budgets/${project.id}`
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('title'), to: '/financials/budgets' },
          { label: project.title, to: page },
          { label: t('edit.title') },
        ]}
      />
      <BudgetForm
        lastResult={lastResult}
        values={values}
        expectedVersion={project.budgetedAt ?? 0}
        currency={project.currency}
        own={own}
        cancelTo={page}
      >
        <EditConflict lastResult={lastResult} to={page} />
      </BudgetForm>
    </div>
  )
}
