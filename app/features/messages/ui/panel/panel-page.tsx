import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { placeOf } from '#app/features/messages/client/panel-pages.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import type { ServedPage } from '#app/ui/served/served-page.ts'
import { useServedPage } from '#app/ui/served/use-served-page.ts'

/**
 * A page of chat inside the panel, such as the details of a conversation: the page that the server renders for browsers without
 * scripts. Its links and forms stay in the panel.
 */
export function PanelPage({
  to,
  onLeave,
  onArrive,
  onSignedOut,
}: {
  to: string
  /** Back from the first page. */
  onLeave: () => void
  /** A link or a form has led to an address that is not a page of its own here, with what the server reported. */
  onArrive: (url: URL, flash: ServedPage['flash']) => void
  onSignedOut: () => void
}) {
  const { t } = useTranslation(['chat', 'chatpanel'])
  const { box, heading, title, busy, failed, back, retry } = useServedPage({
    name: 'panel',
    to,
    isHere: (url) => placeOf(url).at === 'page',
    isAway: (url) => placeOf(url).at === 'elsewhere',
    onArrive: (url, flash) => (url.pathname === '/login' ? onSignedOut() : onArrive(url, flash)),
    onLeave,
  })

  return (
    <section aria-label={title || t('chatpanel:title')} className="flex h-full min-h-0 flex-col bg-background">
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-border bg-card px-2 text-card-foreground">
        <Button variant="ghost" size="icon" icon={ArrowLeft} onClick={back}>
          {t('chatpanel:back')}
        </Button>
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 truncate text-base font-semibold outline-none">
          {title}
        </h2>
      </header>
      {failed && (
        <Alert
          tone="danger"
          actions={
            <Button size="sm" variant="outline" onClick={retry}>
              {t('live.retry')}
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
      <div ref={box} aria-busy={busy} className="panel-page min-h-0 flex-1 overflow-y-auto p-4 aria-busy:opacity-60" />
    </section>
  )
}
