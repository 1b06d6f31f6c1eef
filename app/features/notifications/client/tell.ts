import type { DevicePreferences, NotificationCategory } from '#db/vocabulary/notifications.ts'
import { permission, type ShownNotification, showOnDesktop } from './desktop.ts'
import { playTone } from './tone.ts'

const toldKey = 'chat-notified'
/** How many of what was told the tabs remember. */
const most = 50

/**
 * Tells of something new once, from the first tab of this browser that comes to it, as this device is set (NOT-10): on the
 * desktop while no page of ours has the focus, and by a sound.
 */
export async function tellOnce(category: NotificationCategory, shown: ShownNotification): Promise<void> {
  if (!(await claim(shown.options.data.messageId))) return
  const wanted = (await devicePreferences())?.[category]
  const onDesktop = wanted?.desktop && permission() === 'granted'
  // The system plays a sound of its own with what it shows, which is nothing while this page is in front.
  if (wanted?.sound && (!onDesktop || document.hasFocus())) playTone()
  if (onDesktop) await showOnDesktop(wanted.sound ? shown : silently(shown))
}

/** A browser refuses to show what is silent and vibrates. */
function silently({ title, options: { vibrate: _vibrates, ...options } }: ShownNotification): ShownNotification {
  return { title, options: { ...options, silent: true } }
}

/** What is chosen for this device now; null if the server does not say. Another tab may have changed it, so nothing is kept. */
async function devicePreferences(): Promise<DevicePreferences | null> {
  const answer = await fetch('/api/notifications/settings', { headers: { Accept: 'application/json' } })
  return answer.ok ? (await answer.json()).preferences : null
}

/** True for the first tab that claims this. */
async function claim(id: string): Promise<boolean> {
  const take = () => {
    const told = readTold()
    if (told.includes(id)) return false
    try {
      localStorage.setItem(toldKey, JSON.stringify([...told, id].slice(-most)))
    } catch {
      // Without storage each tab tells; the shared tag makes it one notification.
    }
    return true
  }
  return navigator.locks ? navigator.locks.request(toldKey, take) : take()
}

function readTold(): string[] {
  try {
    const told: unknown = JSON.parse(localStorage.getItem(toldKey) ?? '[]')
    return Array.isArray(told) ? told.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
