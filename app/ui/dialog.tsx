import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from '#app/ui/button.tsx'

/** Opens or closes a Dialog by its id: natively with `command` where the browser supports it, otherwise by script. */
export function DialogButton({
  dialogId,
  command = 'show-modal',
  ...props
}: ButtonProps & { dialogId: string; command?: 'show-modal' | 'close' }) {
  function fallBack(event: MouseEvent<HTMLButtonElement>) {
    if ('command' in event.currentTarget) return
    const dialog = document.getElementById(dialogId)
    if (!(dialog instanceof HTMLDialogElement)) return
    if (command === 'close') dialog.close()
    else dialog.showModal()
  }
  return <Button commandfor={dialogId} command={command} onClick={fallBack} {...props} />
}

/**
 * A modal window. Its content must also be reachable without it, because browsers without `command` need the script.
 */
export function Dialog({
  id,
  title,
  description,
  children,
}: {
  id: string
  title: ReactNode
  description?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('ui')
  const titleId = useId()
  return (
    <dialog
      id={id}
      closedby="any"
      aria-labelledby={titleId}
      className="m-auto w-[calc(100vw-2rem)] max-w-lg rounded-lg border border-border bg-popover p-5 text-popover-foreground shadow sm:p-6"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        <DialogButton dialogId={id} command="close" variant="ghost" size="icon" icon={X} className="-me-2 -mt-2">
          {t('close')}
        </DialogButton>
      </div>
      {description && <p className="mt-1 text-sm text-muted-foreground">{description}</p>}
      <div className="mt-4">{children}</div>
    </dialog>
  )
}
