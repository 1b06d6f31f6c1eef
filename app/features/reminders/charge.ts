import { maxFeeCents } from '#app/features/invoice-settings/reminder-fee.ts'
import type { BuyerKind, ReminderChargeKind } from '#db/vocabulary/invoicing.ts'

/** Days from one reminder to the next that may cost something (Debt Collection Act 513/1999 as amended by 299/2022, sections 10 e to 10 j). */
const daysApart = 10
/** How many reminders of an invoice claim a fee: our choice. What a debtor owes for collecting in all is limited by the same sections, far above it. */
const mostFees = 2
/**
 * For the costs of collecting, from the day that bears late interest, without any reminder (Directive 2011/7/EU, article 6). It includes fees.
 * A business or a contracting authority owes it, nobody else (act 30/2013, section 1).
 */
export const compensationCents = 4000

export type ReminderCharge = { chargeKind: ReminderChargeKind | null; chargeCents: number }

type Asked = {
  /** What the seller has settled; null for nothing. */
  kind: ReminderChargeKind | null
  feeCents: number | null
  /** The reminders before, in their order. */
  earlier: readonly (ReminderCharge & { sentOn: string })[]
  /** YYYY-MM-DD. */
  today: string
  /** Whether late interest has begun. */
  isLate: boolean
  buyer: BuyerKind
  /** A debt in euros to a Finnish seller: of anything else nothing is claimed. */
  isFinnish: boolean
}

const nothing: ReminderCharge = { chargeKind: null, chargeCents: 0 }

/**
 * What a reminder claims for collecting, in cents without VAT, with what those before it have claimed. Never a fee and the compensation: once the
 * compensation was claimed it stays that, and it takes the place of earlier fees. Of a buyer who turned out to be no business only fees stay.
 */
export function chargeOf({ kind, feeCents, earlier, today, isLate, buyer, isFinnish }: Asked): ReminderCharge {
  if (kind === null || !isFinnish || buyer === 'consumer') return nothing
  const isClaimed = earlier.some(({ chargeKind }) => chargeKind === 'compensation')
  if (buyer === 'business' && (isClaimed || (kind === 'compensation' && isLate)))
    return { chargeKind: 'compensation', chargeCents: compensationCents }
  const last = earlier.at(-1)
  const before = Math.max(0, ...earlier.map(({ chargeKind, chargeCents }) => (chargeKind === 'fee' ? chargeCents : 0)))
  const fees = earlier.filter((one, index) => one.chargeCents > (earlier[index - 1]?.chargeCents ?? 0)).length
  const isApart = last === undefined || Date.parse(today) - Date.parse(last.sentOn) >= daysApart * 86_400_000
  const fee = kind === 'fee' && isApart && fees < mostFees ? Math.min(feeCents ?? 0, maxFeeCents) : 0
  return before + fee > 0 ? { chargeKind: 'fee', chargeCents: before + fee } : nothing
}
