import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { DisputeDetail } from '#app/features/disputes/queries.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary, type FieldLabels, type FormErrors } from '#app/ui/forms/error-summary.tsx'
import { DisputeCrumbs } from './dispute-crumbs.tsx'

/** The page of one step in a dispute: what will happen, what it needs, and the button. */
export function DisputeForm({
  dispute,
  submissionId,
  form,
  labels,
  title,
  confirmLabel,
  children,
}: {
  dispute: Pick<DisputeDetail, 'contract' | 'milestone' | 'subjectId'>
  submissionId: string
  form: FormErrors
  labels: FieldLabels
  title: string
  confirmLabel: string
  children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-6">
      <DisputeCrumbs dispute={dispute} here={title} />
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
        <input type="hidden" name="submissionId" value={submissionId} />
        <div className="w-full max-w-form empty:hidden">
          <ErrorSummary form={form} labels={labels} />
        </div>
        <ConfirmPanel title={title} confirmLabel={confirmLabel} cancelTo={`/disputes/${dispute.subjectId}`}>
          {children}
        </ConfirmPanel>
      </Form>
    </div>
  )
}
