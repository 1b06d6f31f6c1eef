import { Video, X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Host, Hosting, HostState } from '#app/features/calls/broadcasts/client/host.ts'
import { DevicePickers } from '#app/features/calls/ui/audio-settings.tsx'
import { useChoices } from '#app/features/calls/ui/use-calls.ts'
import { liveChat } from '#app/features/messages/client/live-chat.ts'
import { broadcastLengths } from '#app/realtime/protocol/broadcast-events.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { HostNotice } from './host-notice.tsx'

/** Asks for the title of a broadcast, and says who sees it and that it is recorded, before it begins. */
export function StartDialog({ host, state, hosting }: { host: Host; state: HostState; hosting: Hosting }) {
  const { t } = useTranslation(['broadcasthost', 'ui'])
  const dialog = useRef<HTMLDialogElement>(null)
  const [titleId, [, choose]] = [useId(), useChoices()]
  const { audience, phase } = hosting
  useEffect(() => {
    const box = dialog.current
    box?.showModal()
    return () => box?.close()
  }, [])
  function start(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [title, description] = ['title', 'description'].map((name) => String(form.get(name) ?? '').trim())
    const name = liveChat().store.get().viewer?.name ?? ''
    void host.start({ title: title ?? '', description: description ?? '', name })
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        host.close()
      }}
      className="m-auto w-[calc(100vw-2rem)] max-w-lg rounded-lg border border-border bg-popover p-5 text-popover-foreground shadow sm:p-6"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-lg font-semibold">
          {t('start.title')}
        </h2>
        <Button variant="ghost" size="icon" icon={X} onClick={host.close} className="-me-2 -mt-2">
          {t('ui:close')}
        </Button>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-muted-foreground">
        {audience.name ? t('start.to', { place: audience.name }) : t('start.toDirect')}
      </p>
      <form onSubmit={start} className="mt-4 flex flex-col gap-4">
        {state.failure && <HostNotice host={host} state={state} />}
        <Field
          name="title"
          label={t('start.name')}
          placeholder={t('start.untitled')}
          maxLength={broadcastLengths.title}
        />
        <TextArea name="description" label={t('start.description')} rows={3} maxLength={broadcastLengths.description} />
        <div className="grid gap-4 sm:grid-cols-2">
          <DevicePickers
            video
            onChange={(kind, id) => choose(kind === 'camera' ? { cameraId: id } : { microphoneId: id })}
          />
        </div>
        <p className="text-sm text-muted-foreground">{t('start.recorded')}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={host.close}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" icon={Video} aria-disabled={phase === 'opening'}>
            {t(phase === 'opening' ? 'start.opening' : 'start.button')}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
