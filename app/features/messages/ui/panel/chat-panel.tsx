import { useLocation, useNavigationType } from '@remix-run/react'
import { Maximize2, X } from 'lucide-react'
import { type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownMessage, ThreadExtras } from '#app/features/conversations/ui/chat-model.ts'
import { createModelSelector } from '#app/features/messages/client/chat-model-selector.ts'
import { actionsOf } from '#app/features/messages/client/live-actions.ts'
import { liveChat, retainLiveChat } from '#app/features/messages/client/live-chat.ts'
import { placeOf } from '#app/features/messages/client/panel-pages.ts'
import { LiveScreen } from '#app/features/messages/ui/live-screen.tsx'
import { Thread } from '#app/features/messages/ui/thread.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import type { ServedPage } from '#app/ui/served/served-page.ts'
import { PanelPage } from './panel-page.tsx'

/** From this width on the page stays usable beside the panel, as in the stylesheet. */
const wide = '(width >= 80rem)'

/** Where the reader was when the panel was closed, for when it is opened again: null at the list, undefined before the first time. */
const kept: { openId: string | null | undefined; page: string | null } = { openId: undefined, page: null }

/**
 * The chat panel of any page of the workspace: beside the page where both have room, else over it. What belongs to chat opens
 * inside it, and the page behind keeps what was typed.
 */
export function ChatPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['chat', 'chatpanel', 'livechat'])
  const dialog = useRef<HTMLDialogElement>(null)
  const live = liveChat()
  const [modelOf] = useState(createModelSelector)
  const model = useSyncExternalStore(live.store.subscribe, () => modelOf(live.store.get()))
  const [failed, setFailed] = useState<'conversations' | 'messages' | null>(null)
  const [page, setPage] = useState(kept.page)
  const [flash, setFlash] = useState<ServedPage['flash']>(null)
  const [extras, setExtras] = useState<ThreadExtras>()

  const { load, show } = useMemo(() => {
    async function show(id: string | null) {
      kept.openId = id
      setExtras(undefined)
      setFailed((await live.open(id)) ? null : 'messages')
    }
    async function load() {
      if (!(await live.loadList())) return setFailed('conversations')
      setFailed(null)
      const { openId, conversations } = live.store.get()
      const before = kept.openId && conversations.has(kept.openId) ? kept.openId : null
      const [first] = modelOf(live.store.get()).conversations
      if (openId ?? before) await show(openId ?? before)
      else if (first && kept.openId !== null && window.matchMedia(wide).matches) await show(first.id)
    }
    return { load, show }
  }, [live, modelOf])
  const actions = useMemo(() => actionsOf(live, (id) => void show(id)), [live, show])
  useOpenDialog(dialog, onClose)
  useEffect(() => {
    void load()
    return () => void live.open(null)
  }, [live, load])
  useEffect(retainLiveChat, [])
  const close = () => dialog.current?.close()
  // Over the page, a link that was followed uncovers it.
  useLinksFollowed(() => !window.matchMedia(wide).matches && close())

  function enter(address: string | null) {
    kept.page = address
    setPage(address)
  }
  async function arrive(url: URL, reported: ServedPage['flash']) {
    if (reported) setFlash(reported)
    const place = placeOf(url)
    if (place.at === 'page') return
    enter(null)
    if (place.at === 'elsewhere') return window.location.assign(url)
    await show(place.at === 'conversation' ? place.id : null)
    if (place.at === 'list' || place.message === null) return
    await actions.jumpTo(place.message)
    const message = modelOf(live.store.get()).open?.messages.find(({ id }) => id === place.message)
    if (message && place.wish) setExtras(extrasOf(place.wish, message))
  }
  /** Before the links' own handlers, which leave alone what is done already. */
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    // A link that scripts have made a button has an action of its own.
    if (!link || link.origin !== window.location.origin || link.target || link.role === 'button') return
    // The page follows its own links.
    if (link.closest('.panel-page')) return
    const url = new URL(link.href)
    if (placeOf(url).at !== 'page') return
    event.preventDefault()
    for (const menu of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) menu.hidePopover()
    // The page may begin with one.
    void actions.postDrafts().then(() => enter(url.pathname + url.search + url.hash))
  }

  return (
    <dialog
      ref={dialog}
      aria-label={t('chatpanel:title')}
      className="chat-panel border-border bg-background text-foreground"
    >
      <div className="flex h-full flex-col">
        <div className="flex shrink-0 items-center gap-2 border-b border-border bg-card px-2 py-1 text-card-foreground">
          <ButtonLink
            to={page ?? (model.open ? `/messages/${model.open.conversation.id}` : '/messages')}
            variant="ghost"
            size="sm"
            icon={Maximize2}
          >
            {t('chatpanel:asPage')}
          </ButtonLink>
          <span className="flex-1" />
          <Button variant="ghost" size="icon" icon={X} onClick={close}>
            {t('chatpanel:close')}
          </Button>
        </div>
        {failed && model.connection !== 'signedOut' && (
          <Alert
            tone="danger"
            actions={
              <Button size="sm" variant="outline" onClick={() => void load()}>
                {t('live.retry')}
              </Button>
            }
          >
            {t(`livechat:failed.${failed}`)}
          </Alert>
        )}
        <div className="relative min-h-0 flex-1" onClickCapture={follow}>
          <div className="h-full" hidden={page !== null}>
            <LiveScreen
              thread={Thread}
              model={model}
              actions={actions}
              shortcuts={live.shortcuts}
              variant="panel"
              {...(extras && { extras })}
            />
          </div>
          {page !== null && (
            <PanelPage
              key={page}
              to={page}
              onLeave={() => enter(null)}
              onArrive={(url, reported) => void arrive(url, reported)}
              onSignedOut={() => {
                enter(null)
                live.endSession()
              }}
            />
          )}
        </div>
      </div>
      {flash && (
        <FlashMessage tone={flash.failed ? 'danger' : 'success'} text={flash.text} onClose={() => setFlash(null)} />
      )}
    </dialog>
  )
}

