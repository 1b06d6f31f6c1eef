import { bidStatuses } from '#db/vocabulary/bids.ts'

/** The states that the list of bids can be filtered by, and those together in which a bid waits for the client. */
export const bidStatusFilters = [...bidStatuses, 'pending'] as const
export type BidStatusFilter = (typeof bidStatusFilters)[number]
