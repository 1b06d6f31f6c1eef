import type { SuspenseReason } from '#db/vocabulary/escrow.ts'

/** A payment that waits in suspense with the reference of a milestone. Cents of its own currency; `dueCents` of the contract's. */
type Arrival = {
  id: string
  currency: string
  paidOn: string
  reason: SuspenseReason
  openCents: number
  milestone: string
  dueCents: number
  dueCurrency: string
  reference: string
  status: string
  contractStatus: string
  isReversing: boolean
}

export type WaitingPayment = Arrival & {
  /**
   * What the milestone lacks with all payments that can fund it, in cents; 0 where they cover it. Null where this one cannot fund it: it is funded or
   * ended, the contract is, the currency is another, or the payment may be reversed.
   */
  missingCents: number | null
}

const canFund = ({ status, contractStatus, currency, dueCurrency, isReversing }: Arrival) =>
  status === 'planned' && contractStatus === 'active' && currency === dueCurrency && !isReversing

/** Tells of each payment what is missing once all of the same reference are counted together, as an admin funds the milestone (ESC-12). */
export const sortArrivals = (arrivals: readonly Arrival[]): WaitingPayment[] =>
  arrivals.map((one) => {
    if (!canFund(one)) return { ...one, missingCents: null }
    const arrivedCents = arrivals
      .filter((other) => other.reference === one.reference && canFund(other))
      .reduce((sum, { openCents }) => sum + openCents, 0)
    return { ...one, missingCents: Math.max(0, one.dueCents - arrivedCents) }
  })

/** What a milestone's client still has to transfer, gross, in cents: its sum without what has arrived for it and waits. */
export const stillToPay = (
  { fundingReference, amountCents }: { fundingReference: string | null; amountCents: number },
  payments: readonly Pick<WaitingPayment, 'reference' | 'missingCents'>[],
): number =>
  payments.find(({ reference, missingCents }) => reference === fundingReference && missingCents !== null)
    ?.missingCents ?? amountCents