/** What a link to a conversation asks for: to answer or to edit a message. */
function extrasOf(wish: 'reply' | 'edit', message: ShownMessage): ThreadExtras {
  const asked = { replyTo: wish === 'reply' ? message : null, editing: wish === 'edit' ? message : null }
  return { ...asked, clientId: '', pinned: [], search: null, frame: '' }
}

/** Opens the dialog: beside the page without taking it over, or over it; and again as the other when the window changes. */
function useOpenDialog(dialog: RefObject<HTMLDialogElement>, onClose: () => void) {
  const closed = useRef(onClose)
  closed.current = onClose
  useEffect(() => {
    const box = dialog.current
    if (!box) return
    const room = window.matchMedia(wide)
    function open() {
      if (room.matches) box?.show()
      else box?.showModal()
      document.documentElement.toggleAttribute('data-chat-panel', room.matches)
    }
    function turn() {
      box?.close()
      open()
    }
    function ended(event: Event) {
      // The event comes later: a panel that was closed to be opened in the other way is open by then.
      if (event.target === box && !box?.open) closed.current()
    }
    // Whether an Escape closes something of its own, seen before that is closed.
    let elsewhere = false
    function look() {
      elsewhere = box?.querySelector('[popover]:popover-open, dialog[open], details[open]') !== null
    }
    function press(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || !room.matches) return
      if (!box?.contains(event.target as Node)) return
      if (!elsewhere) box.close()
    }
    // For browsers without `closedby`; beside the page a click on the page is not meant for the panel.
    const outside = (event: globalThis.MouseEvent) => event.target === box && !room.matches && box?.close()
    open()
    room.addEventListener('change', turn)
    box.addEventListener('close', ended)
    box.addEventListener('click', outside)
    // The window is last: whatever handles the key itself has said so by then.
    window.addEventListener('keydown', look, { capture: true })
    window.addEventListener('keydown', press)
    return () => {
      room.removeEventListener('change', turn)
      box.removeEventListener('close', ended)
      box.removeEventListener('click', outside)
      window.removeEventListener('keydown', look, { capture: true })
      window.removeEventListener('keydown', press)
      document.documentElement.removeAttribute('data-chat-panel')
      box.close()
    }
  }, [dialog])
}

/** Calls back when a link was followed, but not when the user goes back or forward. */
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
