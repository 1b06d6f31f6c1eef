import { useTranslation } from 'react-i18next'
import type { Termination } from '#app/features/terminations/queries.server.ts'
import { hasEnded, isOpen } from '#app/features/terminations/termination.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

/** What a notice of termination asks of the user now. `link`: with a link to the notice, on other pages. */
export function TerminationAlert({ termination, link = false }: { termination: Termination; link?: boolean }) {
  const { t } = useTranslation('terminations')
  const deadline = useDeadline()
  const { contractId, other, remedyUntil, status } = termination
  const tone = isOpen(status) ? 'warning' : hasEnded(status) ? 'danger' : 'info'
  return (
    <Alert
      tone={tone}
      title={t('page.title')}
      className="print:hidden"
      actions={link && <ButtonLink to={`/contracts/${contractId}/termination`}>{t('page.open')}</ButtonLink>}
    >
      {t(`next.${nextOf(termination)}`, { other, date: deadline(remedyUntil, termination.timeZone) })}
    </Alert>
  )
}

function nextOf({ contractStatus, ground, isDue, role, status }: Termination) {
  if (isOpen(status) && contractStatus !== 'active') return 'lapsed'
  if (isOpen(status)) return `${ground === 'agreement' ? 'proposed' : isDue ? 'due' : 'claimed'}.${role}` as const
  if (status === 'declared') return `declared.${role}` as const
  return status as 'disputed' | 'accepted' | 'withdrawn' | 'refused'
}
