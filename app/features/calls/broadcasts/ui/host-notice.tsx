import { useTranslation } from 'react-i18next'
import type { Host, HostState } from '#app/features/calls/broadcasts/client/host.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'

/** What has failed, or why the broadcast is over. */
export function HostNotice({ host, state: { failure, ended } }: { host: Host; state: HostState }) {
  const { t } = useTranslation(['broadcasthost', 'ui'])
  const look = 'w-full max-w-md bg-popover text-popover-foreground shadow'
  const close = (
    <Button size="sm" variant="outline" onClick={host.read}>
      {t('ui:close')}
    </Button>
  )
  if (failure) {
    const { what, cause, message } = failure
    const reason = t(`cause.${cause}`)
    return (
      <Alert tone="danger" title={t(`failed.${what}`)} actions={close} className={look}>
        {message ?? (what === 'start' && cause !== 'connection' ? t('failed.reason', { reason }) : reason)}
      </Alert>
    )
  }
  if (!ended) return null
  return (
    <Alert
      tone="info"
      title={t(`ended.${ended.reason ?? 'ended'}`)}
      className={look}
      actions={
        <>
          <ButtonLink to={`/broadcasts/${ended.id}`} size="sm" onClick={host.read}>
            {t('ended.open')}
          </ButtonLink>
          {close}
        </>
      }
    />
  )
}
