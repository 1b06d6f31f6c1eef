import { useEffect, useState } from 'react'

/** What this browser answered to desktop notifications, and the way to ask it; null until that is known. */
export function useNotificationPermission() {
  const [answer, setAnswer] = useState<NotificationPermission | null>(null)
  useEffect(() => {
    let stop: (() => void) | null = null
    let here = true
    import('#app/features/conversations/client/notifications.ts').then(
      ({ watchPermission }) => {
        if (here) stop = watchPermission(setAnswer)
      },
      () => {},
    )
    return () => {
      here = false
      stop?.()
    }
  }, [])
  async function ask() {
    const { askPermission } = await import('#app/features/conversations/client/notifications.ts')
    setAnswer(await askPermission())
  }
  return { answer, ask: () => void ask() }
}
