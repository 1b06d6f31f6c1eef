/** A recurring invoice: `stopped` by the clock because its invoice could not be made, `paused` by somebody. `ended` is the end of it. */
export const scheduleStatuses = ['active', 'paused', 'stopped', 'ended'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

export const scheduleUnits = ['week', 'month', 'quarter', 'year'] as const
export type ScheduleUnit = (typeof scheduleUnits)[number]

/** What happens on each date: a draft is made, or the invoice is issued and sent. */
export const scheduleWays = ['draft', 'send'] as const
export type ScheduleWay = (typeof scheduleWays)[number]
