import { previewLength } from '#app/features/conversations/conversation-view.ts'
import type { PresenceStatus } from '#db/vocabulary/chat.ts'

export type NotificationFacts = {
  permission: NotificationPermission
  /** Whether any window of the product has the focus. */
  focused: boolean
  authorId: string | null
  viewerId: string
  muted: boolean
  /** The viewer's own status. */
  status: PresenceStatus | undefined
}

/** Whether to notify: permitted, no window focused, written by somebody else, and neither muted nor "do not disturb". */
export function shouldNotify({ permission, focused, authorId, viewerId, muted, status }: NotificationFacts): boolean {
  if (permission !== 'granted' || focused || muted || status === 'dnd') return false
  return authorId !== null && authorId !== viewerId
}

/** The desktop notification for a message (MSG-12). `vibrate` and `badge` only take effect when a service worker shows it. */
export function notificationOf({
  sender,
  text,
  ...data
}: {
  sender: string
  text: string
  groupId: string
  messageId: string
  senderId: string | null
}) {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return {
    title: sender,
    options: {
      body: characters.slice(0, previewLength).join(''),
      icon: '/icons/icon-192x192.png',
      badge: '/icons/badge-72x72.png',
      vibrate: [100, 50, 100],
      tag: 'message-notification',
      renotify: true,
      data,
    },
  }
}

export type ShownNotification = ReturnType<typeof notificationOf>
