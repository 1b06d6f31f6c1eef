import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { addFinancialAccount } from '#app/features/finance/add-financial-account.server.ts'
import { accountSchema } from '#app/features/finance/schemas.server.ts'
import { AccountForm } from '#app/features/finance/ui/account-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'finance:overview.addAccount' }

export async function loader({ request }: LoaderFunctionArgs) {
  const { now } = await requireCompany(request, 'financials.setUp')
  return { openingOn: `${businessDay(now).slice(0, 4)}-01-01`, submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, accountSchema(await localeContextOf(request, ctx.actor)), (input) => {
    const { expectedVersion: _, ...account } = input
    const { id } = addFinancialAccount(ctx, account)
    const text = { key: 'finance:flash.accountSaved' }
    return redirectWithFlash(request, `/financials/accounts/${id}`, { tone: 'success', text })
  })
}

export default function NewAccount() {
  const { openingOn, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('finance')
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('title'), to: '/financials' }, { label: t('overview.addAccount') }]} />
      <AccountForm
        lastResult={lastResult}
        values={{ kind: 'bank', name: '', iban: '', currency: 'EUR', opening: '', openingOn }}
        submissionId={submissionId}
        cancelTo="/financials"
      />
    </div>
  )
}
