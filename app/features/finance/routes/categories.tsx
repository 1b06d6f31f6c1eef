import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { addOwnCategory } from '#app/features/finance/add-own-category.server.ts'
import { categorySchema } from '#app/features/finance/schemas.server.ts'
import { listOwnCategories } from '#app/features/finance/tags.server.ts'
import { FinancialTabs } from '#app/features/finance/ui/financial-tabs.tsx'
import { useChart } from '#app/features/finance/ui/use-chart.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FieldRow, FormCard } from '#app/ui/forms/form-card.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { type FinancialKind, financialChart } from '#db/vocabulary/finance.ts'

export const handle: PageHandle = { title: 'finance:chart.title', description: 'finance:chart.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  return { own: listOwnCategories(ctx), maySetUp: can(ctx, 'financials.setUp'), submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, categorySchema, (input) => {
    addOwnCategory(ctx, input)
    const text = { key: 'finance:flash.categoryAdded' }
    return redirectWithFlash(request, '/financials/categories', { tone: 'success', text })
  })
}

export default function Categories() {
  const { own, maySetUp, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('finance')
  const chart = useChart(own)
  const defaultValue = { category: '', name: '' }
  const [form, fields] = useForm<typeof defaultValue>({ id: 'category', lastResult, defaultValue })
  const labels = { category: t('chart.under'), name: t('chart.name') }
  const rows = (Object.keys(financialChart) as FinancialKind[]).flatMap((kind) =>
    financialChart[kind].flatMap((category) => [
      { key: category as string, category, kind, ownCategoryId: null },
      ...own
        .filter((one) => one.category === category && one.archivedAt === null)
        .map(({ id }) => ({ key: id, category, kind, ownCategoryId: id })),
    ]),
  )
  return (
    <div className="flex flex-col gap-6">
      <FinancialTabs current="chart" />
      {maySetUp && (
        <Form method="post" id={form.id} noValidate className="flex max-w-form flex-col gap-5">
          <input type="hidden" name="submissionId" value={submissionId} />
          <ErrorSummary form={form} labels={labels} />
          <FormCard
            title={t('chart.add')}
            description={t('chart.addText')}
            actions={<SubmitButton>{t('chart.submit')}</SubmitButton>}
          >
            <FieldRow>
              <Select
                field={fields.category}
                label={labels.category}
                placeholder={t('field.choose')}
                options={chart.options.map(({ label, options }) => ({
                  label,
                  options: options.filter(({ value }) => !value.includes(':')),
                }))}
                required
              />
              <Field field={fields.name} label={labels.name} maxLength={80} required />
            </FieldRow>
          </FormCard>
        </Form>
      )}
      <DataTable
        caption={t('chart.title')}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { key: 'name', header: t('field.category'), primary: true, cell: chart.nameOf },
          { key: 'kind', header: t('chart.kind'), cell: ({ kind }) => t(`kind.${kind}`) },
          {
            key: 'archive',
            header: t('chart.archive'),
            actions: true,
            cell: (row) =>
              maySetUp &&
              row.ownCategoryId && (
                <PostForm action={`/financials/categories/${row.ownCategoryId}/archive`}>
                  <SubmitButton
                    variant="outline"
                    size="sm"
                    aria-label={t('chart.archiveOf', { name: chart.nameOf(row) })}
                  >
                    {t('chart.archive')}
                  </SubmitButton>
                </PostForm>
              ),
          },
        ]}
      />
    </div>
  )
}
