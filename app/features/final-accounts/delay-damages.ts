import { type DelayTerm, daysAfter } from '#app/features/contracts/closing-terms.ts'
import { percentageOf, sumCents } from '#app/platform/money.ts'

/** How delay damages come about, for both parties to recompute. */
export type DelayDamages = DelayTerm & {
  /** The day agreed for the handover, as extended. */
  dueOn: string
  /** The day up to which the delay counts: that of the handover, or before it today. */
  until: string
  /** Days of delay of the agreed kind, and those that count: no more than the agreed maximum. */
  delayedDays: number
  countedDays: number
  /** The price without VAT, as signed. */
  netCents: number
  /** The parts that were taken over before `until`, each with its day and its share of that price; a day is theirs up to their own handover. */
  parts: readonly { heldOn: string; netCents: number }[]
  cents: number
}

/**
 * The delay damages of a contract by its own terms: a share of the price without VAT, as signed, for each day after the agreed one up to the
 * handover, for at most so many days (YSE 1998, § 18: 0.05 % for each working day, at most 50). After a part was taken over, the days count
 * for the price of what was not (the same section, from memory). Rounded once, to the cent. It is a calculation: nothing is owed by it before
 * the client has claimed it.
 */
export function delayDamages(
  term: DelayTerm,
  at: Pick<DelayDamages, 'dueOn' | 'until' | 'netCents'> & Partial<Pick<DelayDamages, 'parts'>>,
): DelayDamages {
  const isWorking = term.days === 'working'
  const delayedDays = daysBetween(at.dueOn, at.until, isWorking)
  const countedDays = Math.min(delayedDays, term.maxDays)
  const parts = (at.parts ?? []).filter(({ heldOn }) => heldOn < at.until)
  const spared = parts.map(
    ({ heldOn, netCents }) =>
      netCents * (countedDays - Math.min(daysBetween(at.dueOn, heldOn, isWorking), countedDays)),
  )
  const priceDays = at.netCents * countedDays - sumCents(spared)
  return { ...term, ...at, parts, delayedDays, countedDays, cents: percentageOf(priceDays, term.rateBp) }
}

/** The days after a day up to another one, that one included; of working days only those from Monday to Friday. */
function daysBetween(day: string, until: string, workingOnly: boolean): number {
  const all = Math.round((Date.parse(until) - Date.parse(day)) / 86_400_000)
  if (all <= 0) return 0
  if (!workingOnly) return all
  const weeks = Math.floor(all / 7)
  let days = weeks * 5
  for (let at = weeks * 7 + 1; at <= all; at += 1) {
    const weekday = new Date(`${daysAfter(day, at)}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) days += 1
  }
  return days
}
