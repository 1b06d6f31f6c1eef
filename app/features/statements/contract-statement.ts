import type { ContractPosition, LedgerPosting } from '#app/features/escrow/ledger.ts'
import { contractPosition } from '#app/features/escrow/ledger.ts'
import { sumCents } from '#app/platform/money.ts'

/** What a contract's money had come to at a moment, in cents. */
export type StatementBalance = {
  /** Held for milestones, without the retention. */
  heldCents: number
  retainedCents: number
  /** Left escrow for the provider, with the platform's fee. */
  releasedCents: number
  refundedCents: number
  /** Of what was released, what has been paid to the provider's bank account. */
  paidOutCents: number
}

export type StatementPosting = LedgerPosting & { id: string; at: number }

export const emptyBalance: StatementBalance = {
  heldCents: 0,
  retainedCents: 0,
  releasedCents: 0,
  refundedCents: 0,
  paidOutCents: 0,
}

/** What a posting, or several, change. */
export function balanceOf(postings: readonly LedgerPosting[], paidOutCents = 0): StatementBalance {
  const { heldCents, retentionCents, releasedCents, refundedCents }: ContractPosition = contractPosition(postings)
  return {
    heldCents: sumCents([heldCents, -retentionCents]),
    retainedCents: retentionCents,
    releasedCents,
    refundedCents,
    paidOutCents,
  }
}

export function addBalances(one: StatementBalance, other: StatementBalance): StatementBalance {
  const add = (name: keyof StatementBalance) => sumCents([one[name], other[name]])
  return {
    heldCents: add('heldCents'),
    retainedCents: add('retainedCents'),
    releasedCents: add('releasedCents'),
    refundedCents: add('refundedCents'),
    paidOutCents: add('paidOutCents'),
  }
}

/** Each posting with the balance after it. */
export function withBalances<P extends LedgerPosting>(
  opening: StatementBalance,
  postings: readonly P[],
  paidOutOf: (posting: P) => number = () => 0,
): (P & { balance: StatementBalance })[] {
  let balance = opening
  return postings.map((posting) => {
    balance = addBalances(balance, balanceOf([posting], paidOutOf(posting)))
    return { ...posting, balance }
  })
}

/** What a posting moves, in cents: what arrives on one side, which is what leaves the other. */
export function movedCents({ entries }: LedgerPosting): number {
  return sumCents(entries.map(({ amountCents }) => Math.max(0, amountCents)))
}

/** A part of a provider's released money: from where (`startCents`) to where it stands in the order of its releases. */
export type ReleasedPart = { startCents: number; cents: number }

/**
 * How much of these parts is paid once `paidCents` of all of the provider's money are: what was released first is paid first. The
 * ledger pays out balances, not contracts, so that a statement of one contract needs an order.
 */
export function paidOf(parts: readonly ReleasedPart[], paidCents: number): number {
  return sumCents(parts.map(({ startCents, cents }) => Math.max(0, Math.min(cents, paidCents - startCents))))
}
