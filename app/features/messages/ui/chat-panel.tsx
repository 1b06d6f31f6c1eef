import { useLocation, useNavigationType } from '@remix-run/react'
import { Maximize2, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { createModelSelector } from '#app/features/messages/client/chat-model-selector.ts'
import { actionsOf } from '#app/features/messages/client/live-actions.ts'
import { liveChat, retainLiveChat } from '#app/features/messages/client/live-chat.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { LiveScreen } from './live-screen.tsx'
import { Thread } from './thread.tsx'

/** From this width on the list and a conversation are side by side, as in the stylesheet. */
const wide = '(min-width: 56rem)'

/** The chat panel over any page of the workspace: at its side, or over the whole page on phones. */
export function ChatPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['chat', 'livechat'])
  const dialog = useRef<HTMLDialogElement>(null)
  const live = liveChat()
  const [modelOf] = useState(createModelSelector)
  const model = useSyncExternalStore(live.store.subscribe, () => modelOf(live.store.get()))
  const [failed, setFailed] = useState<'conversations' | 'messages' | null>(null)

  const { load, show } = useMemo(() => {
    async function show(id: string | null) {
      setFailed((await live.open(id)) ? null : 'messages')
    }
    async function load() {
      if (!(await live.loadList())) return setFailed('conversations')
      setFailed(null)
      const { openId } = live.store.get()
      const [first] = modelOf(live.store.get()).conversations
      if (openId) await show(openId)
      else if (first && window.matchMedia(wide).matches) await show(first.id)
    }
    return { load, show }
  }, [live, modelOf])
  const actions = useMemo(() => actionsOf(live, (id) => void show(id)), [live, show])

  useEffect(() => {
    const box = dialog.current
    if (!box) return
    if (!box.open) box.showModal()
    void load()
    // For browsers without `closedby`.
    const outside = (event: MouseEvent) => event.target === box && box.close()
    box.addEventListener('click', outside)
    return () => {
      box.removeEventListener('click', outside)
      box.close()
      void live.open(null)
    }
  }, [live, load])
  useEffect(retainLiveChat, [])
  useLinksFollowed(() => dialog.current?.close())

  return (
    <dialog
      ref={dialog}
      aria-label={t('panel.title')}
      onClose={(event) => event.target === dialog.current && onClose()}
      closedby="any"
      className="ms-auto me-0 h-dvh max-h-none w-full max-w-none border-0 bg-background p-0 text-foreground sm:max-w-4xl sm:border-s sm:border-border"
    >
      <div className="flex h-full flex-col">
        <div className="flex shrink-0 items-center gap-2 border-b border-border bg-card px-2 py-1.5 text-card-foreground">
          <ButtonLink
            to={model.open ? `/messages/${model.open.conversation.id}` : '/messages'}
            variant="ghost"
            size="sm"
            icon={Maximize2}
          >
            {t('panel.asPage')}
          </ButtonLink>
          <span className="flex-1" />
          <Button variant="ghost" size="icon" icon={X} onClick={() => dialog.current?.close()}>
            {t('panel.close')}
          </Button>
        </div>
        {failed && model.connection !== 'signedOut' && (
          <Alert
            tone="danger"
            className="m-3"
            actions={
              <Button size="sm" variant="outline" onClick={() => void load()}>
                {t('live.retry')}
              </Button>
            }
          >
            {t(`livechat:failed.${failed}`)}
          </Alert>
        )}
        <div className="min-h-0 flex-1">
          <LiveScreen thread={Thread} model={model} actions={actions} shortcuts={live.shortcuts} variant="panel" />
        </div>
      </div>
    </dialog>
  )
}

/** Closes the panel when one of its links was followed, but not when the user goes back or forward. */
function useLinksFollowed(close: () => void) {
  const { key } = useLocation()
  const type = useNavigationType()
  const [began] = useState(key)
  const closing = useRef(close)
  closing.current = close
  useEffect(() => {
    if (key !== began && type !== 'POP') closing.current()
  }, [key, began, type])
}
