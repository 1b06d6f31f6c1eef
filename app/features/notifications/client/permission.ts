/** What a browser answers, or that it has no notifications. */
export type Permission = NotificationPermission | 'unsupported'

/** The browser's permission for notifications, now. */
export const permission = (): Permission =>
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission

/** Asks the person. Call it from a click: browsers require one. */
export async function requestPermission(): Promise<Permission> {
  return permission() === 'default' ? Notification.requestPermission() : permission()
}

/** Calls `onChange` whenever the permission changes, in any tab. Returns a function that stops it. */
export function watchPermission(onChange: (answer: Permission) => void): () => void {
  const report = () => onChange(permission())
  const watched = navigator.permissions?.query({ name: 'notifications' }).catch(() => null)
  void watched?.then((status) => status?.addEventListener('change', report))
  return () => void watched?.then((status) => status?.removeEventListener('change', report))
}
