import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import { getTermination } from '#app/features/terminations/queries.server.ts'
import { claimSchema } from '#app/features/terminations/schemas.server.ts'
import { groundsOf, isOpen, remedyDays } from '#app/features/terminations/termination.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'terminations:claim.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.terminate')
  const contract = orNotFound(getContract(ctx, params.contractId ?? ''))
  const { id, number, title, terms, party, actions } = contract
  const notice = getTermination(ctx, id)
  if (notice && isOpen(notice.status)) leavePage(`/contracts/${id}/termination`)
  else if (!actions.includes('terminate')) leavePage(`/contracts/${id}`)
  const other = contract[party === 'client' ? 'provider' : 'client'].name
  return { id, number, title, terms, other, grounds: groundsOf(party), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, claimSchema, ({ reason, ...input }) => {
    claimTermination(ctx, { ...input, facts: reason, contractId })
    return redirectWithFlash(request, `/contracts/${contractId}/termination`, {
      tone: 'success',
      text: { key: 'terminations:flash.claimed' },
    })
  })
}

/** A notice that a party wants to end the contract early: the ground, the time to remedy it, and the facts. */
export default function ClaimTermination() {
  const { id, number, title, terms, other, grounds, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('terminations')
  const { t: tContract } = useTranslation('contracts')
  const defaultValue = { days: String(remedyDays.least) }
  const [form, fields] = useForm<{ ground: string; days: string; reason: string }>({
    id: 'claim-termination',
    lastResult,
    defaultValue,
  })
  const labels = { ground: t('claim.ground'), days: t('claim.days'), reason: t('claim.facts') }
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="submissionId" value={submissionId} />
      <div className="w-full max-w-form empty:hidden">
        <ErrorSummary form={form} labels={labels} />
      </div>
      <ConfirmPanel
        title={t('claim.question', { number, title })}
        confirmLabel={t('claim.confirm')}
        cancelTo={`/contracts/${id}`}
      >
        <p>{t('claim.about', { other })}</p>
        <p>{t('claim.held')}</p>
        <p>{t('claim.terms')}</p>
        <details>
          <summary className="min-h-6 cursor-pointer hover:text-foreground">{tContract('detail.terms')}</summary>
          <p className="mt-2 wrap-anywhere whitespace-pre-line">{terms}</p>
        </details>
        <RadioGroup
          field={fields.ground}
          label={labels.ground}
          required
          options={grounds.map((value) => ({ value, label: t(`ground.${value}`), hint: t(`groundHint.${value}`) }))}
        />
        <Field
          field={fields.days}
          label={labels.days}
          hint={t('claim.daysHint', { least: remedyDays.least })}
          inputMode="numeric"
          required
        />
        <TextArea
          field={fields.reason}
          label={labels.reason}
          hint={t('claim.factsHint', { other })}
          required
          maxLength={2000}
        />
      </ConfirmPanel>
    </Form>
  )
}
