import type { ButtonProps } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

type Props = { to: string; submissionId: string; expectedVersion?: number } & ButtonProps

/**
 * A button that posts to an action route; repeated presses have no further effect. `expectedVersion` is what its page shows,
 * where the step cannot be taken back.
 */
export function ActionButton({ to, submissionId, expectedVersion, ...button }: Props) {
  return (
    <PostForm action={to} className={button.wide ? 'w-full sm:w-auto' : undefined}>
      <input type="hidden" name="submissionId" value={submissionId} />
      {expectedVersion !== undefined && <input type="hidden" name="expectedVersion" value={expectedVersion} />}
      <SubmitButton {...button} />
    </PostForm>
  )
}
