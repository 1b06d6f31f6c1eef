/** A schedule of values: proposed by the provider, and accepted or declined by the client. `replaced`: another one was accepted after it. */
export const scheduleStatuses = ['proposed', 'accepted', 'declined', 'withdrawn', 'replaced'] as const
export type ScheduleStatus = (typeof scheduleStatuses)[number]

/** How the progress of a line is measured. */
export const progressBases = ['percent', 'quantity'] as const
export type ProgressBasis = (typeof progressBases)[number]

/** A valuation: claimed by the provider, and certified or returned by the client. */
export const valuationStatuses = ['claimed', 'certified', 'returned', 'withdrawn'] as const
export type ValuationStatus = (typeof valuationStatuses)[number]
