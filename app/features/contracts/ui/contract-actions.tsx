import {
  Ban,
  Download,
  FileText,
  Landmark,
  MessageSquareText,
  MessagesSquare,
  PenLine,
  Send,
  SquarePen,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractAction } from '#app/features/contracts/contract.ts'
import type { ContractDetail } from '#app/features/contracts/queries.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

const looks = [
  { action: 'send', icon: Send, variant: 'primary' },
  { action: 'sign', icon: PenLine, variant: 'primary' },
  { action: 'edit', icon: SquarePen, variant: 'outline' },
  { action: 'decline', icon: Ban, variant: 'outline' },
  { action: 'void', icon: Undo2, variant: 'outline' },
  { action: 'terminate', icon: Ban, variant: 'ghost' },
] as const satisfies readonly { action: ContractAction; icon: unknown; variant: string }[]

/** The actions that the user may take now, according to the state machine. */
export function ContractActions({
  contract,
  hasNotice = false,
  more,
}: {
  contract: Pick<ContractDetail, 'id' | 'status' | 'actions' | 'activatedAt'>
  /** A notice of termination stands. */
  hasNotice?: boolean | undefined
  /** Buttons of other features. */
  more?: ReactNode
}) {
  const { t } = useTranslation('contracts')
  const open = looks.filter(({ action }) => contract.actions.includes(action) && !(hasNotice && action === 'terminate'))
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {contract.activatedAt && (
        <ButtonLink to={`/escrow/${contract.id}`} icon={Landmark}>
          {t('detail.toMilestones')}
        </ButtonLink>
      )}
      <ButtonLink to={`/contracts/${contract.id}/document`} icon={FileText} variant="outline">
        {t('paper.read')}
      </ButtonLink>
      <ButtonLink to={`/contracts/${contract.id}/contract.pdf`} reloadDocument icon={Download} variant="outline">
        {t('paper.download')}
      </ButtonLink>
      {contract.status === 'draft' && (
        <ButtonLink to={`/contracts/${contract.id}/negotiation`} icon={MessageSquareText} variant="outline">
          {t('action.negotiate')}
        </ButtonLink>
      )}
      {open.map(({ action, icon, variant }) => (
        <ButtonLink key={action} to={`/contracts/${contract.id}/${action}`} icon={icon} variant={variant}>
          {t(`action.${action}`)}
        </ButtonLink>
      ))}
      {contract.status !== 'draft' && (
        <PostForm action={`/contracts/${contract.id}/conversation`}>
          <SubmitButton variant="outline" icon={MessagesSquare}>
            {t('action.conversation')}
          </SubmitButton>
        </PostForm>
      )}
      {more}
    </div>
  )
}
