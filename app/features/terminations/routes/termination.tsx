import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { changeTermination } from '#app/features/terminations/change-termination.server.ts'
import { getTermination } from '#app/features/terminations/queries.server.ts'
import { stepSchema } from '#app/features/terminations/schemas.server.ts'
import { hasEnded } from '#app/features/terminations/termination.ts'
import { TerminationAlert } from '#app/features/terminations/ui/termination-alert.tsx'
import { TerminationFacts } from '#app/features/terminations/ui/termination-facts.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'terminations:page.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const termination = orNotFound(getTermination(ctx, params.contractId ?? ''))
  return { termination, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, stepSchema, ({ decision, ...input }) => {
    changeTermination(ctx, { ...input, contractId, action: decision })
    return redirectWithFlash(request, `/contracts/${contractId}/termination`, {
      tone: 'success',
      text: { key: `terminations:flash.${decision}` },
    })
  })
}

/** A notice of termination: what the user has to do now, the notice and its answer, and the form of the next step. */
export default function TerminationPage() {
  const { termination, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('terminations')
  const { t: tContract } = useTranslation('contracts')
  const { contractId, number, ground, status, actions } = termination
  const [form, fields] = useForm<{ decision: string; reason: string }>({ id: 'termination', lastResult })
  const labels = { decision: t('page.decision'), reason: t('page.reason') }
  const hint = (step: string) => {
    if (hasEnded(status)) return undefined
    return t(step === 'accept' || step === 'confirm' ? 'decisionHint.ends' : 'decisionHint.goesOn')
  }
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: number, to: `/contracts/${contractId}` },
          { label: t('page.title') },
        ]}
      />
      <TerminationAlert termination={termination} />
      {(actions.length > 0 || lastResult) && (
        <Card title={t('page.step')}>
          <Form method="post" id={form.id} noValidate className="flex max-w-form flex-col gap-5">
            <input type="hidden" name="submissionId" value={submissionId} />
            <ErrorSummary form={form} labels={labels} />
            <RadioGroup
              field={fields.decision}
              label={labels.decision}
              required
              options={actions.map((step) => ({
                value: step,
                label: t(step === 'contest' && ground === 'agreement' ? 'decision.refuse' : `decision.${step}`),
                hint: hint(step),
              }))}
            />
            <TextArea
              field={fields.reason}
              label={labels.reason}
              hint={t('page.reasonHint')}
              optional
              maxLength={2000}
            />
            <div>
              <SubmitButton>{t('page.submit')}</SubmitButton>
            </div>
          </Form>
        </Card>
      )}
      <TerminationFacts termination={termination} />
    </div>
  )
}
