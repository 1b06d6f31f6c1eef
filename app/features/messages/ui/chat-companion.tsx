import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationOf, shouldNotify } from '#app/features/conversations/client/notification-rules.ts'
import { reportOpenConversation, showNotification } from '#app/features/conversations/client/notifications.ts'
import { setUnreadChats } from '#app/features/conversations/ui/unread-chats.ts'
import { countUnread } from '#app/features/messages/client/chat-state.ts'
import { type LiveEvent, liveChat, retainLiveChat } from '#app/features/messages/client/live-chat.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'

type IncomingMessage = Extract<LiveEvent, { type: 'message' }>['message']
type Failed = Extract<LiveEvent, { type: 'failed' }>

/** Runs beside every page of the workspace: the unread count, desktop notifications and failures. */
export function ChatCompanion() {
  const { t } = useTranslation('livechat')
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
      else notifyOf(event.message, (kind) => words.current(`file.${kind}`))
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
    failed && (
      <FlashMessage
        key={`${failed.what} ${failed.reason}`}
        tone="danger"
        text={failed.reason || t(`failed.${failed.what}`)}
        onClose={() => setFailed(null)}
      />
    )
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
