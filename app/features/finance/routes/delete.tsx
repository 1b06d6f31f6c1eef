import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { deleteDraft } from '#app/features/finance/record-transaction.server.ts'
import { getTransaction } from '#app/features/finance/transactions.server.ts'
import { useTransactionName } from '#app/features/finance/ui/transaction-table.tsx'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'finance:delete.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.record')
  const row = orNotFound(getTransaction(ctx, params.transactionId ?? ''))
  if (row.status !== 'draft' || row.source !== 'manual') leavePage(`/financials/transactions/${row.id}`)
  const { id, counterparty, text, amountCents } = row
  return { id, counterparty, text, amountCents }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const transactionId = params.transactionId ?? ''
  return handleButton(request, `/financials/transactions/${transactionId}`, () => {
    deleteDraft(ctx, { transactionId })
    const text = { key: 'finance:flash.deleted' }
    return redirectWithFlash(request, '/financials/transactions', { tone: 'success', text })
  })
}

export default function DeleteDraft() {
  const row = useLoaderData<typeof loader>()
  const { t } = useTranslation('finance')
  const nameOf = useTransactionName()
  return (
    <Form method="post">
      <ConfirmPanel
        title={t('delete.heading', { name: nameOf(row) })}
        confirmLabel={t('delete.confirm')}
        cancelTo={`/financials/transactions/${row.id}`}
        cancelLabel={t('delete.keep')}
      >
        <p>{t('delete.text')}</p>
      </ConfirmPanel>
    </Form>
  )
}
