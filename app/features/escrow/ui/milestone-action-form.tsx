import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscrowContract, EscrowMilestone } from '#app/features/escrow/queries.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary, type FieldLabels, type FormErrors } from '#app/ui/forms/error-summary.tsx'

export type MilestoneActionPage = {
  milestone: Pick<EscrowMilestone, 'title'>
  contract: Pick<EscrowContract, 'id' | 'number'>
  submissionId: string
}

/** The page of one milestone action: what will happen, the required input, and the button. */
export function MilestoneActionForm({
  page,
  form,
  labels = {},
  title,
  confirmLabel,
  destructive = false,
  upload = false,
  children,
}: {
  page: MilestoneActionPage
  form: FormErrors
  /** Of the form's fields, for the summary of its errors. */
  labels?: FieldLabels
  title: string
  confirmLabel: string
  destructive?: boolean
  /** Whether the form uploads files. */
  upload?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('escrow')
  const { contract, milestone, submissionId } = page
  const back = `/escrow/${contract.id}`
  return (
    <div className="flex flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: t('list.title'), to: '/escrow' },
          { label: contract.number, to: back },
          { label: milestone.title },
        ]}
      />
      <Form
        method="post"
        id={form.id}
        noValidate
        encType={upload ? 'multipart/form-data' : undefined}
        className="flex flex-col gap-4"
      >
        <input type="hidden" name="submissionId" value={submissionId} />
        <div className="w-full max-w-form empty:hidden">
          <ErrorSummary form={form} labels={labels} />
        </div>
        <ConfirmPanel title={title} confirmLabel={confirmLabel} cancelTo={back} destructive={destructive}>
          {children}
        </ConfirmPanel>
      </Form>
    </div>
  )
}
