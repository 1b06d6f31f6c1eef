import { Phone, PhoneOff, Video } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calls } from '#app/features/calls/client/call-client.ts'
import { playTone } from '#app/features/calls/client/tones.ts'
import type { CallView } from '#app/realtime/protocol/call-events.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'

/**
 * A call that rings. The focus goes to the dialog itself, so that nobody answers by the key that they were about to type; where another
 * dialog is open, this one has to be over it.
 */
export function RingDialog({ calls, call }: { calls: Calls; call: CallView }) {
  const { t } = useTranslation('callscreen')
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => playTone('ringing'), [])
  useLayoutEffect(() => {
    const box = dialog.current
    if (!box) return
    if (document.querySelector('dialog:modal')) box.showModal()
    else box.show()
    box.focus()
    return () => {
      const place = box.getBoundingClientRect()
      box.close()
      coverFor(500, place)
    }
  }, [])
  const video = call.callType === 'video'
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      tabIndex={-1}
      aria-labelledby={titleId}
      // Escape must not decline what somebody else has begun.
      onCancel={(event) => event.preventDefault()}
      className="fixed inset-x-0 top-4 z-50 m-0 mx-auto w-[calc(100vw-2rem)] max-w-sm rounded-lg border border-border bg-popover p-4 text-popover-foreground shadow focus:outline-none print:hidden"
    >
      <div className="flex items-center gap-3">
        <Avatar id={call.callerId} name={call.callerName} size="lg" />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-muted-foreground">{t(`ring.${call.callType}`)}</p>
          <h2 id={titleId} className="text-lg font-semibold wrap-anywhere">
            {t('ring.title', { name: call.callerName })}
          </h2>
          {call.title && <p className="truncate text-sm text-muted-foreground">{call.title}</p>}
        </div>
      </div>
      {call.recording && <p className="mt-3 text-sm">{t('record.newcomer')}</p>}
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button variant="destructive" size="lg" icon={PhoneOff} onClick={() => calls.reject(call)}>
          {t('ring.decline')}
        </Button>
        <Button size="lg" icon={video ? Video : Phone} onClick={() => void calls.answer(call)}>
          {t('ring.answer')}
        </Button>
        {video && (
          <Button variant="ghost" icon={Phone} className="col-span-2" onClick={() => void calls.answer(call, 'voice')}>
            {t('ring.withoutCamera')}
          </Button>
        )}
      </div>
    </dialog>
  )
}

/** Takes the clicks that were meant for what has just gone from a place: the second of a double one, or one that came too late. */
function coverFor(ms: number, { left, top, width, height }: DOMRect) {
  const cover = document.createElement('div')
  cover.className = 'fixed z-50'
  Object.assign(cover.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
  // What is outside an open modal dialog takes no clicks.
  const over = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  over.append(cover)
  setTimeout(() => cover.remove(), ms)
}
