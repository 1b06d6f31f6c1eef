import type { StatedVat } from '#app/features/invoicing/credit-split.ts'
import type { LineVat } from '#app/features/invoicing/vat-choice.ts'
import { percentageOf, shareOf } from '#app/platform/money.ts'
import type { VatBasis } from '#db/vocabulary/finance.ts'

/**
 * What happens to an invoice on a day, in cents: a payment (below zero when it is paid back), a credit note with its VAT, or what another
 * invoice deducts of it as an advance, until that invoice is credited in full.
 */
export type SettlementEvent = { day: string } & (
  | { paidCents: number }
  | { creditedCents: number; credited: readonly StatedVat[] }
  | { deducted: LineVat & { netCents: number }; isUndone?: boolean }
)

/** What is stated of one VAT on a day, in cents. */
export type DatedVat = StatedVat & { day: string }

type Amounts = { netCents: number; vatCents: number }

/** By what the VAT of an invoice is stated: by its day; as it is paid; as an advance; or once what it is for was supplied. */
export type When = 'invoiced' | 'paid' | 'advance' | 'supplied'

/**
 * When VAT is stated. Trade with other EU countries is stated by the invoice whatever the basis (Finnish VAT Act 1501/1993, sections 137
 * and 143, are for trade in Finland). On an advance VAT is due when it is received and as far as it is, on the basis of invoices too (section 15(1)(2); Directive
 * 2006/112/EC, article 65), and the buyer deducts it when it is paid (section 141). No VAT is due on an advance for goods for another EU country
 * (Directive, article 67), so that these are stated by the invoice that deducts it.
 */
export function whenStated({ isAdvance }: { isAdvance: boolean }, vat: LineVat, basis: VatBasis): When {
  const isGoods = vat.vatCategory === 'K'
  if (isAdvance && isGoods) return 'supplied'
  const isByInvoice = basis === 'invoice' || isGoods || vat.vatGround === 'eu_services'
  if (isByInvoice) return isAdvance ? 'advance' : 'invoiced'
  return 'paid'
}

/** Whether two amounts have the same VAT. */
const isSameVat = (one: LineVat, other: LineVat) =>
  one.vatCategory === other.vatCategory && one.vatRateBp === other.vatRateBp && one.vatGround === other.vatGround

/** Amounts that many times. */
export const times = ({ netCents, vatCents }: Amounts, factor: number): Amounts => ({
  netCents: factor * netCents || 0,
  vatCents: factor * vatCents || 0,
})

const plus = (one: Amounts, other: Amounts): Amounts => ({
  netCents: one.netCents + other.netCents,
  vatCents: one.vatCents + other.vatCents,
})
const each = (pick: (...cents: number[]) => number, one: Amounts, other: Amounts): Amounts => ({
  netCents: pick(one.netCents, other.netCents),
  vatCents: pick(one.vatCents, other.vatCents),
})
const nothing: Amounts = { netCents: 0, vatCents: 0 }

type Settled = { grossCents: number; vat: StatedVat; when: Exclude<When, 'invoiced'> }

/**
 * What one VAT of an invoice that is stated as it is settled adds on each day of a period. It is the difference of what is stated by the end of
 * that day and of the day before, so that payments add up to the invoice to the cent, however many there are.
 */
export function settledVat(
  of: Settled,
  events: readonly SettlementEvent[],
  { fromDay, toDay }: { fromDay: string; toDay: string },
): DatedVat[] {
  const days = [...new Set(events.map(({ day }) => day))].filter((day) => day <= toDay).sort()
  let before = nothing
  return days.flatMap((day) => {
    const after = statedAfter(
      of,
      events.filter((event) => event.day <= day),
    )
    const change = plus(after, times(before, -1))
    before = after
    return day < fromDay || (change.netCents === 0 && change.vatCents === 0) ? [] : [{ ...of.vat, ...change, day }]
  })
}

/**
 * What is stated of one VAT after all that has happened. Of an advance it is what was received of it, but no more than its credit notes have left;
 * and at least what other invoices deduct. What they deduct was supplied, and they do not state it: unpaid, it is no longer an advance, but the tax
 * on that supply is due all the same (section 15(1)(1)). A payment that comes later is of what was supplied first, and is not stated again.
 */
function statedAfter({ grossCents, vat, when }: Settled, events: readonly SettlementEvent[]): Amounts {
  const notes = events.filter((event) => 'credited' in event)
  const credited = notes.flatMap((note) => note.credited.filter((one) => isSameVat(one, vat))).reduce(plus, nothing)
  const left = plus(vat, times(credited, -1))
  const paidCents = events.reduce((paid, event) => paid + ('paidCents' in event ? event.paidCents : 0), 0)
  const leftCents = notes.reduce((gross, { creditedCents }) => gross - creditedCents, grossCents)
  const paid =
    paidCents === leftCents
      ? left
      : {
          netCents: shareOf(vat.netCents, paidCents, grossCents),
          vatCents: shareOf(vat.vatCents, paidCents, grossCents),
        }
  if (when === 'paid') return paid
  const supplied = deductedBy(vat, left, events)
  return when === 'supplied' ? supplied : each(Math.max, supplied, each(Math.min, left, paid))
}

/** What other invoices deduct of one VAT; the tax on all that is left is that of the advance, whatever its rounding. */
function deductedBy(vat: StatedVat, left: Amounts, events: readonly SettlementEvent[]): Amounts {
  const netCents = events.reduce(
    (net, event) =>
      'deducted' in event && isSameVat(event.deducted, vat)
        ? net + (event.isUndone ? -event.deducted.netCents : event.deducted.netCents)
        : net,
    0,
  )
  if (netCents === left.netCents) return netCents === 0 ? nothing : left
  return { netCents, vatCents: percentageOf(netCents, vat.vatRateBp) }
}
