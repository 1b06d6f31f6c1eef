import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ScheduleStatus } from '#db/vocabulary/recurring.ts'

export const scheduleActions = ['change', 'pause', 'resume', 'end', 'run', 'delay', 'finish', 'stop'] as const
export type ScheduleAction = (typeof scheduleActions)[number]

/** What its page has buttons for. */
export const steps = ['pause', 'resume', 'end'] as const satisfies ScheduleAction[]
export type Step = (typeof steps)[number]

/** How many recurring invoices a company has that are not ended. */
export const maxSchedules = 500

type ScheduleMachine = {
  namespace: 'recurring'
  state: ScheduleStatus
  action: ScheduleAction
  role: 'seller' | 'clock'
  facts: Record<never, never>
  refusal: never
}
export type ScheduleRefusal = RefusalKey<ScheduleMachine>

/** A recurring invoice (INV-34): people pause, resume and end it; the clock makes invoices, waits where one cannot be made now, stops where it cannot be made, and ends it with the last. */
export const scheduleMachine = defineMachine<ScheduleMachine>({
  namespace: 'recurring',
  transitions: [
    { from: 'active', action: 'change', by: 'seller', to: 'active' },
    { from: 'paused', action: 'change', by: 'seller', to: 'paused' },
    { from: 'stopped', action: 'change', by: 'seller', to: 'stopped' },
    { from: 'active', action: 'pause', by: 'seller', to: 'paused' },
    { from: ['paused', 'stopped'], action: 'resume', by: 'seller', to: 'active' },
    { from: ['active', 'paused', 'stopped'], action: 'end', by: 'seller', to: 'ended' },
    { from: 'active', action: 'run', by: 'clock', to: 'active' },
    { from: 'active', action: 'delay', by: 'clock', to: 'active' },
    { from: 'active', action: 'finish', by: 'clock', to: 'ended' },
    { from: 'active', action: 'stop', by: 'clock', to: 'stopped' },
  ],
})
