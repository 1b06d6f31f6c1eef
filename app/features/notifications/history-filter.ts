import { type NotificationCategory, notificationCategories } from '#db/vocabulary/notifications.ts'

export type HistoryFilter = { category: NotificationCategory | null; unreadOnly: boolean; before: string | null }

/** Reads the filter from the query string; unknown values are ignored. */
export function parseHistoryFilter(search: URLSearchParams): HistoryFilter {
  const category = notificationCategories.find((each) => each === search.get('category')) ?? null
  const before = search.get('before')
  return {
    category,
    unreadOnly: search.get('unread_only') === 'true',
    before: before && /^[0-9a-f-]{36}$/.test(before) ? before : null,
  }
}

/** The address of the history with a filter. */
export function historyPath({ category, unreadOnly, before }: HistoryFilter): string {
  const search = new URLSearchParams()
  if (category) search.set('category', category)
  if (unreadOnly) search.set('unread_only', 'true')
  if (before) search.set('before', before)
  return search.size > 0 ? `/notifications?${search}` : '/notifications'
}
