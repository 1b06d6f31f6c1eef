import type { ShownNotification } from './notification-rules.ts'

const claimedKey = 'chat-notified'
/** How many notified messages the tabs remember. */
const maxClaims = 50

/** The browser's notification permission; `denied` if it does not support notifications. */
export function permission(): NotificationPermission {
  if (typeof Notification === 'undefined') {
    console.info('This browser does not support notifications')
    return 'denied'
  }
  return Notification.permission
}

/** Calls `onChange` with the permission now and whenever it changes, in any tab. Returns a function that stops it. */
export function watchPermission(onChange: (answer: NotificationPermission) => void): () => void {
  const report = () => onChange(permission())
  const watched = navigator.permissions?.query({ name: 'notifications' }).catch(() => null)
  report()
  void watched?.then((status) => status?.addEventListener('change', report))
  return () => void watched?.then((status) => status?.removeEventListener('change', report))
}

/** Asks the user for permission. Call it from a click: browsers require one. */
export async function requestPermission(): Promise<NotificationPermission> {
  if (permission() !== 'default') return permission()
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') console.info('Notification permission not granted')
  return answer
}

/**
 * The service worker that shows notifications and opens their conversations; null where service workers are unavailable. An
 * active one is used as it is: registering it again waits for the browser's update check, which never ends in some tabs.
 */
async function worker(): Promise<ServiceWorkerRegistration | null> {
  try {
    const registered = await navigator.serviceWorker.getRegistration()
    if (registered?.active) return registered
    await navigator.serviceWorker.register('/notifications-worker.js')
    return await navigator.serviceWorker.ready
  } catch {
    return null
  }
}

/**
 * Shows a notification once, from the first tab that claims it. The worker stays silent if any of our windows has the focus;
 * without a worker only this window is checked.
 */
export async function showNotification(notification: ShownNotification): Promise<void> {
  const { groupId, messageId } = notification.options.data
  if (!(await claim(messageId))) return
  const registration = await worker()
  if (registration?.active) {
    registration.active.postMessage({ type: 'notify', ...notification })
    return
  }
  if (document.hasFocus()) return
  const { title, options } = notification
  try {
    const shown = new Notification(title, options)
    shown.onclick = () => {
      window.focus()
      window.location.assign(`/messages/${groupId}`)
      shown.close()
    }
  } catch {
    // This browser requires a service worker for notifications, and there is none.
  }
}

/** Answers the worker's question which conversation this window shows. Returns a function that stops it. */
export function reportOpenConversation(shown: () => string | null): () => void {
  const answer = ({ ports }: MessageEvent) => ports[0]?.postMessage(shown())
  navigator.serviceWorker?.addEventListener('message', answer)
  return () => navigator.serviceWorker?.removeEventListener('message', answer)
}

/** True for the first tab that claims this message. */
async function claim(messageId: string): Promise<boolean> {
  const take = () => {
    const claims = readClaims()
    if (claims.includes(messageId)) return false
    try {
      localStorage.setItem(claimedKey, JSON.stringify([...claims, messageId].slice(-maxClaims)))
    } catch {
      // Without storage each tab notifies; the shared tag makes it one notification.
    }
    return true
  }
  return navigator.locks ? navigator.locks.request(claimedKey, take) : take()
}

function readClaims(): string[] {
  try {
    const claims: unknown = JSON.parse(localStorage.getItem(claimedKey) ?? '[]')
    return Array.isArray(claims) ? claims.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
