import { Form, useRevalidator } from '@remix-run/react'
import { BellOff, BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasPushMessages, turnOnPush } from '#app/features/notifications/client/turn-on-push.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'

/** Turns push messages of this browser on and off (NOT-11). `publicKey` is the installation's, null where it has none. */
export function PushSwitch({ publicKey, isOn }: { publicKey: string | null; isOn: boolean }) {
  const { t } = useTranslation('devicesettings')
  return (
    <Card title={t('push.title')} description={publicKey && t('push.text')}>
      {publicKey === null ? (
        <p className="text-sm text-muted-foreground">{t('push.unavailable')}</p>
      ) : isOn ? (
        <Form method="post" action="/notifications/device/stop-push" className="flex flex-col items-start gap-3">
          <p className="text-sm font-medium">{t('push.on')}</p>
          <SubmitButton variant="outline" size="sm" icon={BellOff}>
            {t('push.turnOff')}
          </SubmitButton>
        </Form>
      ) : (
        <TurnOn publicKey={publicKey} />
      )}
    </Card>
  )
}

function TurnOn({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation('devicesettings')
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<'scripts' | 'unsupported' | 'ready' | 'busy' | 'failed'>('scripts')
  useEffect(() => setState(hasPushMessages() ? 'ready' : 'unsupported'), [])
  async function turnOn() {
    setState('busy')
    const done = await turnOnPush(publicKey).catch(() => false)
    setState(done ? 'ready' : 'failed')
    if (done) revalidate()
  }
  if (state === 'scripts' || state === 'unsupported') {
    return <p className="text-sm text-muted-foreground">{t(`push.${state}`)}</p>
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="outline" size="sm" icon={BellRing} disabled={state === 'busy'} onClick={() => void turnOn()}>
        {t('push.turnOn')}
      </Button>
      {state === 'failed' && (
        <p role="alert" className="text-sm text-destructive">
          {t('push.failed')}
        </p>
      )}
    </div>
  )
}
