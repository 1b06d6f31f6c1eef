import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import type { ProjectRole } from '#app/features/projects/project.ts'
import { questionsUntil } from '#app/features/projects/tender-set.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'

type Facts = { role: ProjectRole; status: ProjectStatus; bidDeadline: number; addendumDays: number }

/** Why somebody cannot ask about a project at `now` (UTC ms), or null: possible bidders ask until the cut-off (PROJ-12). */
export function askingRefusal(project: Facts, now: number): 'ownProject' | 'notOpen' | 'questionsClosed' | null {
  const { role, status } = project
  if (role !== 'bidder' && role !== 'invited' && role !== 'other') return 'ownProject'
  if (status !== 'open') return 'notOpen'
  return now < questionsUntil(project) ? null : 'questionsClosed'
}

/** Why somebody cannot answer a question at `now` (UTC ms), or null: the client answers until bidding ends. */
export function answeringRefusal({ role, status, bidDeadline }: Facts, now: number): 'notOwner' | 'notOpen' | null {
  if (role !== 'owner') return 'notOwner'
  return status === 'open' && isBeforeDeadline(now, bidDeadline) ? null : 'notOpen'
}
