import { answerSchedule } from '#app/features/valuations/answer-schedule.server.ts'
import { certifyValuation } from '#app/features/valuations/certify-valuation.server.ts'
import { claimValuation } from '#app/features/valuations/claim-valuation.server.ts'
import { proposeSchedule, type ScheduleLineInput } from '#app/features/valuations/propose-schedule.server.ts'
import { scheduleIn, scheduleLines } from '#app/features/valuations/rows.server.ts'
import { type Deal, fund, password } from './deal.ts'

type Parties = Pick<Deal, 'client' | 'provider'>

/** A half in percent and a half by a quantity, of the milestones of a signed deal (5000.00). */
export const halves: ScheduleLineInput[] = [
  { description: 'Old cupboards out', netCents: 200_001, basis: 'percent', whole: 10_000, unit: '' },
  { description: 'Partition wall', netCents: 299_999, basis: 'quantity', whole: 37_500, unit: 'm²' },
]

/** A schedule of values that both have agreed. Returns the ids of its lines. */
export function agreedSchedule({ client, provider }: Parties, milestoneId: string, lines = halves): string[] {
  const { id: scheduleId } = proposeSchedule(provider, { milestoneId, lines })
  answerSchedule(client, { milestoneId, scheduleId, action: 'accept' })
  return scheduleLines(client.db, scheduleId).map(({ id }) => id)
}

const linesOf = ({ db }: Deal['client'], milestoneId: string, done: readonly number[]) => {
  const schedule = scheduleIn(db, milestoneId, 'accepted')
  return scheduleLines(db, schedule?.id ?? '').map(({ id }, index) => ({ lineId: id, done: done[index] ?? 0 }))
}

/** Values what is done of each line to date. */
export const claimed = ({ provider }: Parties, milestoneId: string, done: readonly number[]): string =>
  claimValuation(provider, { milestoneId, lines: linesOf(provider, milestoneId, done), note: '', files: [] }).id

/** Values it and certifies it as it was claimed. */
export async function certified(deal: Parties, milestoneId: string, done: readonly number[]): Promise<string> {
  const valuationId = claimed(deal, milestoneId, done)
  const lines = linesOf(deal.client, milestoneId, done)
  await certifyValuation(deal.client, { valuationId, lines, password })
  return valuationId
}

/**
 * A contract in the middle of valuations: its first milestone has a certificate and a valuation that waits for one, and the second a proposed
 * schedule of values.
 */
export async function valuedDeal(deal: Deal) {
  const [milestoneId = '', scheduledId = ''] = deal.milestoneIds
  fund(deal, milestoneId)
  const line: ScheduleLineInput = {
    ...{ description: 'All but the paint', netCents: 500_000, basis: 'percent', whole: 10_000, unit: '' },
  }
  const [lineId = ''] = agreedSchedule(deal, milestoneId, [line])
  const certifiedId = await certified(deal, milestoneId, [2_500])
  const claimedId = claimed(deal, milestoneId, [6_000])
  const { id: scheduleId } = proposeSchedule(deal.provider, { milestoneId: scheduledId, lines: halves })
  return { milestoneId, scheduledId, scheduleId, lineId, certifiedId, claimedId }
}

/** The same by the names of the world of the authorization tests. */
export async function valuedIds(deal: Deal): Promise<Record<string, string>> {
  const { scheduledId, scheduleId, lineId, certifiedId, claimedId } = await valuedDeal(deal)
  return {
    ...{ scheduledMilestone: scheduledId, proposedSchedule: scheduleId, valuedLine: lineId },
    ...{ certifiedValuation: certifiedId, claimedValuation: claimedId },
  }
}
