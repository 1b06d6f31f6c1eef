import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import type { ProjectRole } from '#app/features/projects/project.ts'
import type { ProjectButton } from '#app/features/projects/project-rights.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'

/**
 * How somebody may change the documents of a project at `now` (UTC ms): as they are in a draft, by an addendum while it is open, or
 * not at all, as a sample. `buttons`: those of the project that they have the right to.
 */
export function documentsChange(
  project: { role: ProjectRole; status: ProjectStatus; bidDeadline: number; isSample: boolean },
  buttons: readonly ProjectButton[],
  now: number,
): 'draft' | 'addendum' | null {
  const { role, status, bidDeadline, isSample } = project
  if (role !== 'owner' || isSample) return null
  if (status === 'draft') return buttons.includes('edit') ? 'draft' : null
  return status === 'open' && isBeforeDeadline(now, bidDeadline) && buttons.includes('amend') ? 'addendum' : null
}
