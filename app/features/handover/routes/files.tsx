import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { attachToDefect } from '#app/features/handover/attach-to-defect.server.ts'
import { defectFileKinds } from '#app/features/handover/defect-files.server.ts'
import { handoverNumber, handoverPath } from '#app/features/handover/handover-page.server.ts'
import { maxDefectFileBytes, maxDefectFiles } from '#app/features/handover/limits.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { DefectFileList } from '#app/features/handover/ui/defect-file-list.tsx'
import { HandoverCrumbs } from '#app/features/handover/ui/handover-crumbs.tsx'
import { acceptOf } from '#app/platform/files/sniff-file.server.ts'
import { newSubmissionId, submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'defectfiles:title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const number = handoverNumber(params.number)
  const { contract, party, handover } = orNotFound(getHandover(ctx, params.contractId ?? '', number))
  const defect = orNotFound(handover?.defects.find(({ id }) => id === params.defectId) ?? null)
  const { id, position, description, place, files, mayAttach } = defect
  const path = handoverPath(contract.id, number)
  return {
    ...{ contract, party, path, defect: { id, position, description, place }, files, mayAttach },
    ...{ isWritten: handover?.status === 'called', submissionId: newSubmissionId(), accept: acceptOf(defectFileKinds) },
  }
}

const schema = z.object({ submissionId: submissionIdField })

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.handover')
  const { contractId = '', defectId = '' } = params
  const number = handoverNumber(params.number)
  orNotFound(getHandover(ctx, contractId, number))
  const limits = { maxFiles: maxDefectFiles, maxBytes: maxDefectFileBytes, kinds: defectFileKinds }
  const quotas = storageLimits(ctx.db, ctx, { unsent: false })
  return handleUpload(request, schema, { ...limits, ...quotas }, (input, files) => {
    attachToDefect(ctx, { ...input, contractId, defectId, files })
    const to = `${handoverPath(contractId, number)}/defects/${defectId}/files`
    return redirectWithFlash(request, to, { tone: 'success', text: { key: 'defectfiles:done.attached' } })
  })
}

/** The photos and PDFs of a defect, with the form that adds some. */
export default function DefectFiles() {
  const { contract, party, path, defect, files, mayAttach, isWritten, submissionId, accept } =
    useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('defectfiles')
  const [form, fields] = useForm<{ files: string }>({ id: 'defect-files', lastResult })
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <HandoverCrumbs contract={contract} here={t('title')} />
      <div className="flex flex-col gap-1">
        <h2 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-2xl">
          {defect.description}
        </h2>
        {defect.place && <p className="text-muted-foreground wrap-anywhere">{defect.place}</p>}
      </div>
      {mayAttach ? (
        <Form method="post" id={form.id} encType="multipart/form-data" noValidate>
          <input type="hidden" name="submissionId" value={submissionId} />
          <ErrorSummary form={form} labels={{ files: t('files') }} />
          <FormCard
            title={t('add')}
            description={isWritten ? t('text.found') : t('text.repair')}
            actions={
              <>
                <SubmitButton>{t('add')}</SubmitButton>
                <ButtonLink to={path} variant="outline">
                  {t('back')}
                </ButtonLink>
              </>
            }
          >
            <FileField
              field={fields.files}
              label={t('files')}
              hint={t('filesHint', { count: maxDefectFiles, megabytes: maxDefectFileBytes / 1_000_000 })}
              accept={accept}
            />
          </FormCard>
        </Form>
      ) : (
        <div>
          <ButtonLink to={path} variant="outline">
            {t('back')}
          </ButtonLink>
        </div>
      )}
      <Card title={t('attached')}>
        {files.length === 0 ? (
          <p className="text-sm text-muted-foreground">{t('none')}</p>
        ) : (
          <DefectFileList
            files={files}
            removable={isWritten && mayAttach ? { party, path: `${path}/defects/${defect.id}/files` } : null}
          />
        )}
      </Card>
    </div>
  )
}
