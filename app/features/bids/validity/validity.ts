import { businessDay } from '#app/platform/business-day.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'

/** How long a bid binds its bidder: through the day `boundUntil` (YYYY-MM-DD) of the project's zone; null where the bid does not say. */
type Bound = { boundUntil: string | null; timeZone: string | null }

/** How many days after the deadline a new bid binds unless its bidder chooses another day. */
const usualDays = 90
const dayMs = 86_400_000

/** The day of a moment (UTC ms) where the project is; old projects without a zone are reckoned in the business time zone. */
export const dayOfProject = (ms: number, timeZone: string | null): string =>
  timeZone === null ? businessDay(ms) : localDateTimeText(ms, timeZone).slice(0, 10)

/** The day until which a new bid binds unless its bidder chooses another (YYYY-MM-DD). */
export const usualValidity = ({ bidDeadline, timeZone }: { bidDeadline: number; timeZone: string | null }): string =>
  dayOfProject(bidDeadline + usualDays * dayMs, timeZone)

/**
 * Whether a bid no longer binds at `now` (UTC ms): an offer with a stated time binds until that has passed (Finnish Contracts Act 228/1929,
 * section 2). One without a stated time binds for a reasonable time (section 3), which people judge.
 */
export const isExpired = ({ boundUntil, timeZone, now }: Bound & { now: number }): boolean =>
  boundUntil !== null && dayOfProject(now, timeZone) > boundUntil

/** How many days a bid binds at most, counted from the deadline; from today where a client asks for more time. */
const longestDays = 730

/** The last day that a bid may name (YYYY-MM-DD). */
export const latestValidity = ({ bidDeadline, timeZone }: { bidDeadline: number; timeZone: string | null }): string =>
  dayOfProject(bidDeadline + longestDays * dayMs, timeZone)

/** Whether a bid still binds on the day of the deadline (UTC ms). */
export const outlastsDeadline = ({ boundUntil, timeZone, bidDeadline }: Bound & { bidDeadline: number }): boolean =>
  !isExpired({ boundUntil, timeZone, now: bidDeadline })
