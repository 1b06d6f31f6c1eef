import { ArrowLeft, Maximize2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { useServedPage } from '#app/ui/served/use-served-page.ts'

export type QuickDialogProps = {
  to: string
  shown: boolean
  onClose: () => void
  /** It was closed after its form had been sent, so that nothing is left to keep. */
  onDone: () => void
}

/** Any of these can lead to the others: an estimate to a request for a quote. */
const isHere = ({ pathname }: URL) => pathname === '/estimate' || pathname === '/quote'

/** The estimator, or the form of a quote request, over the page: the page of the server, with the same steps and forms. On a phone it is a sheet. */
export function QuickDialog({ to, shown, onClose, onDone }: QuickDialogProps) {
  const { t } = useTranslation(['ui', 'chatpanel'])
  const dialog = useRef<HTMLDialogElement>(null)
  const { box, heading, title, here, isFirst, busy, failed, back, retry } = useServedPage({
    ...{ name: to.slice(1), to, isHere },
    isAway: (url) => !isHere(url),
    onArrive: (url) => {
      if (!isHere(url)) window.location.assign(url)
    },
  })
  useEffect(() => {
    if (shown) dialog.current?.showModal()
    else dialog.current?.close()
  }, [shown])
  function closed() {
    onClose()
    if (here.includes('sent=yes')) onDone()
  }
  return (
    <dialog
      ref={dialog}
      closedby="any"
      aria-labelledby={`${to.slice(1)}-title`}
      onClose={(event) => event.target === dialog.current && closed()}
      className="m-0 h-dvh max-h-none w-full max-w-none border-border bg-background p-0 text-foreground shadow sm:m-auto sm:h-auto sm:max-h-[calc(100dvh-3rem)] sm:w-[min(56rem,calc(100vw-3rem))] sm:rounded-lg sm:border print:hidden"
    >
      <div className="flex h-full flex-col sm:max-h-[calc(100dvh-3rem)]">
        <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-border bg-card px-2 text-card-foreground">
          {!isFirst && (
            <Button variant="ghost" size="icon" icon={ArrowLeft} onClick={back}>
              {t('chatpanel:back')}
            </Button>
          )}
          <h2
            ref={heading}
            id={`${to.slice(1)}-title`}
            tabIndex={-1}
            className="min-w-0 flex-1 truncate ps-2 text-base font-semibold outline-none"
          >
            {title}
          </h2>
          <ButtonLink to={here} reloadDocument variant="ghost" size="icon" icon={Maximize2}>
            {t('chatpanel:asPage')}
          </ButtonLink>
          <Button variant="ghost" size="icon" icon={X} onClick={() => dialog.current?.close()}>
            {t('close')}
          </Button>
        </header>
        {failed && (
          <Alert
            tone="danger"
            actions={
              <Button size="sm" variant="outline" onClick={retry}>
                {t('error.tryAgain')}
              </Button>
            }
          >
            {t('chatpanel:failed')}
          </Alert>
        )}
        {busy && (
          <p role="status" className={title ? 'sr-only' : 'p-4 text-sm text-muted-foreground'}>
            {t('chatpanel:loading')}
          </p>
        )}
        <div ref={box} aria-busy={busy} className="min-h-0 flex-1 overflow-y-auto aria-busy:opacity-60" />
      </div>
    </dialog>
  )
}
