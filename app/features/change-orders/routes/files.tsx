import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { AttachmentList } from '#app/features/bids/ui/attachment-list.tsx'
import { attachToChange } from '#app/features/change-orders/attach-to-change.server.ts'
import { maxChangeFileBytes, maxChangeFiles } from '#app/features/change-orders/limits.ts'
import { getChangeOrder } from '#app/features/change-orders/queries.server.ts'
import { ChangeCrumbs } from '#app/features/change-orders/ui/change-crumbs.tsx'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { ActionButton } from '#app/features/projects/ui/action-button.tsx'
import { acceptOf, workKinds } from '#app/platform/files/sniff-file.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { newSubmissionId, submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EditConflict, ExpectedVersionField } from '#app/ui/forms/edit-conflict.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'changefiles:title' }

const pathOf = (params: { contractId?: string | undefined; changeId?: string | undefined }) =>
  `/contracts/${params.contractId}/changes/${params.changeId}`

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.change')
  const { change, contract, files, actions } = orNotFound(
    getChangeOrder(ctx, params.contractId ?? '', params.changeId ?? ''),
  )
  if (!actions.includes('edit')) leavePage(pathOf(params))
  const { id, number, title, updatedAt } = change
  return {
    ...{ change: { id, number, title }, contract: { id: contract.id, number: contract.number }, files },
    ...{ expectedVersion: updatedAt, submissionId: newSubmissionId(), accept: acceptOf(workKinds) },
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

const schema = z.object({ submissionId: submissionIdField, expectedVersion: expectedVersionField })

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.change')
  const { contractId = '', changeId: changeOrderId = '' } = params
  orNotFound(getChangeOrder(ctx, contractId, changeOrderId))
  const limits = { maxFiles: maxChangeFiles, maxBytes: maxChangeFileBytes, kinds: workKinds }
  const quotas = storageLimits(ctx.db, ctx, { unsent: false })
  return handleUpload(request, schema, { ...limits, ...quotas }, (input, files) => {
    attachToChange(ctx, { ...input, contractId, changeOrderId, files })
    const text = { key: 'changefiles:done.attached' }
    return redirectWithFlash(request, `${pathOf(params)}/files`, { tone: 'success', text })
  })
}

/** The files of a draft, for the party that drafts it. */
export default function ChangeFiles() {
  const { change, contract, files, expectedVersion, submissionId, accept } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('changefiles')
  const [form, fields] = useForm<{ files: string }>({ id: 'change-files', lastResult })
  const path = pathOf({ contractId: contract.id, changeId: change.id })
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <ChangeCrumbs contract={contract} change={change} here={t('title')} />
      <h2 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-2xl">{change.title}</h2>
      <Form method="post" id={form.id} encType="multipart/form-data" noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
        <ErrorSummary form={form} labels={{ files: t('files') }} />
        <EditConflict lastResult={lastResult} to={path} />
        <FormCard
          title={t('add')}
          description={t('text')}
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
            hint={t('filesHint', { count: maxChangeFiles, megabytes: maxChangeFileBytes / 1_000_000 })}
            accept={accept}
          />
        </FormCard>
      </Form>
      <Card title={t('attached')}>
        {files.length === 0 ? (
          <p className="text-sm text-muted-foreground">{t('none')}</p>
        ) : (
          <AttachmentList
            attachments={files}
            action={({ id, name }) => (
              <ActionButton
                {...{ submissionId, expectedVersion }}
                to={`${path}/files/${id}/remove`}
                variant="ghost"
                size="sm"
                icon={Trash2}
              >
                {t('remove')}
                <span className="sr-only">: {name}</span>
              </ActionButton>
            )}
          />
        )}
      </Card>
    </div>
  )
}
