import { useTranslation } from 'react-i18next'
import { Badge } from '#app/ui/badge.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { ImportStatus } from '#db/vocabulary/statements.ts'

const tones: Record<ImportStatus, Tone> = {
  reading: 'info',
  refused: 'danger',
  ready: 'warning',
  booking: 'info',
  done: 'success',
  discarded: 'neutral',
}

export function ImportStatusBadge({ status }: { status: ImportStatus }) {
  const { t } = useTranslation('bankstatements')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}
