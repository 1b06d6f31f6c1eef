import { useTranslation } from 'react-i18next'
import type { QualificationState } from '#app/features/qualifications/check-qualification.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Tone } from '#app/ui/tones.ts'

const tones: Record<Exclude<QualificationState, 'none'>, Tone> = {
  ...{ complete: 'success', asked: 'info', missing: 'warning', notMet: 'danger' },
}

/** A bid's requirements and certificates in one word; nothing where nothing is asked. */
export function QualificationBadge({ state }: { state: QualificationState }) {
  const { t } = useTranslation('bidlines')
  return state === 'none' ? null : <Badge tone={tones[state]}>{t(`qualification.${state}`)}</Badge>
}
