import { businessDay } from '#app/platform/business-day.ts'
import { approved, type Deal } from './deal.ts'

/** What the form of a handover protocol says, held at `now`: accepted with one defect. */
export const handoverInput = (now: number) => ({
  ...{
    heldOn: businessDay(now),
    present: 'Aino Aho and Pekka Puu',
    result: 'accepted_with_defects' as const,
    reasons: '',
  },
  claims: 'The key is missing.',
  defects: [{ description: 'The gutter drips', place: 'North wall', responsible: 'provider' as const, dueOn: null }],
})

/** Approves both milestones of a signed deal, so that its handover can be called. Returns the contract's id. */
export function approvedDeal(deal: Deal): string {
  for (const milestoneId of deal.milestoneIds) approved(deal, milestoneId)
  return deal.contractId
}
