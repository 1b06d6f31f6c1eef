import { Bell, BellOff, BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Permission, requestPermission, watchPermission } from '#app/features/notifications/client/desktop.ts'
import { Button } from '#app/ui/button.tsx'

/** Whether this browser may show notifications, or the button that asks it: a browser asks for a click alone. */
export function PermissionState() {
  const { t } = useTranslation('devicesettings')
  const [answer, setAnswer] = useState<Permission | null>(null)
  useEffect(() => watchPermission(setAnswer), [])
  // On the server and without scripts.
  if (answer === null) return <p className="text-sm text-muted-foreground">{t('permission.scripts')}</p>
  if (answer === 'default') {
    const ask = () => void requestPermission().then(setAnswer)
    return (
      <Button variant="outline" size="sm" icon={BellRing} onClick={ask}>
        {t('permission.ask')}
      </Button>
    )
  }
  const Icon = answer === 'granted' ? Bell : BellOff
  return (
    <p role="status" className="flex items-start gap-2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t(`permission.${answer}`)}
    </p>
  )
}
