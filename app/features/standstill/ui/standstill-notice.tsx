import { useTranslation } from 'react-i18next'
import type { Standstill } from '#app/features/standstill/standstill.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { Alert } from '#app/ui/alert.tsx'

/** Until when no contract is sent, to the client or to a bidder. */
export function StandstillNotice({ standstill, isClient }: { standstill: Standstill; isClient: boolean }) {
  const { t } = useTranslation('standstill')
  const deadline = useDeadline()
  const time = deadline(standstill.endsAt, standstill.timeZone)
  return <Alert title={t('title', { time })}>{t(isClient ? 'client' : 'bidder')}</Alert>
}
