import { previewLength } from '#app/features/conversations/conversation-view.ts'
import { showNew } from '#app/features/notifications/client/show-new.ts'
import { tellOnce } from '#app/features/notifications/client/tell.ts'

// Loaded with the first message or notice that is to be told.

/** Tells of a message as this device is set (MSG-12). */
export const tellMessage = (message: Parameters<typeof notificationOf>[0]): Promise<void> =>
  tellOnce('chat', notificationOf(message))

/** Tells of new notices. */
export const tellNotices = (): Promise<void> => showNew()

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
