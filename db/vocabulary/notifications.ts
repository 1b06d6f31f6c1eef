/** Notification categories (platform specification, section 3). */
export const notificationCategories = ['offer', 'chat', 'project', 'payment', 'system', 'contract'] as const
export type NotificationCategory = (typeof notificationCategories)[number]
