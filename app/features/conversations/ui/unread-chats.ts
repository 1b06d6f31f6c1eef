import { liveCount } from '#app/features/notifications/ui/live-count.ts'

/** The number of unread conversations: loaded with the page, then the live client's. */
export const { set: setUnreadChats, use: useUnreadChats } = liveCount()
