import { percentageOf, sumCents } from '#app/platform/money.ts'
import type { LedgerAccountKind, LedgerPostingKind } from '#db/vocabulary/escrow.ts'
import { type DisputeSplit, splitRelease } from './milestone.ts'

/**
 * Double-entry bookkeeping of escrow (ESC-1). Debit is positive, credit negative. `bank` is
 * what we hold for others and grows by debit; every other account says to whom it is owed and grows by credit: a contract
 * for which 100.00 is held has -10000 on `escrow_held`. All amounts are integer cents of one currency per posting.
 */
export type LedgerEntry = {
  kind: LedgerAccountKind
  /** The company (client_funds, provider_payable) or contract (escrow_held, retention_held); '' for the platform's own. */
  ownerId: string
  amountCents: number
}

export type LedgerPosting = { kind: LedgerPostingKind; entries: LedgerEntry[] }

export type EscrowParties = { contractId: string; clientCompanyId: string; providerCompanyId: string }

/** Money arrived in the bank for a client. */
export function depositPosting(clientCompanyId: string, amountCents: number): LedgerPosting {
  return posting('deposit', [
    ['bank', '', positive(amountCents)],
    ['client_funds', clientCompanyId, -amountCents],
  ])
}

/** The client's money is put aside for a milestone. */
export function fundPosting(parties: EscrowParties, amountCents: number): LedgerPosting {
  return posting('fund', [
    ['client_funds', parties.clientCompanyId, positive(amountCents)],
    ['escrow_held', parties.contractId, -amountCents],
  ])
}

/** Approved work is paid: the retention stays held, the fee is the platform's, the rest is the provider's. */
export function releasePosting(
  parties: EscrowParties,
  amountCents: number,
  rates: { retentionBp: number; platformFeeBp: number },
): LedgerPosting {
  const parts = splitRelease(positive(amountCents), {
    retentionBp: rate(rates.retentionBp),
    platformFeeBp: rate(rates.platformFeeBp),
  })
  return posting('release', [
    ['escrow_held', parties.contractId, amountCents],
    ['retention_held', parties.contractId, -parts.retentionCents],
    ['platform_fee', '', -parts.feeCents],
    ['provider_payable', parties.providerCompanyId, -parts.providerCents],
  ])
}

/** The contract is completed: what was retained goes to the provider, less the fee on it. */
export function retentionReleasePosting(
  parties: EscrowParties,
  retentionCents: number,
  platformFeeBp: number,
): LedgerPosting {
  return posting('retention_release', [
    ['retention_held', parties.contractId, positive(retentionCents)],
    ...paid(parties, retentionCents, platformFeeBp),
  ])
}

/** The provider consented: the client's money is free again. */
export function refundPosting(parties: EscrowParties, amountCents: number): LedgerPosting {
  return posting('refund', [
    ['escrow_held', parties.contractId, positive(amountCents)],
    ['client_funds', parties.clientCompanyId, -amountCents],
  ])
}

/** An admin ended a dispute; the parts add up to what was held, or the posting is refused. */
export function resolutionPosting(
  parties: EscrowParties,
  heldCents: number,
  split: DisputeSplit,
  platformFeeBp: number,
): LedgerPosting {
  const { clientCents, providerCents } = split
  if (clientCents < 0 || providerCents < 0 || sumCents([clientCents, providerCents]) !== heldCents) {
    throw new RangeError('The parts of a resolution add up to what was held')
  }
  return posting('resolution', [
    ['escrow_held', parties.contractId, positive(heldCents)],
    ['client_funds', parties.clientCompanyId, -clientCents],
    ...paid(parties, providerCents, platformFeeBp),
  ])
}

/** Throws unless the entries are whole cents, none of them zero, and sum to zero: asked before a posting is written. */
export function checkBalanced(entries: readonly LedgerEntry[]): void {
  if (entries.length < 2 || entries.some((entry) => entry.amountCents === 0)) {
    throw new RangeError('A posting has at least two entries and none of zero')
  }
  const sum = sumCents(entries.map((entry) => entry.amountCents))
  if (sum !== 0) throw new RangeError(`A posting sums to zero, not to ${sum}`)
}

/** What escrow did and holds for one contract, in cents; `heldCents` includes the retention. */
export type ContractPosition = {
  fundedCents: number
  releasedCents: number
  refundedCents: number
  heldCents: number
  retentionCents: number
}

/**
 * The position of one contract by its own postings. `heldCents` is read off the held accounts, the other three off the
 * accounts on the other side, so that `isConsistent` compares two readings and not one with itself.
 */
export function contractPosition(postings: readonly LedgerPosting[]): ContractPosition {
  const sum = (kinds: readonly LedgerPostingKind[] | null, accounts: readonly LedgerAccountKind[]) =>
    sumCents(
      postings
        .filter((one) => kinds === null || kinds.includes(one.kind))
        .flatMap((one) => one.entries.filter((entry) => accounts.includes(entry.kind)))
        .map((entry) => entry.amountCents),
    )
  const paidOut = sum(['release', 'retention_release', 'resolution'], ['provider_payable', 'platform_fee'])
  return {
    fundedCents: sum(['fund'], ['client_funds']),
    releasedCents: 0 - paidOut,
    refundedCents: 0 - sum(['refund', 'resolution'], ['client_funds']),
    heldCents: 0 - sum(null, ['escrow_held', 'retention_held']),
    retentionCents: 0 - sum(null, ['retention_held']),
  }
}

/** The invariant of the nightly check: held is funded less released less refunded, and nothing held is below zero. */
export function isConsistent(position: ContractPosition): boolean {
  const { fundedCents, releasedCents, refundedCents, heldCents, retentionCents } = position
  return heldCents === fundedCents - releasedCents - refundedCents && retentionCents >= 0 && heldCents >= retentionCents
}

type EntryRow = readonly [kind: LedgerAccountKind, ownerId: string, amountCents: number]

function paid(parties: EscrowParties, amountCents: number, platformFeeBp: number): EntryRow[] {
  const feeCents = percentageOf(amountCents, rate(platformFeeBp))
  return [
    ['platform_fee', '', -feeCents],
    ['provider_payable', parties.providerCompanyId, feeCents - amountCents],
  ]
}

function posting(kind: LedgerPostingKind, rows: readonly EntryRow[]): LedgerPosting {
  const entries = rows
    .filter(([, , amountCents]) => amountCents !== 0)
    .map(([accountKind, ownerId, amountCents]) => ({ kind: accountKind, ownerId, amountCents }))
  checkBalanced(entries)
  return { kind, entries }
}

function positive(amountCents: number): number {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) {
    throw new RangeError(`A posting moves whole cents above zero, not ${amountCents}`)
  }
  return amountCents
}

function rate(bp: number): number {
  if (!Number.isSafeInteger(bp) || bp < 0 || bp > 10_000) throw new RangeError(`Not a share of a whole: ${bp}`)
  return bp
}
