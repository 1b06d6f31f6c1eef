import { BellRing } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#app/features/notifications/client/desktop.ts'
import { Button } from '#app/ui/button.tsx'

/** A button that asks for permission to show desktop notifications, while the browser still allows asking. */
export function NotificationPermission() {
  const { t } = useTranslation('chat')
  const { answer, ask } = useNotificationPermission()
  // What gets the focus that the button had, when the answer takes it away.
  const next = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (answer === null || answer === 'default') return
    next.current?.focus()
    next.current = null
  }, [answer])
  if (answer !== 'default') return null
  return (
    <div className="shrink-0 border-t border-border p-2">
      <Button
        variant="ghost"
        size="sm"
        icon={BellRing}
        className="w-full"
        onClick={({ currentTarget }) => {
          next.current = currentTarget.closest('nav')?.querySelector<HTMLElement>('[aria-current=page], input') ?? null
          ask()
        }}
      >
        {t('desktop.turnOn')}
      </Button>
    </div>
  )
}

/** The browser's notification permission (null until known), and a function that asks for it. */
export function useNotificationPermission() {
  const [answer, setAnswer] = useState<NotificationPermission | null>(null)
  useEffect(() => {
    let stop: (() => void) | null = null
    let here = true
    import('#app/features/notifications/client/desktop.ts').then(
      ({ watchPermission }) => {
        if (here) stop = watchPermission((now) => setAnswer(inWords(now)))
      },
      () => {},
    )
    return () => {
      here = false
      stop?.()
    }
  }, [])
  async function ask() {
    const { requestPermission } = await import('#app/features/notifications/client/desktop.ts')
    setAnswer(inWords(await requestPermission()))
  }
  return { answer, ask: () => void ask() }
}

/** A browser without notifications is told like one that blocks them. */
const inWords = (answer: Permission): NotificationPermission => (answer === 'unsupported' ? 'denied' : answer)
