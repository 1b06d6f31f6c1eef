import { liveCount } from './live-count.ts'

/** The number of unread notifications, up to 100: loaded with the page, then what the server sends to each tab. */
export const { set: setUnreadNotices, use: useUnreadNotices } = liveCount()
