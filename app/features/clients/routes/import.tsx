import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { clientHeaders } from '#app/features/clients/files/client-columns.server.ts'
import { importClients } from '#app/features/clients/import/import-clients.server.ts'
import { unpack } from '#app/features/clients/import/packed.server.ts'
import { type ImportPreview as Preview, previewImport } from '#app/features/clients/import/preview.server.ts'
import { maxContactBytes, readClients } from '#app/features/clients/import/read-clients.server.ts'
import { ImportPreview } from '#app/features/clients/ui/import-preview.tsx'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { readerOf } from '#app/i18n/reader.server.ts'
import { AppError, invalid } from '#app/platform/errors.ts'
import { readStored } from '#app/platform/files/read-stored.server.ts'
import { acceptOf, contactKinds } from '#app/platform/files/sniff-file.server.ts'
import { optionalText } from '#app/platform/forms/field-schemas.ts'
import { encodeMessage, handleForm } from '#app/platform/forms/form.server.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'clientimport:title', description: 'clientimport:description' }

const confirmSchema = z.object({
  submissionId: submissionIdField,
  packed: z.string({ error: 'clientimport:refused.sendAgain' }),
  name: optionalText(200),
  take: z.array(z.string().max(100)).max(1000).default([]),
})

/** The page with what a file says, and why it was not imported. */
const shown = (preview: Preview, refusal: string | null = null) =>
  data({ lastResult: undefined, preview: { ...preview, refusal } }, refusal ? 422 : 200)

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCompany(request, 'clients.create')
  return { accept: acceptOf(contactKinds) }
}

/** A file is read, compared, shown and forgotten; the form that confirms it carries what it said. */
export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'clients.create')
  const { locale } = await readerOf(request, ctx.actor)
  if (!request.headers.get('Content-Type')?.startsWith('multipart/')) {
    return handleForm(
      request,
      confirmSchema,
      async ({ packed, name = '', take, submissionId }): Promise<Response | ReturnType<typeof shown>> => {
        const clients = unpack(packed)
        if (!clients) throw invalid('clientimport:refused.sendAgain')
        try {
          const params = importClients(ctx, { clients, take, fileName: name, submissionId })
          const text = { key: 'clientimport:done', params }
          return await redirectWithFlash(request, '/clients?sort=newest', { tone: 'success', text })
        } catch (error) {
          // What the file says is compared again, and the reason is shown with it.
          if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'invalid')) throw error
          return shown(previewImport(ctx, { clients, unknown: [], name }, locale), encodeMessage(error.text))
        }
      },
    )
  }
  const limits = { maxFiles: 1, maxBytes: maxContactBytes, kinds: contactKinds }
  const schema = z.object({})
  const upload = { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) }
  return handleUpload(request, schema, upload, async (_, [file]) => {
    if (!file) throw invalid('bidimport:refused.fileNeeded', { field: 'files' })
    const read = await readClients(await readStored(file), file.mime, clientHeaders(locale)[0] ?? '')
    const preview = previewImport(ctx, { ...read, name: file.name }, locale)
    if (preview.packed === null) throw invalid('clientimport:refused.tableTooLarge', { field: 'files' })
    return shown(preview)
  })
}

export default function ImportClients() {
  const { accept } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('clientimport')
  const { t: tClients } = useTranslation('clients')
  const { t: tFile } = useTranslation('bidimport')
  const { t: tForm } = useTranslation('clientform')
  const [form, fields] = useForm<{ files: string }>({ id: 'clients', lastResult: answer?.lastResult })
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: tClients('list.title'), to: '/clients' }, { label: t('title') }]} />
      {answer && 'preview' in answer && <ImportPreview {...answer.preview} />}
      <Form method="post" id={form.id} encType="multipart/form-data" noValidate className="flex flex-col gap-5">
        <ErrorSummary form={form} labels={{ files: tFile('file') }} />
        <FormCard
          title={t('upload')}
          description={t('text', { name: tForm('field.name') })}
          actions={
            <>
              <SubmitButton>{tFile('upload.submit')}</SubmitButton>
              <ButtonLink to="/clients" variant="outline">
                {t('back')}
              </ButtonLink>
            </>
          }
        >
          <FileField field={fields.files} label={tFile('file')} hint={t('fileHint')} accept={accept} multiple={false} />
        </FormCard>
      </Form>
    </div>
  )
}
