import { sumCents } from '#app/platform/money.ts'
import type { LedgerAccountKind, LedgerPostingKind, PayoutSource } from '#db/vocabulary/escrow.ts'
import { type DisputeSplit, splitRelease } from './milestone.ts'

/**
 * Double-entry bookkeeping of escrow (ESC-1). Debits are positive, credits negative. `bank` is what we hold for others and
 * grows by debits; every other account but `bank_costs` and `unexplained` is a liability and grows by credits: a contract with 100.00 in
 * escrow has -10000 on `escrow_held`. All amounts are integer cents, in one currency per posting.
 */
export type LedgerEntry = {
  kind: LedgerAccountKind
  /** The company (client_funds, provider_payable), contract (escrow_held, retention_held), transfer (suspense) or row of the statement (unexplained); '' for the platform. */
  ownerId: string
  amountCents: number
}

export type LedgerPosting = { kind: LedgerPostingKind; entries: LedgerEntry[] }

export type EscrowParties = { contractId: string; clientCompanyId: string; providerCompanyId: string }

/** A client's money arrived in the bank. */
export function depositPosting(clientCompanyId: string, amountCents: number): LedgerPosting {
  return posting('deposit', [
    ['bank', '', positive(amountCents)],
    ['client_funds', clientCompanyId, -amountCents],
  ])
}

/** Money arrived whose home is not known: it waits on an account of its own, which its bank transfer owns (ESC-11). */
export function suspensePosting(transferId: string, amountCents: number): LedgerPosting {
  return posting('deposit', [
    ['bank', '', positive(amountCents)],
    ['suspense', transferId, -amountCents],
  ])
}

/** Money in suspense, or a part of it, is credited to the free balance of the company that it is from. */
export function matchPosting(transferId: string, companyId: string, amountCents: number): LedgerPosting {
  return posting('match', [
    ['suspense', transferId, positive(amountCents)],
    ['client_funds', companyId, -amountCents],
  ])
}

/** Takes a deposit that was recorded wrongly back from wherever it was credited: suspense, and the free balances of companies (ESC-15). */
export function reversalPosting(
  credits: readonly { kind: 'suspense' | 'client_funds'; ownerId: string; cents: number }[],
): LedgerPosting {
  return posting('reversal', [
    ...credits.map(({ kind, ownerId, cents }) => [kind, ownerId, positive(cents)] as const),
    ['bank', '', 0 - sumCents(credits.map(({ cents }) => cents))],
  ])
}

/**
 * Orders a payment to a company from one of its balances (ESC-18). Until the statement shows it, the bank still has the money and it is
 * nobody's to use: `payout_transit`, a liability like the others.
 */
export function payoutPosting(source: PayoutSource, ownerId: string, amountCents: number): LedgerPosting {
  return posting('payout', [
    [source, ownerId, positive(amountCents)],
    ['payout_transit', '', -amountCents],
  ])
}

/** The bank statement shows an ordered payment. */
export function payoutBookedPosting(amountCents: number): LedgerPosting {
  return posting('payout_booked', [
    ['payout_transit', '', positive(amountCents)],
    ['bank', '', -amountCents],
  ])
}

/** A payment came back to the balance it was taken from: refused by the bank (`payout_transit`), or returned after it was booked (`bank`). */
export function payoutReturnPosting(
  from: 'payout_transit' | 'bank',
  { source, ownerId, amountCents }: { source: PayoutSource; ownerId: string; amountCents: number },
): LedgerPosting {
  return posting('payout_return', [
    [from, '', positive(amountCents)],
    [source, ownerId, -amountCents],
  ])
}

/** Money went out of the bank that is no payout: its charge, the platform's own fee, or what nobody has explained yet (ESC-24). */
export function bankDebitPosting(to: BankDebit, amountCents: number): LedgerPosting {
  return posting('bank_debit', [
    [to.kind, to.ownerId, positive(amountCents)],
    ['bank', '', -amountCents],
  ])
}
export type BankDebit = { kind: 'bank_costs' | 'unexplained'; ownerId: string }

/** The bank credited interest, or gave a charge back. */
export function bankInterestPosting(amountCents: number): LedgerPosting {
  return posting('bank_interest', [
    ['bank', '', positive(amountCents)],
    ['bank_costs', '', -amountCents],
  ])
}

/** What a row that went out is explained by. To the bank again where payouts of a run explain it, which are then booked themselves. */
export function debitSettledPosting(
  rowId: string,
  to: { kind: 'bank_costs' | 'platform_fee' | 'suspense' | 'bank'; ownerId: string },
  amountCents: number,
): LedgerPosting {
  return posting('debit_settled', [
    [to.kind, to.ownerId, positive(amountCents)],
    ['unexplained', rowId, -amountCents],
  ])
}

/** Sets the client's money aside for a milestone. */
export function fundPosting(parties: EscrowParties, amountCents: number): LedgerPosting {
  return posting('fund', [
    ['client_funds', parties.clientCompanyId, positive(amountCents)],
    ['escrow_held', parties.contractId, -amountCents],
  ])
}

