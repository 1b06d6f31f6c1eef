import { restOf } from '#app/features/escrow/milestone.ts'
import type { MilestoneValuations } from './queries.server.ts'

type Page = Pick<
  MilestoneValuations,
  'role' | 'milestone' | 'schedule' | 'proposed' | 'open' | 'isWorkedOn' | 'mayPropose' | 'mayClaim'
>

/** What a milestone's valuations wait for, as a part of the key of its text: `next.<step>.<side>`. */
export function nextStep({ milestone, schedule, proposed, open, isWorkedOn }: Page) {
  const isWhole = restOf(milestone).netCents <= 0
  if (proposed) return 'answerSchedule' as const
  if (open && isWorkedOn) return 'certify' as const
  if (!isWorkedOn) return milestone.status === 'planned' ? ('fund' as const) : ('over' as const)
  if (!schedule) return 'propose' as const
  return isWhole ? ('submit' as const) : ('claim' as const)
}
