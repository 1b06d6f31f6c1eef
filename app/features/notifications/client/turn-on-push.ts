import { notificationWorker, requestPermission } from './desktop.ts'

/**
 * Subscribes this browser to push messages that only the installation with this key may send, and tells the server. Call it from a
 * click: it may ask for permission. True once both have agreed.
 */
export async function turnOnPush(applicationServerKey: string): Promise<boolean> {
  if ((await requestPermission()) !== 'granted') return false
  const registration = await notificationWorker()
  if (!registration) return false
  // One of an earlier key is of no use any more, and would be in the way.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const answer = await fetch('/api/notifications/push', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(subscription),
  })
  return answer.ok
}

/** Whether this browser has push messages at all. */
export const hasPushMessages = (): boolean => 'PushManager' in window && 'serviceWorker' in navigator
