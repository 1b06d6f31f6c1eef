import { useLocation } from '@remix-run/react'
import { LogIn, RotateCw } from 'lucide-react'
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChatActions, ChatActionsContext, type ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ChatScreen } from './chat-screen.tsx'

/** The chat screen with the actions that need scripts, and the state of the connection. */
export function LiveScreen({
  actions,
  shortcuts,
  ...screen
}: ComponentProps<typeof ChatScreen> & { actions: ChatActions | null; shortcuts: () => boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useSearchByKey(box, actions ? shortcuts : never)
  return (
    <ChatActionsContext.Provider value={actions}>
      <div ref={box} className={classes('flex flex-col', screen.variant === 'panel' ? 'h-full' : 'chat-page')}>
        {actions && <ConnectionLine connection={screen.model.connection} onRetry={actions.reconnect} />}
        {screen.model.connection === 'signedOut' ? <SignedOut /> : <ChatScreen {...screen} />}
      </div>
    </ChatActionsContext.Provider>
  )
}

const never = () => false

/** The session is over. Logging in leads back to this page. */
function SignedOut() {
  const { t } = useTranslation(['chat', 'livechat'])
  const { pathname, search } = useLocation()
  return (
    <div role="alert" className="grid min-h-96 place-items-center">
      <EmptyState
        icon={LogIn}
        title={t('livechat:failed.signedOut')}
        framed={false}
        action={
          <ButtonLink to={pathname + search} reloadDocument>
            {t('live.logIn')}
          </ButtonLink>
        }
      />
    </div>
  )
}

/** Ctrl+F or Cmd+F searches the messages while the chat has the focus (MSG-9). */
function useSearchByKey(box: RefObject<HTMLElement>, wanted: () => boolean) {
  useEffect(() => {
    const chat = box.current
    function find(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'f' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      const search = chat?.querySelector<HTMLElement>('[data-chat-search]')
      if (!search || !wanted()) return
      event.preventDefault()
      if (search.getAttribute('aria-expanded') === 'true')
        chat?.querySelector<HTMLElement>('input[name=search]')?.focus()
      else {
        // The search may have to be loaded first: what is typed meanwhile is not meant for the composer.
        ;(event.target as HTMLElement).blur()
        search.click()
      }
    }
    chat?.addEventListener('keydown', find)
    return () => chat?.removeEventListener('keydown', find)
  }, [box, wanted])
}

/** A shorter interruption of the connection is not shown (ms), unless the browser itself says that it is offline. */
const hideDelay = 3_000

function ConnectionLine({ connection, onRetry }: { connection: ChatModel['connection']; onRetry: () => void }) {
  const { t } = useTranslation('chat')
  const [waited, setWaited] = useState(false)
  const broken = connection === 'connecting' || connection === 'offline' || connection === 'failed'
  useEffect(() => {
    if (!broken) return setWaited(false)
    const timer = setTimeout(() => setWaited(true), hideDelay)
    return () => clearTimeout(timer)
  }, [broken])
  const shown = broken && (waited || connection !== 'connecting')
  return (
    <div role="status" className="shrink-0 print:hidden">
      {shown && (
        <p className="flex items-center gap-3 border-b border-border bg-popover py-1 ps-4 pe-1.5 text-sm text-popover-foreground">
          <span className="min-w-0 flex-1 py-1">{t(`live.connection.${connection}`)}</span>
          {connection !== 'connecting' && (
            <Button size="sm" variant="ghost" icon={RotateCw} onClick={onRetry}>
              {t('live.retry')}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
