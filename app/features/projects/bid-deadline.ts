/**
 * Whether bids can still be submitted, revised, confirmed and freely withdrawn: strictly before the deadline. Both in UTC ms.
 * The single rule for verbs, the opening and pages; in SQL it is `bid_deadline > @now`.
 */
export const isBeforeDeadline = (now: number, bidDeadline: number): boolean => now < bidDeadline
