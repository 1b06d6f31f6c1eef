import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { attachFiles } from '#app/features/bids/attachments/attach-files.server.ts'
import { maxAttachmentBytes, maxAttachments } from '#app/features/bids/attachments/limits.ts'
import { availableBidActions } from '#app/features/bids/bid-actions.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { AttachmentList } from '#app/features/bids/ui/attachment-list.tsx'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { ActionButton } from '#app/features/projects/ui/action-button.tsx'
import { acceptOf, workKinds } from '#app/platform/files/sniff-file.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { expectedVersionField } from '#app/platform/forms/require-unchanged.ts'
import { newSubmissionId, submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
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

export const handle: PageHandle = { title: 'bidfiles:page.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.update')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  const actions = availableBidActions(bid, ctx.now)
  const revises = actions.includes('revise')
  if (!revises && !actions.includes('edit')) leavePage(`/bids/${bid.id}`)
  return {
    ...{ id: bid.id, title: bid.project.title, attachments: bid.attachments, revises },
    expectedVersion: bid.updatedAt,
    submissionId: newSubmissionId(),
    accept: acceptOf(workKinds),
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

const schema = z.object({ submissionId: submissionIdField, expectedVersion: expectedVersionField })

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'bids.update')
  const bid = orNotFound(getBid(ctx, params.bidId ?? ''))
  const limits = { maxFiles: maxAttachments, maxBytes: maxAttachmentBytes, kinds: workKinds }
  return handleUpload(
    request,
    schema,
    { ...limits, ...storageLimits(ctx.db, ctx, { unsent: false }) },
    (input, files) => {
      attachFiles(ctx, { ...input, bidId: bid.id, files })
      const key = bid.status === 'draft' ? 'bidfiles:done.attached' : 'bidfiles:done.sealed'
      return redirectWithFlash(request, `/bids/${bid.id}/attachments`, { tone: 'success', text: { key } })
    },
  )
}

/** The files of the bidder's own bid, while it can be changed. */
export default function BidAttachments() {
  const { id, title, attachments, revises, expectedVersion, submissionId, accept } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('bidfiles')
  const { t: tBid } = useTranslation('bids')
  const [form, fields] = useForm<{ files: string }>({ id: 'attachments', lastResult })
  const step = { submissionId, expectedVersion }
  return (
    <div className="flex w-full max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[{ label: tBid('list.title'), to: '/bids' }, { label: title, to: `/bids/${id}` }, { label: t('title') }]}
      />
      <h2 className="text-xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-2xl">
        {t('page.heading', { title })}
      </h2>
      {revises && (
        <Alert tone="warning" title={t('page.revises.title')}>
          {t('page.revises.text')}
        </Alert>
      )}
      <Form method="post" id={form.id} encType="multipart/form-data" noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <ExpectedVersionField lastResult={lastResult} expectedVersion={expectedVersion} />
        <ErrorSummary form={form} labels={{ files: t('files') }} />
        <EditConflict lastResult={lastResult} to={`/bids/${id}`} />
        <FormCard
          title={t('page.add')}
          description={`${t('page.text')} ${t('sealed')}`}
          actions={
            <>
              <SubmitButton>{t('page.submit')}</SubmitButton>
              <ButtonLink to={`/bids/${id}`} variant="outline">
                {t('page.back')}
              </ButtonLink>
            </>
          }
        >
          <FileField
            field={fields.files}
            label={t('files')}
            hint={t('filesHint', { count: maxAttachments, megabytes: maxAttachmentBytes / 1_000_000 })}
            accept={accept}
          />
        </FormCard>
      </Form>
      <Card title={t('page.attached')}>
        {attachments.length === 0 ? (
          <p className="text-sm text-muted-foreground">{t('none')}</p>
        ) : (
          <AttachmentList
            attachments={attachments}
            action={({ id: attachmentId, name }) => (
              <ActionButton
                {...step}
                to={`/bids/${id}/attachments/${attachmentId}/remove`}
                variant="ghost"
                size="sm"
                icon={Trash2}
              >
                {t('page.remove')}
                <span className="sr-only">: {name}</span>
              </ActionButton>
            )}
          />
        )}
      </Card>
    </div>
  )
}
