import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'

/** Why a client cannot show a project on a public page, or take it off: a part of `tenderpages:setting`; null if it can (PROJ-21). */
export function publicPageRefusal(
  { status, bidDeadline, invitedOnly }: { status: ProjectStatus; bidDeadline: number; invitedOnly: boolean },
  now: number,
): 'invitedOnly' | 'closed' | null {
  if (invitedOnly) return 'invitedOnly'
  if (status === 'draft') return null
  return status === 'open' && isBeforeDeadline(now, bidDeadline) ? null : 'closed'
}
