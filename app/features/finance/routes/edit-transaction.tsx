import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { transactionValues } from '#app/features/finance/form-values.ts'
import { updateTransaction } from '#app/features/finance/record-transaction.server.ts'
import { purposeSchema, transactionSchema } from '#app/features/finance/schemas.server.ts'
import { loadFormChoices } from '#app/features/finance/transaction-page.server.ts'
import { getTransaction } from '#app/features/finance/transactions.server.ts'
import { TransactionFacts } from '#app/features/finance/ui/transaction-facts.tsx'
import { TransactionForm } from '#app/features/finance/ui/transaction-form.tsx'
import { useTransactionName } from '#app/features/finance/ui/transaction-table.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { EditConflict } from '#app/ui/forms/edit-conflict.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'finance:form.edit' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.record')
  const row = orNotFound(getTransaction(ctx, params.transactionId ?? ''))
  if (row.status !== 'draft') leavePage(`/financials/transactions/${row.id}`)
  const values = transactionValues(row, await localeContextOf(request, ctx.actor))
  return { row, values, ...loadFormChoices(ctx, row.accountId), submissionId: newSubmissionId() }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const row = orNotFound(getTransaction(ctx, params.transactionId ?? ''))
  const localeContext = await localeContextOf(request, ctx.actor)
  const saved = (input: Parameters<typeof updateTransaction>[1]) => {
    updateTransaction(ctx, input)
    const text = { key: 'finance:flash.updated' }
    return redirectWithFlash(request, `/financials/transactions/${row.id}`, { tone: 'success', text })
  }
  if (row.source === 'manual') {
    return handleForm(request, transactionSchema(localeContext), (input) => saved({ ...input, transactionId: row.id }))
  }
  return handleForm(request, purposeSchema(localeContext), (input) =>
    saved({ ...row, ...input, transactionId: row.id }),
  )
}

export default function EditTransaction() {
  const { row, values, accounts, tags, today, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('finance')
  const nameOf = useTransactionName()
  const page = `/financials/transactions/${row.id}`
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('list.title'), to: '/financials/transactions' },
          { label: nameOf(row), to: page },
          { label: t('form.edit') },
        ]}
      />
      <TransactionForm
        lastResult={lastResult}
        values={values}
        submissionId={submissionId}
        expectedVersion={row.updatedAt}
        accounts={accounts}
        tags={tags}
        today={today}
        cancelTo={page}
        fixed={
          row.source !== 'manual' && (
            <Card title={t('form.fromBank')}>
              <TransactionFacts row={row} />
            </Card>
          )
        }
      >
        <EditConflict lastResult={lastResult} to={page} />
      </TransactionForm>
    </div>
  )
}
