/**
 * Whether bids can still be submitted, revised, confirmed and freely withdrawn: up to the deadline, and not at it. Both in
 * UTC ms. The one rule for verbs, the opening and pages; in SQL it is `bid_deadline > @now`.
 */
export const isBeforeDeadline = (now: number, bidDeadline: number): boolean => now < bidDeadline
