import { newId } from '#db/ids.ts'
import { button, reason } from './forms.ts'
import type { Fields, Rules } from './matrix.ts'
import type { ActorName, World } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const parties: ActorName[] = [...clients, 'provider']

const schedule = (): Fields => ({
  submissionId: newId(),
  'lines[0].description': 'All of it',
  'lines[0].amount': '5000',
  'lines[0].basis': 'percent',
})
const declined = (ids: World['ids']): Fields => ({
  ...{ scheduleId: ids.proposedSchedule ?? '', decision: 'decline', reason: 'Too dear at first.' },
})
const withdrawn = (ids: World['ids']): Fields => ({ scheduleId: ids.proposedSchedule ?? '' })
const certified = (ids: World['ids']): Fields => ({
  submissionId: newId(),
  'lines[0].lineId': ids.valuedLine ?? '',
  'lines[0].done': '60',
})

/** Who may see and make the schedules, valuations and certificates of milestones (VAL-1 to VAL-4). */
export const valuationMatrix: Record<string, Rules> = {
  value_schedules: {
    read: [
      { path: '/milestones/{scheduledMilestone}/valuations', shows: 'Partition wall', may: parties },
      { path: '/milestones/{scheduledMilestone}/schedule', shows: 'Partition wall', may: clients },
    ],
    create: [{ path: '/milestones/{fundedMilestone}/schedule/new', form: schedule, may: ['provider'] }],
    update: [
      { path: '/milestones/{scheduledMilestone}/schedule', form: declined, may: clients },
      { path: '/milestones/{scheduledMilestone}/schedule/withdraw', form: withdrawn, may: ['provider'] },
    ],
    delete: 'never: triggers refuse it',
  },
  milestone_valuations: {
    read: [{ path: '/valuations/{claimedValuation}', shows: 'All but the paint', may: parties }],
    create: 'with files, which its own test uploads',
    update: [
      { path: '/valuations/{claimedValuation}/return', form: reason, may: clients },
      { path: '/valuations/{claimedValuation}/withdraw', form: button, may: ['provider'] },
    ],
    delete: 'never: triggers refuse it',
  },
  payment_certificates: {
    read: [
      { path: '/valuations/{certifiedValuation}', shows: 'PC-1', may: parties },
      { path: '/valuations/{claimedValuation}/certify', shows: 'All but the paint', may: clients },
    ],
    create: [{ path: '/valuations/{claimedValuation}/certify', form: certified, may: clients }],
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
}

export const valuationInternal: Record<string, string> = {
  value_schedule_lines: 'a part of the schedule of values; immutable by triggers',
  valuation_lines: 'a part of the valuation; certified once, by triggers',
  valuation_files: 'a part of the valuation; its files are read as those of the milestone',
}
