import { useLocation } from '@remix-run/react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationOf, shouldNotify } from '#app/features/conversations/client/notification-rules.ts'
import { reportOpenConversation, showNotification } from '#app/features/conversations/client/notifications.ts'
import { setUnreadChats } from '#app/features/conversations/ui/unread-chats.ts'
import { countUnread } from '#app/features/messages/client/chat-state.ts'
import { type LiveEvent, liveChat, retainLiveChat } from '#app/features/messages/client/live-chat.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'

type IncomingMessage = Extract<LiveEvent, { type: 'message' }>['message']
type Failed = Extract<LiveEvent, { type: 'failed' }>

/** Runs beside every page of the workspace: the unread count, desktop notifications, failures, and the panel. */
export function ChatCompanion() {
  const { t } = useTranslation('chat')
  const [failed, setFailed] = useState<Failed | null>(null)
  const words = useRef(t)
  words.current = t
  useEffect(() => {
    const release = retainLiveChat()
    const live = liveChat()
    const count = () => setUnreadChats(live.store.get().viewer ? countUnread(live.store.get()) : null)
    const stopCounting = live.store.subscribe(count)
    const stopListening = live.onEvent((event) => {
      if (event.type === 'failed') setFailed(event)
      else notifyOf(event.message, (kind) => words.current(`list.file.${kind}`))
    })
    const stopAnswering = reportOpenConversation(() => live.store.get().openId)
    void live.loadList()
    return () => {
      stopAnswering()
      stopCounting()
      stopListening()
      setUnreadChats(null)
      release()
    }
  }, [])
  return (
    <>
      <PanelByLink />
      {failed && (
        <FlashMessage
          key={`${failed.what} ${failed.reason}`}
          tone="danger"
          text={failed.reason || t(`live.failed.${failed.what}`)}
          onClose={() => setFailed(null)}
        />
      )}
    </>
  )
}

function notifyOf(message: IncomingMessage, fileText: (kind: 'image' | 'video' | 'audio' | 'file') => string) {
  const { viewer, presence } = liveChat().store.get()
  if (!viewer || message.kind === 'system') return
  const facts = {
    permission: typeof Notification === 'undefined' ? ('denied' as const) : Notification.permission,
    focused: document.hasFocus(),
    authorId: message.authorId,
    viewerId: viewer.id,
    muted: message.muted,
    status: presence[viewer.id]?.status,
  }
  if (!shouldNotify(facts)) return
  const text = message.text || fileText(message.kind === 'text' ? 'file' : message.kind)
  const { id: messageId, authorId: senderId, authorName: sender, conversationId: groupId } = message
  void showNotification(notificationOf({ sender, text, groupId, messageId, senderId }))
}

const onMessages = (pathname: string) => /^\/messages(\/|$)/i.test(pathname)

/** Opens the panel when the header's link is clicked, except on the messages page and when opening a new tab. */
function PanelByLink() {
  const { pathname } = useLocation()
  const [Panel, setPanel] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const [open, setOpen] = useState(false)
  const away = onMessages(pathname)
  useEffect(() => {
    if (away) return setOpen(false)
    function click(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a[data-chat-launcher]') : null
      if (!link || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpen(true)
      import('./chat-panel.tsx').then(
        (loaded) => setPanel(() => loaded.ChatPanel),
        () => window.location.assign('/messages'),
      )
    }
    document.addEventListener('click', click)
    return () => document.removeEventListener('click', click)
  }, [away])
  return open && Panel ? <Panel onClose={() => setOpen(false)} /> : null
}
