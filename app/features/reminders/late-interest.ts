import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import type { InterestPart } from '#db/schema/invoices/invoice-mailing.ts'
import type { BuyerKind, InterestBasis } from '#db/vocabulary/invoicing.ts'
import { type AddedRates, halfOf, referenceRateBp } from './reference-rates.ts'

/** Percentage points above the reference rate, in hundredths: Interest Act 633/1982, sections 4 and 4 a. */
const pointsBp = { consumer: 700, commercial: 800 } as const

/**
 * What the rate of an invoice follows from. A consumer's is never above the statutory one (section 2(2)); eight points are owed by a business or a
 * contracting authority alone (section 4 a).
 */
export function basisOf(statedBp: number | null, buyer: BuyerKind): InterestBasis {
  if (buyer !== 'consumer' && statedBp !== null) return 'stated'
  return buyer === 'business' ? 'commercial' : 'consumer'
}

function rateOn(day: string, { basis, statedBp, newer }: Terms): number | null {
  if (basis === 'stated') return statedBp ?? 0
  const reference = referenceRateBp(halfOf(day).half, newer)
  if (reference === null) return null
  const statutory = reference + pointsBp[basis]
  return statedBp === null ? statutory : Math.min(statedBp, statutory)
}

type Terms = {
  basis: InterestBasis
  /** The rate on the invoice, in hundredths of a percent a year; null where it says none. */
  statedBp: number | null
  /** Reference rates newer than the program's own. */
  newer: AddedRates
}

type Debt = {
  /** What was owed before any payment, in cents, without retention and credit notes. */
  owedCents: number
  /** Payments with their day; what was paid on a day still bears interest for that day. */
  payments: readonly { paidOn: string; amountCents: number }[]
  /** The first and the last day that bear interest, `YYYY-MM-DD`. */
  firstDay: string
  lastDay: string
}

const daysBetween = (from: string, until: string) => Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1

/** Simple interest on actual days, of a year of 365 days, rounded half up to the cent. */
function interestCents(principalCents: number, rateBp: number, days: number): number {
  const year = 365n * 10_000n
  return Number((BigInt(principalCents) * BigInt(rateBp) * BigInt(days) * 2n + year) / (2n * year))
}

/**
 * Late interest by day. A new part begins with each half of the year, whose reference rate may differ, and on the day after each payment.
 * `until` is the last day reckoned where the reference rate of a later half is unknown; null where nothing is missing.
 */
export function lateInterest(debt: Debt, terms: Terms): { parts: InterestPart[]; cents: number; until: string | null } {
  const { owedCents, payments, firstDay, lastDay } = debt
  const parts: InterestPart[] = []
  let from = firstDay
  let until: string | null = null
  while (from <= lastDay) {
    const rateBp = rateOn(from, terms)
    if (rateBp === null) {
      until = addDays(from, -1)
      break
    }
    const paid = payments.filter(({ paidOn }) => paidOn < from).reduce((sum, { amountCents }) => sum + amountCents, 0)
    const next = [
      halfOf(from).next,
      ...payments.map(({ paidOn }) => addDays(paidOn, 1)).filter((day) => day > from),
      addDays(lastDay, 1),
    ].sort()[0] as string
    const last = addDays(next, -1)
    const principalCents = Math.max(0, owedCents - paid)
    const days = daysBetween(from, last)
    const cents = interestCents(principalCents, rateBp, days)
    if (cents > 0) parts.push({ from, until: last, days, principalCents, rateBp, cents })
    from = next
  }
  return { parts, cents: parts.reduce((sum, part) => sum + part.cents, 0), until }
}
