import { Ban, Paperclip, PenLine, SquarePen, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChangeOrderAction } from '#app/features/change-orders/change-order.ts'
import { ButtonLink } from '#app/ui/button.tsx'

const looks = [
  { action: 'propose', to: 'sign', icon: PenLine, variant: 'primary' },
  { action: 'accept', to: 'sign', icon: PenLine, variant: 'primary' },
  { action: 'edit', to: 'edit', icon: SquarePen, variant: 'outline' },
  { action: 'edit', to: 'files', icon: Paperclip, variant: 'outline' },
  { action: 'reject', to: 'reject', icon: Ban, variant: 'outline' },
  { action: 'withdraw', to: 'withdraw', icon: Undo2, variant: 'outline' },
] as const satisfies readonly { action: ChangeOrderAction; to: string; icon: unknown; variant: string }[]

/** The steps that the user may take now, according to the state machine; `path` is the change order's page. */
export function ChangeActions({ path, actions }: { path: string; actions: readonly ChangeOrderAction[] }) {
  const { t } = useTranslation('changeorders')
  const open = looks.filter(({ action }) => actions.includes(action))
  if (open.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {open.map(({ action, to, icon, variant }) => (
        <ButtonLink key={`${action}-${to}`} to={`${path}/${to}`} icon={icon} variant={variant}>
          {t(to === 'files' ? 'action.files' : `action.${action}`)}
        </ButtonLink>
      ))}
    </div>
  )
}
