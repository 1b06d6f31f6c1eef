import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'

/** How much of a message's files has arrived (0–1), and the way to call it off. */
export function UploadProgress({ progress, onCancel }: { progress: number; onCancel: (() => void) | null }) {
  const { t } = useTranslation('chat')
  const percent = Math.round(Math.min(1, Math.max(0, progress)) * 100)
  return (
    <div className="flex w-60 max-w-full items-center gap-2">
      <progress
        value={percent}
        max={100}
        aria-label={t('media.uploading')}
        className="h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-muted forced-colors:appearance-auto [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-muted [&::-webkit-progress-value]:bg-primary"
      />
      <span aria-hidden className="text-xs tabular-nums">
        {t('media.zoomValue', { percent })}
      </span>
      {onCancel && (
        <Button variant="ghost" size="icon" icon={X} onClick={onCancel}>
          {t('media.cancelUpload')}
        </Button>
      )}
    </div>
  )
}
