import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'

export const projectTones: Record<ProjectStatus, Tone> = {
  draft: 'neutral',
  open: 'info',
  evaluating: 'warning',
  awarded: 'success',
  active: 'info',
  completed: 'success',
  terminated: 'danger',
  cancelled: 'danger',
}

/** A badge with the status of a project. */
export function ProjectStatusBadge({ status }: { status: ProjectStatus }) {
  const { t } = useTranslation('projects')
  return (
    <StatusBadge status={status} tone={projectTones[status]}>
      {t(`status.${status}`)}
    </StatusBadge>
  )
}
