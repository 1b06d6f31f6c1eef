import { Check, Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ProposalAction } from '#app/features/negotiations/proposal.ts'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

const looks = [
  { action: 'accept', icon: Check, variant: 'primary' },
  { action: 'reject', icon: X, variant: 'outline' },
  { action: 'withdraw', icon: Undo2, variant: 'outline' },
] as const

/** The answers to a proposal that the user may give now. */
export function AnswerButtons({ action: address, actions }: { action: string; actions: readonly ProposalAction[] }) {
  const { t } = useTranslation('negotiation')
  const open = looks.filter(({ action }) => actions.includes(action))
  if (open.length === 0) return null
  return (
    <PostForm action={address} className="flex flex-wrap gap-2 print:hidden">
      {open.map(({ action, icon, variant }) => (
        <SubmitButton key={action} name="answer" value={action} icon={icon} variant={variant} size="sm">
          {t(`answer.${action}`)}
        </SubmitButton>
      ))}
    </PostForm>
  )
}
