import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { maxFiles, maxFilesBytes } from '#app/features/escrow/limits.ts'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { claimValuation } from '#app/features/valuations/claim-valuation.server.ts'
import { doneInputValue } from '#app/features/valuations/measure.ts'
import { getValuations } from '#app/features/valuations/queries.server.ts'
import { claimSchema } from '#app/features/valuations/schemas.server.ts'
import { DoneFields, type DoneValues } from '#app/features/valuations/ui/done-fields.tsx'
import { ValuationCrumbs } from '#app/features/valuations/ui/valuation-crumbs.tsx'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { acceptOf, documentKinds } from '#app/platform/files/sniff-file.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'valuations:claim.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.submit')
  const { milestone, contract, ...page } = orNotFound(getValuations(ctx, params.milestoneId ?? ''))
  if (page.role !== 'provider') orNotFound(null)
  if (!page.mayClaim) leavePage(`/milestones/${milestone.id}/valuations`)
  const mark = await localeContextOf(request, ctx.actor)
  const lines = orNotFound(page.schedule).lines.map(({ id, certifiedDone, ...line }) => ({
    ...line,
    lineId: id,
    doneBefore: certifiedDone,
  }))
  const done = lines.map((line) => doneInputValue(line.basis, line.doneBefore, mark))
  return { milestone, contract, lines, done, accept: acceptOf(documentKinds), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  const { schedule } = orNotFound(getValuations(ctx, milestoneId))
  const lines = schedule?.lines.map(({ id: lineId, basis }) => ({ lineId, basis })) ?? []
  const schema = claimSchema(lines, await localeContextOf(request, ctx.actor))
  const limits = { maxFiles, maxBytes: maxFilesBytes, ...storageLimits(ctx.db, ctx, { unsent: false }) }
  return handleUpload(request, schema, limits, (input, files) => {
    const { id } = claimValuation(ctx, { ...input, note: input.note ?? '', milestoneId, files })
    const text = { key: 'valuations:flash.claimed' }
    return redirectWithFlash(request, `/valuations/${id}`, { tone: 'success', text })
  })
}

/** The provider values what is done of a milestone to date. */
export default function ClaimValuation() {
  const { milestone, contract, lines, done, accept, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('valuations')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<{ lines: DoneValues[]; note: string; files: string }>({
    id: 'claim',
    lastResult: useActionData<typeof action>()?.lastResult,
    defaultValue: {
      lines: lines.map(({ lineId }, index) => ({ lineId, done: done[index] ?? '0', reason: '' })),
      note: '',
    },
  })
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <ValuationCrumbs contract={contract} milestone={milestone} here={t('claim.title')} />
      <Form method="post" id={form.id} noValidate encType="multipart/form-data" className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <ErrorSummary
          form={form}
          labels={{
            ...{ note: t('claim.note'), files: t('claim.files') },
            lines: {
              label: t('claim.lines'),
              row: (index) => t('field.line', { position: index + 1 }),
              fields: { done: t('done.toDate') },
            },
          }}
        />
        <FormCard title={t('claim.lines')} description={t('claim.text')}>
          <div id={fields.lines.id} className="@container flex flex-col gap-5">
            {fields.lines.getFieldList().map((field, index) => {
              const line = lines[index]
              return (
                line && (
                  <DoneFields key={field.key ?? field.name} field={field} line={line} currency={contract.currency} />
                )
              )
            })}
          </div>
        </FormCard>
        <FormCard title={t('claim.evidence')}>
          <TextArea field={fields.note} label={t('claim.note')} hint={t('claim.noteHint')} optional maxLength={5000} />
          <FileField
            field={fields.files}
            label={t('claim.files')}
            hint={t('claim.filesHint', { count: maxFiles, megabytes: maxFilesBytes / 1_000_000 })}
            accept={accept}
            optional
          />
        </FormCard>
        <div className="flex flex-col gap-3 sm:flex-row">
          <SubmitButton>{t('claim.submit')}</SubmitButton>
          <ButtonLink to={`/milestones/${milestone.id}/valuations`} variant="outline">
            {ui('cancel')}
          </ButtonLink>
        </div>
      </Form>
    </div>
  )
}
