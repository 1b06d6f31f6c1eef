import { Bell, BellOff, BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import { useNotificationPermission } from './use-notification-permission.ts'

/** Whether this browser displays notifications, and the button that asks it to while that can be asked. */
export function NotificationState() {
  const { t } = useTranslation(['chatsettings', 'chat'])
  const { answer, ask } = useNotificationPermission()
  if (answer === null) return null
  if (answer === 'default') {
    return (
      <Button variant="outline" size="sm" icon={BellRing} className="mb-4 self-start" onClick={ask}>
        {t('chat:desktop.turnOn')}
      </Button>
    )
  }
  const Icon = answer === 'granted' ? Bell : BellOff
  return (
    <p className="mb-4 flex items-center gap-2 text-sm font-medium">
      <Icon aria-hidden className="size-4 shrink-0" />
      {t(`chatsettings:preferences.state.${answer}`)}
    </p>
  )
}
