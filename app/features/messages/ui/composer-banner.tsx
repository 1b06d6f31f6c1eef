import { type LucideIcon, X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { ThreadLink } from './thread-place.tsx'

/** What the next message is about (an answer, a change), with the way out of it. */
export function ComposerBanner({
  icon: Icon,
  title,
  children,
  cancelTo,
  cancelLabel,
  onCancel,
}: {
  icon: LucideIcon
  title: string
  children: ReactNode
  /** Where cancelling leads without scripts. */
  cancelTo: string
  cancelLabel: string
  onCancel: (() => void) | null
}) {
  function cancel(event: MouseEvent) {
    if (!onCancel) return
    event.preventDefault()
    onCancel()
  }
  return (
    <div className="flex items-center gap-3 rounded-md border-s-3 border-primary bg-muted ps-3 text-sm">
      <Icon aria-hidden className="size-4 shrink-0 text-primary rtl:-scale-x-100" />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="truncate text-xs font-semibold">{title}</p>
        <p className="truncate text-xs text-muted-foreground">{children}</p>
      </div>
      <ThreadLink to={cancelTo} onClick={cancel} className={buttonClass({ variant: 'ghost', size: 'sm' }, 'shrink-0')}>
        <X aria-hidden className="size-4" />
        {cancelLabel}
      </ThreadLink>
    </div>
  )
}
