import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany, requireUser } from '#app/features/accounts/guards.server.ts'
import { addStatement } from '#app/features/disputes/add-statement.server.ts'
import { getDispute } from '#app/features/disputes/queries.server.ts'
import { statementSchema } from '#app/features/disputes/schemas.server.ts'
import { DisputeCrumbs } from '#app/features/disputes/ui/dispute-crumbs.tsx'
import { DisputeThread } from '#app/features/disputes/ui/dispute-thread.tsx'
import { OfferList } from '#app/features/disputes/ui/offer-list.tsx'
import { maxFiles, maxFilesBytes } from '#app/features/escrow/limits.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { acceptOf, documentKinds } from '#app/platform/files/sniff-file.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageSection } from '#app/ui/page-section.tsx'

export const handle: PageHandle = { title: 'disputes:title', description: 'disputes:description' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireUser(request, 'escrow.read')
  const dispute = orNotFound(getDispute(ctx, params.subjectId ?? ''))
  return { dispute, accept: acceptOf(documentKinds), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const subjectId = params.subjectId ?? ''
  orNotFound(getDispute(ctx, subjectId))
  const limits = { maxFiles, maxBytes: maxFilesBytes, ...storageLimits(ctx.db, ctx, { unsent: false }) }
  return handleUpload(request, statementSchema, limits, (input, files) => {
    addStatement(ctx, { ...input, subjectId, files })
    return redirectWithFlash(request, `/disputes/${subjectId}`, {
      tone: 'success',
      text: { key: 'disputes:flash.stated' },
    })
  })
}

export default function DisputePage() {
  const { dispute, accept, submissionId } = useLoaderData<typeof loader>()
  const { contract, milestone, subjectId, actions, isOpen, heldCents, decision } = dispute
  const { t } = useTranslation('disputes')
  const format = useFormat()
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ text: string; files: string }>({ id: 'state', lastResult })
  const labels = { text: t('statement.text'), files: t('statement.files') }
  const resolve = milestone ? `/milestones/${milestone.id}/resolve` : `/escrow/${contract.id}/resolve-retention`
  return (
    <div className="flex w-full max-w-reading flex-col gap-6">
      <DisputeCrumbs dispute={dispute} />
      <p className="text-lg font-semibold wrap-anywhere">
        {milestone ? t('paper.milestone', milestone) : t('retention')}
      </p>
      <Alert
        tone={isOpen ? 'warning' : 'info'}
        actions={
          <>
            {decision && <ButtonLink to={`/disputes/${subjectId}/decision`}>{t('decision')}</ButtonLink>}
            {actions.includes('decide') && <ButtonLink to={resolve}>{t('decide')}</ButtonLink>}
            {actions.includes('ask') && (
              <ButtonLink to={`/disputes/${subjectId}/ask`} variant="outline">
                {t('ask.title')}
              </ButtonLink>
            )}
          </>
        }
      >
        {isOpen ? t('open', { amount: format.money(heldCents, contract.currency) }) : t('closed')}
      </Alert>
      <PageSection title={t('said')} description={t('saidText')}>
        <DisputeThread dispute={dispute} />
      </PageSection>
      {actions.includes('state') && (
        <Form method="post" id={form.id} noValidate encType="multipart/form-data" className="flex flex-col gap-4">
          <input type="hidden" name="submissionId" value={submissionId} />
          <ErrorSummary form={form} labels={labels} />
          <FormCard title={t('statement.title')} actions={<SubmitButton>{t('statement.submit')}</SubmitButton>}>
            <TextArea field={fields.text} label={labels.text} hint={t('statement.hint')} required maxLength={10_000} />
            <FileField
              field={fields.files}
              label={labels.files}
              hint={t('statement.filesHint', { megabytes: maxFilesBytes / 1_000_000 })}
              accept={accept}
            />
          </FormCard>
        </Form>
      )}
      <PageSection title={t('offers.title')} description={t('offers.text')}>
        <OfferList dispute={dispute} />
        {actions.includes('offer') && (
          <div>
            <ButtonLink to={`/disputes/${subjectId}/offer`} variant="outline">
              {t('offer.title')}
            </ButtonLink>
          </div>
        )}
      </PageSection>
    </div>
  )
}
