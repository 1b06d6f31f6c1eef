/** Notification categories (NOT-1). */
export const notificationCategories = ['offer', 'chat', 'project', 'payment', 'system', 'contract'] as const
export type NotificationCategory = (typeof notificationCategories)[number]

/** When the mails of a category come: at once, in the mail of the day, or not at all (NOT-6). */
export const mailTimes = ['now', 'daily', 'none'] as const
export type MailTime = (typeof mailTimes)[number]

export type Preference = { bell: boolean; mail: MailTime }

/** What holds for whoever has chosen nothing. */
export const defaultPreferences: Record<NotificationCategory, Preference> = {
  offer: { bell: true, mail: 'now' },
  chat: { bell: true, mail: 'none' },
  project: { bell: true, mail: 'none' },
  payment: { bell: true, mail: 'now' },
  system: { bell: true, mail: 'none' },
  contract: { bell: true, mail: 'now' },
}

/** What one device does about a new notification of a category (P4): show it outside the page, and sound. */
type DevicePreference = { desktop: boolean; sound: boolean }
export type DevicePreferences = Record<NotificationCategory, DevicePreference>

/** What holds on a device where nothing was chosen (spec/platform.md, section 9). */
export const defaultDevicePreferences: DevicePreferences = {
  offer: { desktop: true, sound: true },
  chat: { desktop: true, sound: true },
  project: { desktop: true, sound: false },
  payment: { desktop: true, sound: true },
  system: { desktop: false, sound: false },
  contract: { desktop: true, sound: false },
}

/** Categories that always count at the bell: they are about money, contracts and the security of the company. */
export const alwaysAtBell: readonly NotificationCategory[] = ['payment', 'contract', 'system']

/** Templates of mails that people can choose, with their category. All others but notices are always sent. */
export const optionalMails: Partial<Record<string, NotificationCategory>> = {
  evaluationAsked: 'offer',
  evaluationReopened: 'offer',
  contractToSign: 'contract',
  contractInForce: 'contract',
  contractReminder: 'contract',
  changeProposed: 'contract',
  changeAccepted: 'contract',
  changeRejected: 'contract',
  changeWithdrawn: 'contract',
  changeLapsed: 'contract',
  negotiationOpened: 'contract',
  negotiationProposed: 'contract',
  negotiationAccepted: 'contract',
  negotiationRejected: 'contract',
  certificateReminder: 'payment',
  transferWaiting: 'payment',
}
