import { type NotificationCategory, notificationCategories } from '#db/vocabulary/notifications.ts'

export type HistoryFilter = { category: NotificationCategory | null; unreadOnly: boolean; before: string | null }

/** The filter as the address bears it; what is not known is left out. */
export function parseHistoryFilter(search: URLSearchParams): HistoryFilter {
  const category = notificationCategories.find((each) => each === search.get('category')) ?? null
  const before = search.get('before')
  return {
    category,
    unreadOnly: search.get('unread_only') === 'true',
    before: before && /^[0-9a-f-]{36}$/.test(before) ? before : null,
  }
}

/** The address of a filter. */
export function historyPath({ category, unreadOnly, before }: HistoryFilter): string {
  const search = new URLSearchParams()
  if (category) search.set('category', category)
  if (unreadOnly) search.set('unread_only', 'true')
  if (before) search.set('before', before)
  return search.size > 0 ? `/notifications?${search}` : '/notifications'
}
