import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { handleMilestoneAction, loadActionPage } from '#app/features/escrow/action-page.server.ts'
import { maxFiles, maxFilesBytes } from '#app/features/escrow/limits.ts'
import { submitSchema } from '#app/features/escrow/schemas.server.ts'
import { submitMilestone } from '#app/features/escrow/submit-milestone.server.ts'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { storageLimits } from '#app/features/files/storage-quota.server.ts'
import { acceptOf, workKinds } from '#app/platform/files/sniff-file.server.ts'
import { handleUpload } from '#app/platform/forms/upload-form.server.ts'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'escrow:submit.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  return { ...(await loadActionPage(request, params.milestoneId, 'submit')), accept: acceptOf(workKinds) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  const limits = {
    maxFiles,
    maxBytes: maxFilesBytes,
    kinds: workKinds,
    ...storageLimits(ctx.db, ctx, { unsent: false }),
  }
  return handleUpload(request, submitSchema, limits, (input, files) =>
    handleMilestoneAction(request, ctx, milestoneId, 'submitted', () =>
      submitMilestone(ctx, { ...input, milestoneId, files }),
    ),
  )
}

export default function SubmitMilestone() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTranslation('escrow')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ note: string; files: string }>({ id: 'submit-milestone', lastResult })
  return (
    <MilestoneActionForm
      page={page}
      form={form}
      labels={{ note: t('submit.note'), files: t('submit.files') }}
      title={t('submit.question', { title: page.milestone.title })}
      confirmLabel={t('action.submit')}
      upload
    >
      <p>{t('submit.text', { client: page.contract.clientName })}</p>
      {page.contract.paymentMethod === 'secure_escrow' && <p>{t('submit.silence')}</p>}
      <TextArea field={fields.note} label={t('submit.note')} hint={t('submit.noteHint')} required maxLength={5000} />
      <FileField
        field={fields.files}
        label={t('submit.files')}
        hint={t('submit.filesHint', { count: maxFiles, megabytes: maxFilesBytes / 1_000_000 })}
        accept={page.accept}
      />
    </MilestoneActionForm>
  )
}
