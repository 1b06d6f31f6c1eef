import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { localPath } from '#app/features/accounts/sessions/local-path.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { getTransaction } from '#app/features/finance/transactions.server.ts'
import { TransactionFacts } from '#app/features/finance/ui/transaction-facts.tsx'
import { useTransactionName } from '#app/features/finance/ui/transaction-table.tsx'
import { addReceipts } from '#app/features/receipts/add-receipts.server.ts'
import { fileReceipt } from '#app/features/receipts/file-receipt.server.ts'
import { maxReceiptBytes, maxReceiptsAtOnce, receiptKinds } from '#app/features/receipts/limits.server.ts'
import { listInbox } from '#app/features/receipts/receipts.server.ts'
import { acceptOf } from '#app/platform/files/sniff-file.server.ts'
import { newSubmissionId, submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'receipts:attach.title' }

const schema = z.object({
  submissionId: submissionIdField,
  receiptId: z.string().max(50).optional(),
  back: z.string().max(2000).optional(),
})

const pageOf = (id: string) => `/financials/transactions/${id}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.record')
  const { splits: _, ...row } = orNotFound(getTransaction(ctx, params.transactionId ?? ''))
  return {
    row,
    back: localPath(new URL(request.url).searchParams.get('back') ?? '') ?? pageOf(row.id),
    receipts: listInbox(ctx).map(({ id, name, note }) => ({ id, name, note })),
    accept: acceptOf(receiptKinds),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.record')
  const { id: transactionId } = orNotFound(getTransaction(ctx, params.transactionId ?? ''))
  const limits = { maxFiles: maxReceiptsAtOnce, maxBytes: maxReceiptBytes, kinds: receiptKinds }
  return handleUpload(
    request,
    schema,
    { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) },
    ({ receiptId, back, submissionId }, files) => {
      if (receiptId) fileReceipt(ctx, { receiptId, transactionId })
      if (!receiptId || files.length > 0) addReceipts(ctx, { files, note: '', transactionId, submissionId })
      const to = localPath(back ?? '') ?? pageOf(transactionId)
      return redirectWithFlash(request, to, { tone: 'success', text: { key: 'receipts:flash.filed' } })
    },
  )
}

export default function AttachReceipt() {
  const { row, back, receipts, accept, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('receipts')
  const { t: tFinance } = useTranslation('finance')
  const { t: tUi } = useTranslation('ui')
  const nameOf = useTransactionName()
  const [form, fields] = useForm<{ files: string; receiptId: string }>({ id: 'attach', lastResult })
  const labels = { files: t('field.files'), receiptId: t('attach.waiting') }
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tFinance('list.title'), to: '/financials/transactions' },
          { label: nameOf(row), to: pageOf(row.id) },
          { label: t('attach.title') },
        ]}
      />
      <Card title={tFinance('detail.facts')}>
        <TransactionFacts row={row} />
      </Card>
      <Form method="post" id={form.id} encType="multipart/form-data" noValidate className="flex flex-col gap-5">
        <input type="hidden" name="submissionId" value={submissionId} />
        <input type="hidden" name="back" value={back} />
        <ErrorSummary form={form} labels={labels} />
        <FormCard
          title={t('attach.title')}
          description={t('attach.text')}
          actions={
            <>
              <SubmitButton>{t('inbox.file')}</SubmitButton>
              <ButtonLink to={back} variant="outline">
                {tUi('cancel')}
              </ButtonLink>
            </>
          }
        >
          <FileField field={fields.files} label={labels.files} hint={t('add.hint')} accept={accept} optional />
          {receipts.length > 0 && (
            <Select
              field={fields.receiptId}
              label={labels.receiptId}
              placeholder={t('inbox.choose')}
              options={receipts.map(({ id, name, note }) => ({
                value: id,
                label: [name, note].filter(Boolean).join(' · '),
              }))}
            />
          )}
        </FormCard>
      </Form>
    </div>
  )
}
