import type { NotificationCategory } from '#db/vocabulary/notifications.ts'
import { tellOnce } from './tell.ts'

type Row = {
  notification_id: string
  category: NotificationCategory
  title: string
  created_at: string
  action_url: string | null
}

/** What is older was missed while nobody was connected, and is at the bell (ms). */
const newFor = 60_000

/** Tells of the newest unread notifications by their titles. */
export async function showNew(): Promise<void> {
  const answer = await fetch('/api/notifications?unread_only=true&limit=5', { headers: { Accept: 'application/json' } })
  if (!answer.ok) return
  const now = Date.parse(answer.headers.get('Date') ?? '') || Date.now()
  const rows: Row[] = (await answer.json()).notifications
  for (const { notification_id: id, category, title, created_at: at, action_url: url } of rows.reverse()) {
    if (now - Date.parse(at) > newFor || isOfMessage(url)) continue
    const data = { messageId: id, url: url ?? '/notifications' }
    await tellOnce(category, {
      title,
      options: { tag: `notice-${id}`, icon: '/icons/icon-192x192.png', badge: '/icons/badge-72x72.png', data },
    })
  }
}

/** A mention or a reply leads to its message, which the chat has told of already. */
const isOfMessage = (url: string | null) => /^\/messages\/.*#m\d+$/.test(url ?? '')
