import type { SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'

/** Confirms an action that ends something, with a reason that the other party can read. */
export function ReasonForm({
  lastResult,
  title,
  children,
  label,
  hint,
  required,
  confirmLabel,
  cancelTo,
}: {
  lastResult?: SubmissionResult<string[]>
  title: string
  children: ReactNode
  label: string
  hint?: string
  required: boolean
  confirmLabel: string
  cancelTo: string
}) {
  const [form, fields] = useForm<{ reason: string }>({ id: 'reason-form', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <ErrorSummary form={form} labels={{ reason: label }} />
      <ConfirmPanel title={title} confirmLabel={confirmLabel} cancelTo={cancelTo}>
        {children}
        <TextArea
          field={fields.reason}
          label={label}
          hint={hint}
          required={required}
          optional={!required}
          maxLength={2000}
        />
      </ConfirmPanel>
    </Form>
  )
}
