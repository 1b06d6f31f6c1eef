import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shouldNotify } from '#app/features/conversations/client/notification-rules.ts'
import { reportOpenConversation } from '#app/features/conversations/client/open-conversation.ts'
import { setUnreadChats } from '#app/features/conversations/ui/unread-chats.ts'
import { isSignedIn } from '#app/features/messages/client/chat-http.ts'
import { countUnread } from '#app/features/messages/client/chat-state.ts'
import { type LiveSocket, maintainConnection, pageSocket } from '#app/features/messages/client/connection.ts'
import { type LiveEvent, liveChat, retainLiveChat } from '#app/features/messages/client/live-chat.ts'
import { followNotices } from '#app/features/notifications/client/follow-notices.ts'
import { FlashMessage } from '#app/ui/flash-message.tsx'
import { useIsRefused } from '#app/ui/refused-addresses.ts'

type IncomingMessage = Extract<LiveEvent, { type: 'message' }>['message']
type Failed = Extract<LiveEvent, { type: 'failed' }>

/** Runs beside every page of the workspace: the unread count, desktop notifications and failures. */
export function ChatCompanion() {
  const { t } = useTranslation('livechat')
  const [failed, setFailed] = useState<Failed | null>(null)
  const words = useRef(t)
  words.current = t
  const withoutChat = useIsRefused('/messages')
  useEffect(() => {
    if (!withoutChat) return
    // The notifications come by a socket all the same.
    const nothing = () => {}
    const on = { state: nothing, open: nothing, signedIn: isSignedIn, signedOut: nothing }
    const connection = maintainConnection(pageSocket(), on)
    const stopNotices = follow(connection.socket)
    connection.start()
    return () => {
      stopNotices()
      connection.stop()
    }
  }, [withoutChat])
  useEffect(() => {
    if (withoutChat) return
    const release = retainLiveChat()
    const live = liveChat()
    const count = () => setUnreadChats(countUnread(live.store.get()))
    const stopCounting = live.store.subscribe(count)
    const stopListening = live.onEvent((event) => {
      if (event.type === 'failed') setFailed(event)
      else notifyOf(event.message, (kind) => words.current(`file.${kind}`))
    })
    const stopNotices = follow(live.connection.socket)
    const stopAnswering = reportOpenConversation(() => live.store.get().openId)
    void live.loadList()
    return () => {
      stopNotices()
      stopAnswering()
      stopCounting()
      stopListening()
      setUnreadChats(null)
      release()
    }
  }, [withoutChat])
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

const follow = (socket: LiveSocket) => followNotices(socket, () => tell(({ tellNotices }) => tellNotices()))

function notifyOf(message: IncomingMessage, fileText: (kind: 'image' | 'video' | 'audio' | 'file') => string) {
  const { viewer, presence } = liveChat().store.get()
  if (!viewer || message.kind === 'system') return
  const facts = {
    focused: document.hasFocus(),
    authorId: message.authorId,
    viewerId: viewer.id,
    level: message.level,
    mentioned: message.mentioned,
    status: presence[viewer.id]?.status,
  }
  if (!shouldNotify(facts)) return
  const text = message.text || fileText(message.kind === 'text' ? 'file' : message.kind)
  const { id: messageId, authorId: senderId, authorName: sender, conversationId: groupId } = message
  tell(({ tellMessage }) => tellMessage({ sender, text, groupId, messageId, senderId }))
}

type Telling = typeof import('#app/features/conversations/client/telling.ts')

/** Its code loads with the first thing to tell. What cannot be told is at the bell, or in the list. */
function tell(what: (telling: Telling) => Promise<void>) {
  import('#app/features/conversations/client/telling.ts').then(what).catch(() => {})
}
