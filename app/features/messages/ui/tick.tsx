import { Check, CheckCheck, CircleAlert, Clock, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChatActions } from '#app/features/conversations/ui/chat-context.ts'
import type { ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { Button } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'

const icons = { pending: Clock, failed: CircleAlert, sent: Check, delivered: CheckCheck, read: CheckCheck }

/** How far a message of mine has come. */
export function Tick({ tick }: { tick: ShownMessage['tick'] }) {
  const { t } = useTranslation('chat')
  if (!tick) return null
  const Icon = icons[tick]
  return (
    <span className="inline-flex">
      <Icon
        aria-hidden
        strokeWidth={2.5}
        className={classes('size-3.5', tick === 'read' && 'text-primary', tick === 'failed' && 'text-destructive')}
      />
      <span className="sr-only">{t(`states.tick.${tick}`)}</span>
    </span>
  )
}

/** A message that could not be sent stays where it was written, until it is tried again or given up. */
export function NotSent({ message }: { message: ShownMessage }) {
  const { t } = useTranslation('chat')
  const actions = useChatActions()
  const { tick, clientId } = message
  if (tick !== 'failed' || !clientId || !actions) return null
  return (
    <p className="flex flex-wrap items-center justify-end gap-1 pt-1 text-xs text-destructive">
      {t('states.notSent')}
      <Button size="sm" variant="ghost" icon={RotateCcw} onClick={() => actions.retry(clientId)}>
        {t('states.retry')}
      </Button>
      <Button size="sm" variant="ghost" icon={Trash2} onClick={() => actions.discard(clientId)}>
        {t('states.discard')}
      </Button>
    </p>
  )
}
