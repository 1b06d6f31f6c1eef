/** What a browser answers, or that it has no notifications. */
export type Permission = NotificationPermission | 'unsupported'

/** The browser's permission to show notifications, now. */
export function permission(): Permission {
  if (typeof Notification !== 'undefined') return Notification.permission
  console.info('This browser does not support notifications')
  return 'unsupported'
}

/** Calls `onChange` with the permission now and whenever it changes, in any tab. Returns a function that stops it. */
export function watchPermission(onChange: (answer: Permission) => void): () => void {
  const report = () => onChange(permission())
  const watched = navigator.permissions?.query({ name: 'notifications' }).catch(() => null)
  report()
  void watched?.then((status) => status?.addEventListener('change', report))
  return () => void watched?.then((status) => status?.removeEventListener('change', report))
}

/** Asks the user for permission. Call it from a click: browsers require one. */
export async function requestPermission(): Promise<Permission> {
  const before = permission()
  if (before !== 'default') return before
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') console.info('Notification permission not granted')
  return answer
}

/**
 * The service worker that shows notifications and opens what they are about; null where service workers are unavailable. An
 * active one is used as it is: registering it again waits for the browser's update check, which never ends in some tabs.
 */
export async function notificationWorker(): Promise<ServiceWorkerRegistration | null> {
  try {
    const registered = await navigator.serviceWorker.getRegistration()
    if (registered?.active) return registered
    await navigator.serviceWorker.register('/notifications-worker.js')
    return await navigator.serviceWorker.ready
  } catch {
    return null
  }
}

/** `data` says what it is about: a message, with its conversation, or the address that a notice leads to. */
export type ShownNotification = {
  title: string
  options: NotificationOptions & {
    vibrate?: number[]
    data: { messageId: string; groupId?: string; url?: string }
  }
}

/**
 * Shows a notification of the desktop. The worker stays silent if any of our windows has the focus; without a worker only this
 * window is checked.
 */
export async function showOnDesktop({ title, options }: ShownNotification): Promise<void> {
  const registration = await notificationWorker()
  if (registration?.active) {
    registration.active.postMessage({ type: 'notify', title, options })
    return
  }
  if (document.hasFocus()) return
  const { groupId, url = `/messages/${groupId}` } = options.data
  try {
    const shown = new Notification(title, options)
    shown.onclick = () => {
      window.focus()
      window.location.assign(url)
      shown.close()
    }
  } catch {
    // This browser requires a service worker for notifications, and there is none.
  }
}
