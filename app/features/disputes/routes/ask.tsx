import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireRole } from '#app/features/accounts/guards.server.ts'
import { askForStatements } from '#app/features/disputes/ask-for-statements.server.ts'
import { getDispute } from '#app/features/disputes/queries.server.ts'
import { requestSchema } from '#app/features/disputes/schemas.server.ts'
import { DisputeForm } from '#app/features/disputes/ui/dispute-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { disputeAddressees } from '#db/vocabulary/disputes.ts'

export const handle: PageHandle = { title: 'disputes:ask.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const dispute = orNotFound(getDispute(ctx, params.subjectId ?? ''))
  if (!dispute.actions.includes('ask')) leavePage(`/disputes/${dispute.subjectId}`)
  return { dispute, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  const subjectId = params.subjectId ?? ''
  orNotFound(getDispute(ctx, subjectId))
  return handleForm(request, requestSchema, (input) => {
    askForStatements(ctx, { ...input, subjectId })
    return redirectWithFlash(request, `/disputes/${subjectId}`, {
      tone: 'success',
      text: { key: 'disputes:flash.asked' },
    })
  })
}

/** An admin who works for neither party asks them for statements by a day. */
export default function AskForStatements() {
  const { dispute, submissionId } = useLoaderData<typeof loader>()
  const { clientName, providerName } = dispute.contract
  const { t } = useTranslation('disputes')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ asked: string; text: string; answerBy: string }>({ id: 'ask', lastResult })
  const labels = { asked: t('ask.whom'), text: t('ask.text'), answerBy: t('ask.answerBy') }
  const names = { both: t('ask.both'), client: clientName, provider: providerName }
  return (
    <DisputeForm
      dispute={dispute}
      submissionId={submissionId}
      form={form}
      labels={labels}
      title={t('ask.title')}
      confirmLabel={t('ask.submit')}
    >
      <RadioGroup
        field={fields.asked}
        label={labels.asked}
        required
        options={disputeAddressees.map((value) => ({ value, label: names[value] }))}
      />
      <TextArea field={fields.text} label={labels.text} hint={t('ask.hint')} required maxLength={5000} />
      <Field field={fields.answerBy} type="date" label={labels.answerBy} required />
    </DisputeForm>
  )
}
