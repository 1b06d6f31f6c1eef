import { BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import { useNotificationPermission } from './use-notification-permission.ts'

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
