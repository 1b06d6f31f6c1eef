import type { ContractStatus } from '#db/vocabulary/contracts.ts'
import type { MilestoneStatus, SuspenseReason } from '#db/vocabulary/escrow.ts'

/** What the bank says of a payment, and what its reference number names. */
type Arrival = {
  transfer: { reference: string; amountCents: number; currency: string; paidOn: string }
  /** Null if no milestone has the reference. */
  due: {
    status: MilestoneStatus
    amountCents: number
    currency: string
    contractStatus: ContractStatus
    /** The first day on which the payer's bank can have dated it, `YYYY-MM-DD`. */
    from: string | null
  } | null
}

/** Why money that arrived has no home yet; null where it fits exactly and funds its milestone at once (ESC-11). */
export function suspenseReason({ transfer, due }: Arrival): SuspenseReason | null {
  if (transfer.reference === '') return 'no_reference'
  if (!due) return 'unknown_reference'
  if (due.status !== 'planned') return 'already_funded'
  if (due.contractStatus !== 'active') return 'contract_ended'
  if (due.currency !== transfer.currency) return 'wrong_currency'
  if (due.from !== null && transfer.paidOn < due.from) return 'before_contract'
  if (transfer.amountCents < due.amountCents) return 'too_little'
  return transfer.amountCents > due.amountCents ? 'too_much' : null
}

type Waiting = { id: string; openCents: number }

/**
 * How much of each waiting payment a milestone of `dueCents` takes, in the order given, or null if they do not cover it together.
 * What is left over stays in suspense.
 */
export function coverFrom(waiting: readonly Waiting[], dueCents: number): { id: string; amountCents: number }[] | null {
  const parts: { id: string; amountCents: number }[] = []
  let missing = dueCents
  for (const { id, openCents } of waiting) {
    const amountCents = Math.min(openCents, missing)
    if (amountCents > 0) parts.push({ id, amountCents })
    missing -= amountCents
  }
  return missing === 0 ? parts : null
}
