import { useTranslation } from 'react-i18next'
import type { SecurityStanding } from '#app/features/securities/security.ts'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tone } from '#app/ui/tones.ts'

const tones: Record<SecurityStanding | 'demanded', Tone> = {
  demanded: 'warning',
  recorded: 'warning',
  received: 'success',
  expires_soon: 'warning',
  expired: 'danger',
  claimed: 'danger',
  returned: 'neutral',
  withdrawn: 'neutral',
}

/** How a security stands: demanded by the contract and not there yet, or as recorded. */
export function SecurityBadge({ standing }: { standing: SecurityStanding | 'demanded' }) {
  const { t } = useTranslation('securities')
  return (
    <StatusBadge status={standing} tone={tones[standing]}>
      {t(`standing.${standing}`)}
    </StatusBadge>
  )
}
