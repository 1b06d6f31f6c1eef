import type { CompanyContext } from '#app/features/accounts/context.ts'
import { listVisits } from '#app/features/projects/site-visits.server.ts'
import { planVisit } from '#app/features/visits/plan-visit.server.ts'
import { publishMinutes } from '#app/features/visits/publish-minutes.server.ts'
import { signUp } from '#app/features/visits/sign-up.server.ts'
import type { People } from './people.ts'
import type { DemoProject } from './project-story.ts'

const day = 86_400_000
const hour = day / 24

/** Plans the visits of a draft, each at nine o'clock in the morning by Helsinki's clock, more or less. */
export function planVisits(drafting: CompanyContext, projectId: string, story: DemoProject, now: number): void {
  for (const { inDays, place, meetingPoint, people, isMandatory = false } of story.visits ?? []) {
    const startsAt = Math.floor((now + inDays * day) / day) * day + 7 * hour
    const visit = { startsAt, durationMinutes: 60, place, meetingPoint, maxPeople: people ?? null, isMandatory }
    planVisit(drafting, { projectId, visit: { ...visit, signUpUntil: startsAt - day } })
  }
}

/** Whoever comes signs up a day after the posting, and the minutes follow a day after the visit. */
export function attendVisits(people: People, projectId: string, story: DemoProject, now: number): void {
  const owner = people[story.owner]
  const visits = listVisits(owner.db, projectId)
  for (const [index, { inDays, comes, minutes }] of (story.visits ?? []).entries()) {
    const visitId = visits[index]?.id ?? ''
    for (const by of comes)
      signUp({ ...people[by], now: now - (story.postedDaysAgo - 1) * day }, { visitId, people: 2 })
    if (minutes) publishMinutes({ ...owner, now: now + (inDays + 1) * day }, { projectId, visitId, text: minutes })
  }
}