/** Pays approved or certified work, of which `beforeCents` was released before: the retention stays held, the platform takes its fee, the rest goes to the provider. */
export function releasePosting(
  parties: EscrowParties,
  amountCents: number,
  { retentionBp, feeCents, beforeCents = 0 }: { retentionBp: number; feeCents: number; beforeCents?: number },
): LedgerPosting {
  const terms = { retentionBp: rate(retentionBp), feeCents: fee(feeCents), beforeCents }
  const parts = splitRelease(positive(amountCents), terms)
  if (parts.providerCents < 0) throw new RangeError('The fee is taken of what the provider gets')
  return posting('release', [
    ['escrow_held', parties.contractId, amountCents],
    ['retention_held', parties.contractId, -parts.retentionCents],
    ['platform_fee', '', -parts.feeCents],
    ['provider_payable', parties.providerCompanyId, -parts.providerCents],
  ])
}

/** Releases the retention to the provider, less the fee on it, with the client's consent. */
export function retentionReleasePosting(
  parties: EscrowParties,
  retentionCents: number,
  feeCents: number,
): LedgerPosting {
  return posting('retention_release', [
    ['retention_held', parties.contractId, positive(retentionCents)],
    ...paid(parties, retentionCents, feeCents),
  ])
}

/** Returns the money to the client, with the provider's consent. */
export function refundPosting(parties: EscrowParties, amountCents: number): LedgerPosting {
  return posting('refund', [
    ['escrow_held', parties.contractId, positive(amountCents)],
    ['client_funds', parties.clientCompanyId, -amountCents],
  ])
}

/** Resolves a dispute by an admin's split. The posting is refused unless the parts add up to the held amount. */
export function resolutionPosting(
  parties: EscrowParties,
  heldCents: number,
  split: DisputeSplit,
  feeCents: number,
): LedgerPosting {
  return posting('resolution', [
    ['escrow_held', parties.contractId, positive(heldCents)],
    ...divided(parties, heldCents, split, feeCents),
  ])
}

/** Divides the retention of one milestone by an admin's decision. Refused unless the parts add up to it. */
export function retentionResolutionPosting(
  parties: EscrowParties,
  retentionCents: number,
  split: DisputeSplit,
  feeCents: number,
): LedgerPosting {
  return posting('retention_resolution', [
    ['retention_held', parties.contractId, positive(retentionCents)],
    ...divided(parties, retentionCents, split, feeCents),
  ])
}

/** Throws unless the entries are non-zero whole cents that sum to zero; called before a posting is written. */
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
 * The position of one contract from its postings. `heldCents` is read from the held accounts, the other amounts from the
 * opposite accounts, so that `isConsistent` compares two independent figures.
 */
export function contractPosition(postings: readonly LedgerPosting[]): ContractPosition {
  const sum = (kinds: readonly LedgerPostingKind[] | null, accounts: readonly LedgerAccountKind[]) =>
    sumCents(
      postings
        .filter((one) => kinds === null || kinds.includes(one.kind))
        .flatMap((one) => one.entries.filter((entry) => accounts.includes(entry.kind)))
        .map((entry) => entry.amountCents),
    )
  const paidOut = sum(
    ['release', 'retention_release', 'resolution', 'retention_resolution'],
    ['provider_payable', 'platform_fee'],
  )
  return {
    fundedCents: sum(['fund'], ['client_funds']),
    releasedCents: 0 - paidOut,
    refundedCents: 0 - sum(['refund', 'resolution', 'retention_resolution'], ['client_funds']),
    heldCents: 0 - sum(null, ['escrow_held', 'retention_held']),
    retentionCents: 0 - sum(null, ['retention_held']),
  }
}

/** The invariant of the nightly check: held is funded less released less refunded, and no held balance is negative. */
export function isConsistent(position: ContractPosition): boolean {
  const { fundedCents, releasedCents, refundedCents, heldCents, retentionCents } = position
  return heldCents === fundedCents - releasedCents - refundedCents && retentionCents >= 0 && heldCents >= retentionCents
}

type EntryRow = readonly [kind: LedgerAccountKind, ownerId: string, amountCents: number]

function divided(
  parties: EscrowParties,
  heldCents: number,
  { clientCents, providerCents }: DisputeSplit,
  feeCents: number,
): EntryRow[] {
  if (clientCents < 0 || providerCents < 0 || sumCents([clientCents, providerCents]) !== heldCents) {
    throw new RangeError('The parts of a resolution add up to what was held')
  }
  return [['client_funds', parties.clientCompanyId, -clientCents], ...paid(parties, providerCents, feeCents)]
}

function paid(parties: EscrowParties, amountCents: number, feeCents: number): EntryRow[] {
  if (fee(feeCents) > amountCents) throw new RangeError('The fee is taken of what the provider gets')
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

function fee(feeCents: number): number {
  if (!Number.isSafeInteger(feeCents) || feeCents < 0) throw new RangeError(`Not a fee: ${feeCents}`)
  return feeCents
}

function rate(bp: number): number {
  if (!Number.isSafeInteger(bp) || bp < 0 || bp > 10_000) throw new RangeError(`Not a share of a whole: ${bp}`)
  return bp
}
