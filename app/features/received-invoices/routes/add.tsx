import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { addEinvoice } from '#app/features/received-invoices/add-einvoice.server.ts'
import { einvoiceKinds, einvoiceOf } from '#app/features/received-invoices/reader/einvoice-of.server.ts'
import { maxEinvoiceBytes } from '#app/features/received-invoices/reader/read-einvoice.server.ts'
import { fileSchema } from '#app/features/received-invoices/schemas.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { acceptOf } from '#app/platform/files/sniff-file.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'receivedfiles:add.title', description: 'receivedfiles:add.description' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCompany(request, 'payables.record')
  return { accept: acceptOf(einvoiceKinds), submissionId: newSubmissionId() }
}

/** The file is read and checked before anything is stored. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'payables.record')
  const limits = { maxFiles: 1, maxBytes: maxEinvoiceBytes, kinds: einvoiceKinds }
  return handleUpload(
    request,
    fileSchema,
    { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) },
    async ({ submissionId }, [file]) => {
      if (!file) throw invalid('receivedfiles:refused.fileNeeded', { field: 'files' })
      const read = await einvoiceOf(file)
      const { id } = addEinvoice(ctx, { file, read, submissionId })
      const text = { key: 'receivedfiles:flash.added' }
      return redirectWithFlash(request, `/invoicing/received/${id}`, { tone: 'success', text })
    },
  )
}

export default function AddReceived() {
  const { accept, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('receivedfiles')
  const [form, fields] = useForm<{ files: string }>({ id: 'add-einvoice', lastResult })
  const label = t('add.file')
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: t('list'), to: '/invoicing/received' }, { label: t('add.title') }]} />
      <Form method="post" id={form.id} encType="multipart/form-data" noValidate className="flex flex-col gap-5">
        <input type="hidden" name="submissionId" value={submissionId} />
        <ErrorSummary form={form} labels={{ files: label }} />
        <FormCard
          title={t('add.heading')}
          description={t('add.text')}
          actions={<SubmitButton>{t('add.button')}</SubmitButton>}
        >
          <FileField field={fields.files} label={label} hint={t('add.hint')} accept={accept} multiple={false} />
        </FormCard>
      </Form>
      <Card title={t('typed.title')} description={t('typed.offer')}>
        <ButtonLink to="/invoicing/received/type" variant="outline">
          {t('typed.link')}
        </ButtonLink>
      </Card>
    </div>
  )
}
