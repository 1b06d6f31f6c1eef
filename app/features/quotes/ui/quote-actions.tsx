import { CircleCheck, Pencil, Send, Trash2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ShownQuote } from '#app/features/quotes/queries.server.ts'
import type { Message } from '#app/platform/errors.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { useText } from '#app/ui/text.ts'

/** What can be done with a quote now, the next step first. */
export function QuoteActions({ quote, refusal }: { quote: ShownQuote; refusal: Message | null }) {
  const { t } = useTranslation('quotes')
  const text = useText()
  const { id, actions, state, hasChanges, canDelete } = quote
  const isNew = state === 'draft' || state === 'declined' || state === 'withdrawn' || state === 'expired'
  const send = { action: 'send', icon: Send, label: t(state === 'draft' ? 'action.send' : 'action.sendAgain') }
  const edit = { action: 'edit', icon: Pencil, label: t('action.edit') }
  const possible = [
    ...(isNew || hasChanges ? [send, edit] : []),
    { action: 'accept', to: 'answer', icon: CircleCheck, label: t('action.record') },
    ...(isNew || hasChanges ? [] : [edit, send]),
    { action: 'withdraw', icon: Undo2, label: t('action.withdraw') },
  ].filter(({ action }) => (actions as readonly string[]).includes(action))
  if (possible.length === 0 && !canDelete && !refusal) return null
  return (
    <Card title={t('action.title')}>
      <div className="flex flex-col gap-2.5">
        {refusal && <p className="text-sm text-muted-foreground">{text(refusal.key, refusal.params)}</p>}
        {possible.map(({ action, icon, label, ...rest }, index) => (
          <ButtonLink
            key={action}
            to={`/invoicing/quotes/${id}/${'to' in rest ? rest.to : action}`}
            icon={icon}
            variant={index === 0 ? 'primary' : 'outline'}
          >
            {label}
          </ButtonLink>
        ))}
        {canDelete && (
          <ButtonLink
            to={`/invoicing/quotes/${id}/delete`}
            icon={Trash2}
            variant="ghost"
            className="text-destructive hover:text-accent-foreground"
          >
            {t('action.delete')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
