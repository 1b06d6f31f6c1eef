import type { StatedVat } from '#app/features/invoicing/credit-split.ts'
import { shareOf } from '#app/platform/money.ts'

/** What happens to an invoice on a day, in cents: a payment (below zero when it is paid back), or a credit note with its VAT. */
export type SettlementEvent = { day: string } & (
  | { paidCents: number }
  | { creditedCents: number; credited: readonly StatedVat[] }
)

/** What is stated of one VAT on a day, in cents. */
export type DatedVat = StatedVat & { day: string }

type Amounts = { netCents: number; vatCents: number }

const isSameVat = (one: StatedVat, other: StatedVat) =>
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

const sum = (amounts: readonly Amounts[]) => amounts.reduce(plus, { netCents: 0, vatCents: 0 })

/**
 * What an invoice that is stated by its payments adds on each day of a period. It is the difference of what is stated by the end of that day and
 * of the day before, so that payments add up to the invoice to the cent, however many there are: once what its credit notes have left is paid, its VAT is
 * that of the invoice less theirs.
 */
export function settledVat(
  invoice: { grossCents: number; stated: readonly StatedVat[] },
  events: readonly SettlementEvent[],
  { fromDay, toDay }: { fromDay: string; toDay: string },
): DatedVat[] {
  const days = [...new Set(events.map(({ day }) => day))].filter((day) => day <= toDay).sort()
  return invoice.stated.flatMap((vat) => {
    let before: Amounts = { netCents: 0, vatCents: 0 }
    return days.flatMap((day) => {
      const after = receivedBy(
        invoice.grossCents,
        vat,
        events.filter((event) => event.day <= day),
      )
      const change = plus(after, times(before, -1))
      before = after
      return day < fromDay || (change.netCents === 0 && change.vatCents === 0) ? [] : [{ ...vat, ...change, day }]
    })
  })
}

/** The share of one VAT of an invoice that its payments are of the invoice. */
function receivedBy(grossCents: number, vat: StatedVat, events: readonly SettlementEvent[]): Amounts {
  const paidCents = events.reduce((paid, event) => paid + ('paidCents' in event ? event.paidCents : 0), 0)
  const notes = events.filter((event) => 'credited' in event)
  const leftCents = notes.reduce((left, { creditedCents }) => left - creditedCents, grossCents)
  if (paidCents === leftCents) {
    const credited = notes.flatMap((note) => note.credited.filter((one) => isSameVat(one, vat)))
    return plus(vat, times(sum(credited), -1))
  }
  return {
    netCents: shareOf(vat.netCents, paidCents, grossCents),
    vatCents: shareOf(vat.vatCents, paidCents, grossCents),
  }
}
