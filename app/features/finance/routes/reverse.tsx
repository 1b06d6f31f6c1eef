import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { reverseTransaction } from '#app/features/finance/reverse-transaction.server.ts'
import { reversalSchema } from '#app/features/finance/schemas.server.ts'
import { getTransaction } from '#app/features/finance/transactions.server.ts'
import { useTransactionName } from '#app/features/finance/ui/transaction-table.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'finance:reverse.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.post')
  const row = orNotFound(getTransaction(ctx, params.transactionId ?? ''))
  if (row.status !== 'posted' || row.reversesId || row.reversedById) leavePage(`/financials/transactions/${row.id}`)
  const { id, counterparty, text, amountCents } = row
  return { row: { id, counterparty, text, amountCents }, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, reversalSchema, (input) => {
    const { id } = reverseTransaction(ctx, { ...input, transactionId: params.transactionId ?? '' })
    const text = { key: 'finance:flash.reversed' }
    return redirectWithFlash(request, `/financials/transactions/${id}`, { tone: 'success', text })
  })
}

export default function Reverse() {
  const { row, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('finance')
  const { t: tUi } = useTranslation('ui')
  const nameOf = useTransactionName()
  const [form, fields] = useForm<{ reason: string }>({ id: 'reverse', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex w-full max-w-form flex-col gap-5">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ reason: t('reverse.reason') }} />
      <FormCard
        title={t('reverse.heading', { name: nameOf(row) })}
        description={t('reverse.text')}
        actions={
          <>
            <SubmitButton>{t('reverse.confirm')}</SubmitButton>
            <ButtonLink to={`/financials/transactions/${row.id}`} variant="outline">
              {tUi('cancel')}
            </ButtonLink>
          </>
        }
      >
        <TextArea field={fields.reason} label={t('reverse.reason')} maxLength={500} rows={3} required />
      </FormCard>
    </Form>
  )
}
