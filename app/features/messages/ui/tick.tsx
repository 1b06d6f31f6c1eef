import { Pencil, RotateCcw, Trash2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ShownMessage, useChatActions } from '#app/features/conversations/ui/chat-model.ts'
import { Button } from '#app/ui/button.tsx'
import { useThreadContext } from './thread-context.tsx'

/** The delivery status of the viewer's own message. */
export function Tick({ tick }: { tick: ShownMessage['tick'] }) {
  const { t } = useTranslation('chat')
  if (!tick) return null
  return <span role="img" aria-label={t(`states.tick.${tick}`)} className={`tick tick-${tick}`} />
}

/** The buttons to retry, rewrite or discard a message that could not be sent. */
export function NotSent({ message }: { message: ShownMessage }) {
  const { t } = useTranslation('chat')
  const actions = useChatActions()
  const { giveBack } = useThreadContext()
  const { tick, clientId } = message
  if (tick !== 'failed' || !clientId || !actions) return null
  return (
    <p className="flex flex-wrap items-center justify-end gap-1 pt-1 text-xs text-destructive">
      {message.refusal ?? t('states.notSent')}
      {message.refusal ? (
        <Button size="sm" variant="ghost" icon={Pencil} onClick={() => giveBack?.(clientId)}>
          {t('menu.edit')}
        </Button>
      ) : (
        <Button size="sm" variant="ghost" icon={RotateCcw} onClick={() => actions.retry(clientId)}>
          {t('states.retry')}
        </Button>
      )}
      <Button size="sm" variant="ghost" icon={Trash2} onClick={() => actions.discard(clientId)}>
        {t('states.discard')}
      </Button>
    </p>
  )
}

/** The upload progress of a message's files (0–1), with their names and a button to cancel. */
export function UploadProgress({
  names,
  progress,
  onCancel,
}: {
  names: readonly string[]
  progress: number
  onCancel: (() => void) | null
}) {
  const { t } = useTranslation('chat')
  const percent = Math.round(Math.min(1, Math.max(0, progress)) * 100)
  return (
    <div className="upload-progress">
      <progress value={percent} max={100} aria-label={t('media.uploading', { name: names.join(', ') })} />
      <span aria-hidden>{t('media.zoomValue', { percent })}</span>
      {onCancel && (
        <Button variant="ghost" size="icon" icon={X} onClick={onCancel}>
          {t('media.cancelUpload')}
        </Button>
      )}
    </div>
  )
}
