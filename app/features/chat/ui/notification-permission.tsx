import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'

/** Asks for desktop notifications, where that can still be asked. Browsers want a button for it, and so do people. */
export function NotificationPermission() {
  const { t } = useTranslation('chat')
  const [open, setOpen] = useState(false)
  useEffect(() => {
    import('#app/features/chat/client/notifications.ts').then(
      ({ permission }) => setOpen(permission() === 'default'),
      () => {},
    )
  }, [])
  if (!open) return null
  async function ask() {
    const { askPermission } = await import('#app/features/chat/client/notifications.ts')
    setOpen((await askPermission()) === 'default')
  }
  return (
    <div className="shrink-0 border-t border-border p-2">
      <Button variant="ghost" size="sm" icon={BellRing} className="w-full" onClick={() => void ask()}>
        {t('desktop.turnOn')}
      </Button>
    </div>
  )
}
