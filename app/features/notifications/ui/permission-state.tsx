import { Bell, BellOff, BellRing } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Permission, requestPermission, watchPermission } from '#app/features/notifications/client/desktop.ts'
import { Button } from '#app/ui/button.tsx'

/** Whether this browser may show notifications, or the button that asks it: a browser asks for a click alone. */
export function PermissionState() {
  const { t } = useTranslation('devicesettings')
  const [answer, setAnswer] = useState<Permission | null>(null)
  const asked = useRef(false)
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => watchPermission(setAnswer), [])
  // The answer takes the place of the button that asked for it, and its focus.
  useEffect(() => {
    if (!asked.current || answer === 'default') return
    asked.current = false
    said.current?.focus()
  }, [answer])
  // On the server and without scripts.
  if (answer === null) return <p className="text-sm text-muted-foreground">{t('permission.scripts')}</p>
  if (answer === 'default') {
    const ask = () => {
      asked.current = true
      void requestPermission().then(setAnswer)
    }
    return (
      <Button variant="outline" size="sm" icon={BellRing} onClick={ask}>
        {t('permission.ask')}
      </Button>
    )
  }
  const Icon = answer === 'granted' ? Bell : BellOff
  return (
    <p ref={said} role="status" tabIndex={-1} className="flex items-start gap-2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t(`permission.${answer}`)}
    </p>
  )
}
