import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import type { ProjectRole } from '#app/features/projects/project.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'

/** So long before the bid deadline (ms) whoever follows a project is reminded of it. */
export const reminderTime = 3 * 86_400_000

/** Why somebody cannot follow a project at `now` (UTC ms), or null: possible bidders do, while it takes bids (PROJ-23). */
export function followingRefusal(
  { role, status, bidDeadline }: { role: ProjectRole; status: ProjectStatus; bidDeadline: number },
  now: number,
): 'ownProject' | 'notOpen' | null {
  if (role !== 'bidder' && role !== 'invited' && role !== 'other') return 'ownProject'
  return status === 'open' && isBeforeDeadline(now, bidDeadline) ? null : 'notOpen'
}
