import { scheduleStatuses } from '#db/vocabulary/recurring.ts'
import { testEveryStep } from '#tests/machine-table.ts'
import { scheduleActions, scheduleMachine } from './schedule.ts'

const all = { states: scheduleStatuses, actions: scheduleActions, roles: ['seller', 'clock'] } as const
const table = `
  active  seller change active
  active  seller pause  paused
  active  seller end    ended
  active  clock  run    active
  active  clock  delay  active
  active  clock  finish ended
  active  clock  stop   stopped
  paused  seller change paused
  paused  seller resume active
  paused  seller end    ended
  stopped seller change stopped
  stopped seller resume active
  stopped seller end    ended`
testEveryStep(scheduleMachine, all, table, () => ({}))
