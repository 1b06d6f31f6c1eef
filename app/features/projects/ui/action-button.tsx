import { Form } from '@remix-run/react'
import type { ButtonProps } from '#app/ui/button.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** A button that posts to an action route; repeated presses have no further effect. */
export function ActionButton({ to, submissionId, ...button }: { to: string; submissionId: string } & ButtonProps) {
  return (
    <Form method="post" action={to} className={button.wide ? 'w-full sm:w-auto' : undefined}>
      <input type="hidden" name="submissionId" value={submissionId} />
      <SubmitButton {...button} />
    </Form>
  )
}
