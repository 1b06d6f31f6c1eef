import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { blankSplit } from '#app/features/finance/form-values.ts'
import { recordTransaction } from '#app/features/finance/record-transaction.server.ts'
import { transactionSchema } from '#app/features/finance/schemas.server.ts'
import { loadFormChoices } from '#app/features/finance/transaction-page.server.ts'
import { TransactionForm } from '#app/features/finance/ui/transaction-form.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'finance:form.new' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.record')
  const asked = new URL(request.url).searchParams.get('account')
  const choices = loadFormChoices(ctx)
  const account = choices.accounts.find(({ id }) => id === asked) ?? choices.accounts[0]
  return { ...choices, accountId: account?.id ?? '', submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, transactionSchema(await localeContextOf(request, ctx.actor)), (input) => {
    const { id } = recordTransaction(ctx, input)
    const text = { key: 'finance:flash.recorded' }
    return redirectWithFlash(request, `/financials/transactions/${id}`, { tone: 'success', text })
  })
}

export default function NewTransaction() {
  const { accounts, tags, today, accountId, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('finance')
  if (accounts.length === 0) {
    return (
      <EmptyState
        icon={Landmark}
        title={t('overview.noAccountsTitle')}
        action={<ButtonLink to="/financials/accounts/new">{t('overview.addAccount')}</ButtonLink>}
      >
        {t('overview.noAccounts')}
      </EmptyState>
    )
  }
  const blank = { amount: '', counterparty: '', text: '', reference: '', splits: [blankSplit] }
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs items={[{ label: t('list.title'), to: '/financials/transactions' }, { label: t('form.new') }]} />
      <TransactionForm
        lastResult={lastResult}
        values={{ ...blank, accountId, direction: 'out', day: today }}
        submissionId={submissionId}
        accounts={accounts}
        tags={tags}
        today={today}
        cancelTo="/financials/transactions"
      />
    </div>
  )
}
