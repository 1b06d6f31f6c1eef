import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { localPath } from '#app/features/accounts/sessions/local-path.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { addCertificate } from '#app/features/qualifications/add-certificate.server.ts'
import { maxCertificateBytes } from '#app/features/qualifications/limits.ts'
import { certificateSchema } from '#app/features/qualifications/schemas.server.ts'
import { type CertificateField, CertificateFields } from '#app/features/qualifications/ui/certificate-fields.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { acceptOf, documentKinds } from '#app/platform/files/sniff-file.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { certificateKinds } from '#db/vocabulary/qualifications.ts'

export const handle: PageHandle = { title: 'qualification:add.title' }

const list = '/company-settings/certificates'

/** Where whoever came from another page goes back to. */
const backOf = (request: Request) => localPath(new URL(request.url).searchParams.get('returnTo')) ?? list

export async function loader({ request }: LoaderFunctionArgs) {
  await requireCompany(request, 'company.keepCertificates')
  const asked = new URL(request.url).searchParams.get('kind')
  return {
    kind: certificateKinds.find((kind) => kind === asked) ?? '',
    accept: acceptOf(documentKinds),
    back: backOf(request),
    submissionId: newSubmissionId(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'company.keepCertificates')
  const back = backOf(request)
  const limits = { maxFiles: 1, maxBytes: maxCertificateBytes, kinds: documentKinds }
  const schema = certificateSchema(await localeContextOf(request, ctx.actor))
  return handleUpload(
    request,
    schema,
    { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) },
    (input, files) => {
      addCertificate(ctx, { ...input, files })
      return redirectWithFlash(request, back, { tone: 'success', text: { key: 'qualification:add.done' } })
    },
  )
}

export default function AddCertificate() {
  const { kind, accept, back, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('qualification')
  const { t: tTeam } = useTranslation('team')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<Record<CertificateField, string>>({
    ...{ id: 'certificate', lastResult },
    defaultValue: { kind, currency: 'EUR' },
  })
  const labels = {
    kind: t('field.kind'),
    label: t('field.label'),
    issuer: t('field.issuer'),
    number: t('field.number'),
    issuedOn: t('field.issuedOn'),
    validUntil: t('field.validUntil'),
    sum: t('field.sum'),
    currency: t('field.currency'),
    files: t('field.file'),
  }
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tTeam('company.title'), to: '/company-settings' },
          { label: t('list.title'), to: list },
          { label: t('add.title') },
        ]}
      />
      <ErrorSummary form={form} labels={labels} />
      <Form method="post" id={form.id} encType="multipart/form-data" noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <FormCard
          title={t('add.title')}
          description={t('add.text')}
          actions={
            <>
              <SubmitButton>{t('add.submit')}</SubmitButton>
              <ButtonLink to={back} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          <CertificateFields fields={fields} labels={labels} accept={accept} />
        </FormCard>
      </Form>
    </div>
  )
}
