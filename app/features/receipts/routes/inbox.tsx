import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { FinancialTabs } from '#app/features/finance/ui/financial-tabs.tsx'
import { addReceipts } from '#app/features/receipts/add-receipts.server.ts'
import { listLacking } from '#app/features/receipts/candidates.server.ts'
import { receiptKinds as kinds, maxReceiptBytes, maxReceiptsAtOnce } from '#app/features/receipts/limits.server.ts'
import { listInbox } from '#app/features/receipts/receipts.server.ts'
import { ReceiptInbox } from '#app/features/receipts/ui/receipt-inbox.tsx'
import { acceptOf } from '#app/platform/files/sniff-file.server.ts'
import { optionalText } from '#app/platform/forms/field-schemas.ts'
import { newSubmissionId, submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'receipts:title', description: 'receipts:description' }

const page = '/financials/receipts'
const schema = z.object({
  submissionId: submissionIdField,
  note: optionalText(200).transform((typed) => typed ?? ''),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.read')
  return {
    receipts: listInbox(ctx),
    lacking: listLacking(ctx),
    mayRecord: can(ctx, 'financials.record'),
    accept: acceptOf(kinds),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'financials.record')
  const limits = { maxFiles: maxReceiptsAtOnce, maxBytes: maxReceiptBytes, kinds }
  return handleUpload(
    request,
    schema,
    { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) },
    (input, files) => {
      const { ids } = addReceipts(ctx, { ...input, files })
      const text = { key: 'receipts:flash.added', params: { count: ids.length } }
      return redirectWithFlash(request, page, { tone: 'success', text })
    },
  )
}

export default function Receipts() {
  const { receipts, lacking, mayRecord, accept, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('receipts')
  const [form, fields] = useForm<{ files: string; note: string }>({ id: 'receipts', lastResult })
  const labels = { files: t('field.files'), note: t('field.note') }
  return (
    <div className="flex flex-col gap-6">
      <FinancialTabs current="receipts" />
      {mayRecord && (
        <Form
          method="post"
          id={form.id}
          encType="multipart/form-data"
          noValidate
          className="flex max-w-form flex-col gap-5 print:hidden"
        >
          <input type="hidden" name="submissionId" value={submissionId} />
          <ErrorSummary form={form} labels={labels} />
          <FormCard
            title={t('add.title')}
            description={t('add.text')}
            actions={<SubmitButton>{t('add.submit')}</SubmitButton>}
          >
            <Field field={fields.note} label={labels.note} maxLength={200} optional />
            <FileField field={fields.files} label={labels.files} hint={t('add.hint')} accept={accept} />
          </FormCard>
        </Form>
      )}
      <ReceiptInbox receipts={receipts} lacking={lacking} mayRecord={mayRecord} />
    </div>
  )
}
