/** Notification categories (NOT-1). */
export const notificationCategories = ['offer', 'chat', 'project', 'payment', 'system', 'contract'] as const
export type NotificationCategory = (typeof notificationCategories)[number]
