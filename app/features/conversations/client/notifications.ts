import type { ShownNotification } from './notification-rules.ts'

const claimedKey = 'chat-notified'
/** How many messages the tabs remember to have told of. */
const remembered = 50

/** The browser's answer so far; `denied` where it cannot. */
export function permission(): NotificationPermission {
  if (typeof Notification === 'undefined') {
    console.info('This browser does not support notifications')
    return 'denied'
  }
  return Notification.permission
}

/** Tells the browser's answer, now and whenever it is another, in whichever tab it was given. Gives the way to stop. */
export function watchPermission(told: (answer: NotificationPermission) => void): () => void {
  const tell = () => told(permission())
  const watched = navigator.permissions?.query({ name: 'notifications' }).catch(() => null)
  tell()
  void watched?.then((status) => status?.addEventListener('change', tell))
  return () => void watched?.then((status) => status?.removeEventListener('change', tell))
}

/** Asks the person, who has just pressed a button for it. */
export async function askPermission(): Promise<NotificationPermission> {
  if (permission() !== 'default') return permission()
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') console.info('Notification permission not granted')
  return answer
}

/**
 * The worker that shows notifications and opens what they are about; null where there can be none. An active one is used as it
 * is: registering it again waits for the browser's check for an update, which in some tabs never ends.
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
 * Shows it once, whichever tab comes first. The worker knows whether any of our windows has the focus, and is silent then;
 * without a worker this window answers for itself.
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
    // A browser that shows notifications only by a worker, and has none now.
  }
}

/** Tells the worker, when it asks, which conversation this window shows. Gives the way to stop. */
export function answerWorker(shown: () => string | null): () => void {
  const answer = ({ ports }: MessageEvent) => ports[0]?.postMessage(shown())
  navigator.serviceWorker?.addEventListener('message', answer)
  return () => navigator.serviceWorker?.removeEventListener('message', answer)
}

/** True for the first tab that asks for this message. */
async function claim(messageId: string): Promise<boolean> {
  const take = () => {
    const told = readClaims()
    if (told.includes(messageId)) return false
    try {
      localStorage.setItem(claimedKey, JSON.stringify([...told, messageId].slice(-remembered)))
    } catch {
      // Each tab tells then; the tag makes it one notification.
    }
    return true
  }
  return navigator.locks ? navigator.locks.request(claimedKey, take) : take()
}

function readClaims(): string[] {
  try {
    const told: unknown = JSON.parse(localStorage.getItem(claimedKey) ?? '[]')
    return Array.isArray(told) ? told.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
