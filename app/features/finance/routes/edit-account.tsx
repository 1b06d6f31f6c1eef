import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getFinancialAccount } from '#app/features/finance/accounts.server.ts'
import { updateFinancialAccount } from '#app/features/finance/add-financial-account.server.ts'
import { accountValues } from '#app/features/finance/form-values.ts'
import { accountSchema } from '#app/features/finance/schemas.server.ts'
import { AccountForm } from '#app/features/finance/ui/account-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { EditConflict } from '#app/ui/forms/edit-conflict.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'finance:account.edit' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.setUp')
  const account = orNotFound(getFinancialAccount(ctx, params.accountId ?? ''))
  const values = accountValues(account, await localeContextOf(request, ctx.actor))
  const { id, name, updatedAt } = account
  return { account: { id, name, updatedAt }, values, submissionId: newSubmissionId() }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const accountId = params.accountId ?? ''
  return handleForm(request, accountSchema(await localeContextOf(request, ctx.actor)), (input) => {
    updateFinancialAccount(ctx, { ...input, accountId })
    const text = { key: 'finance:flash.accountSaved' }
    return redirectWithFlash(request, `/financials/accounts/${accountId}`, { tone: 'success', text })
  })
}

export default function EditAccount() {
  const { account, values, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('finance')
  const page = `/financials/accounts/${account.id}`
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('title'), to: '/financials' },
          { label: account.name, to: page },
          { label: t('account.edit') },
        ]}
      />
      <AccountForm
        lastResult={lastResult}
        values={values}
        submissionId={submissionId}
        expectedVersion={account.updatedAt}
        cancelTo={page}
      >
        <EditConflict lastResult={lastResult} to={page} />
      </AccountForm>
    </div>
  )
}
