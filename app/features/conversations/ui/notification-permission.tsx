import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'

/** Asks for desktop notifications, where that can still be asked. Browsers want a button for it, and so do people. */
export function NotificationPermission() {
  const { t } = useTranslation('chat')
  const { answer, ask } = useNotificationPermission()
  if (answer !== 'default') return null
  return (
    <div className="shrink-0 border-t border-border p-2">
      <Button variant="ghost" size="sm" icon={BellRing} className="w-full" onClick={ask}>
        {t('desktop.turnOn')}
      </Button>
    </div>
  )
}

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
