/**
 * Whether bids can still be submitted, revised, confirmed and freely withdrawn: strictly before the deadline. Both in UTC ms.
 * The single rule for verbs, the opening and pages; in SQL it is `bid_deadline > @now`.
 */
export const isBeforeDeadline = (now: number, bidDeadline: number): boolean => now < bidDeadline

/**
 * The deadline after an addendum that asks for another one, which can only be later: whoever relied on the announced time would lose
 * their chance to bid (Directive 2014/24/EU, article 47(3), speaks of extending only). Null if it is earlier. Forms know minutes only,
 * so within the same minute the old one stays. All in UTC ms.
 */
export function extendedDeadline(announced: number, asked: number): number | null {
  const minute = Math.floor(announced / 60_000) * 60_000
  return asked < minute ? null : Math.max(announced, asked)
}
