import { invalid } from '#app/platform/errors.ts'
import { percentageOf } from '#app/platform/money.ts'
import type { DelayDayKind, SecurityKind, SecurityPurpose } from '#db/vocabulary/contracts.ts'

/** A security that a contract demands of the provider. */
export type SecurityTerm = {
  purpose: SecurityPurpose
  /** The share of the net price in basis points; null where a sum is agreed. */
  rateBp: number | null
  amountCents: number
  kind: SecurityKind
  /** How long it stays valid after the handover; of a warranty security, after the end of the warranty time. */
  months: number
}

export type DelayTerm = {
  /** A day, of the net price, in basis points. */
  rateBp: number
  days: DelayDayKind
  maxDays: number
}

/** What a contract says about its end: when the work is to be ready, the warranty time, the securities, and delay damages. */
export type ClosingTerms = {
  /** `YYYY-MM-DD` */
  handoverDue: string | null
  /** From the handover. */
  warrantyMonths: number | null
  delay: DelayTerm | null
  securities: readonly SecurityTerm[]
}

/** The same as a form asks for it: a security is a share of the price or a sum. */
export type AskedClosing = Omit<ClosingTerms, 'securities'> & {
  securities: readonly (Omit<SecurityTerm, 'amountCents'> & { amountCents: number | null })[]
}

export const noClosing: AskedClosing = { handoverDue: null, warrantyMonths: null, delay: null, securities: [] }

/**
 * Prices the securities of a contract. A share is of the price without VAT, as signed (YSE 1998, § 36).
 * @throws AppError invalid for a security that is nothing or more than the price, for delay damages without the date that they count
 * from, and for a warranty security without a warranty time
 */
export function priceClosing(asked: AskedClosing, price: { netCents: number; grossCents: number }): ClosingTerms {
  if (asked.delay && asked.handoverDue === null)
    throw invalid('securities:invalid.handoverDue', { field: 'handoverDue' })
  const securities = asked.securities.map((one) => {
    const { purpose, rateBp } = one
    const amountCents = one.amountCents ?? percentageOf(price.netCents, rateBp ?? 0)
    const field = rateBp === null ? `${purpose}Amount` : `${purpose}Percent`
    if (amountCents <= 0) throw invalid('validation:amountPositive', { field })
    if (amountCents > price.grossCents) throw invalid('securities:invalid.tooMuch', { field })
    if (purpose === 'warranty' && asked.warrantyMonths === null)
      throw invalid('securities:invalid.warranty', { field: 'warrantyMonths' })
    return { ...one, amountCents }
  })
  return { ...asked, securities }
}

/** The form's field for the months of each security; `warrantyMonths` is the warranty time itself. */
export const monthsField = {
  performance: 'performanceMonths',
  warranty: 'warrantySecurityMonths',
  advance: 'advanceMonths',
} as const

/**
 * What YSE 1998 says where a contract says nothing else: securities of 10 % and 2 % of the price without VAT (§ 36), a warranty time of two
 * years (§ 29), and delay damages of 0.05 % of it for each working day, of at most 50 (§ 18): those of a main contract, since a side contract and
 * a subcontract have 0.1 %. A starting point for the form, not a rule.
 */
export const yse1998: AskedClosing = {
  handoverDue: null,
  warrantyMonths: 24,
  delay: { rateBp: 5, days: 'working', maxDays: 50 },
  securities: [
    { purpose: 'performance', rateBp: 1000, amountCents: null, kind: 'bank_guarantee', months: 3 },
    { purpose: 'warranty', rateBp: 200, amountCents: null, kind: 'bank_guarantee', months: 3 },
  ],
}

/** The same day so many months later, `YYYY-MM-DD`; the last day of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The day so many calendar days after a day, both `YYYY-MM-DD`. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
