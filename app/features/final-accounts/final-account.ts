import type { Right } from '#app/features/accounts/rights.ts'
import { sumCents } from '#app/platform/money.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { FinalAccountStatus, FinalItemAnswer } from '#db/vocabulary/final-accounts.ts'

export const finalAccountActions = ['edit', 'propose', 'sign', 'return'] as const
export type FinalAccountAction = (typeof finalAccountActions)[number]

/** The right to begin, write, sign and return a final account: it closes what the handover opens. */
export const finalAccountRight: Right = 'contracts.handover'

type FinalAccountFacts = {
  /** Whether the acting party has signed it. */
  hasSigned: boolean
  /** For `return`. */
  reason?: string | null
}

type FinalAccountMachine = {
  namespace: 'finalaccount'
  state: FinalAccountStatus
  action: FinalAccountAction
  role: ContractParty
  facts: FinalAccountFacts
  refusal: 'alreadySigned' | 'reasonNeeded'
}
export type FinalAccountRefusal = RefusalKey<FinalAccountMachine>

const parties = ['client', 'provider'] as const
const other = (facts: FinalAccountFacts) => (facts.hasSigned ? 'alreadySigned' : null)

/**
 * The state machine of a final account (CON-23): both parties write it, whoever signs first freezes it, and the other one signs it or
 * returns it with a reason. A returned one stays as it was signed, and goes on as a new one.
 */
export const finalAccountMachine = defineMachine<FinalAccountMachine>({
  namespace: 'finalaccount',
  transitions: [
    { from: 'draft', action: 'edit', by: parties, to: 'draft' },
    { from: 'draft', action: 'propose', by: parties, to: 'proposed' },
    { from: 'proposed', action: 'sign', by: parties, to: 'signed', when: other },
    {
      from: 'proposed',
      action: 'return',
      by: parties,
      to: 'returned',
      when: other,
      input: (facts) => (facts.reason?.trim() ? null : 'reasonNeeded'),
    },
  ],
})

/** How a final account is called: FA-1. */
export const finalAccountName = (number: number): string => `FA-${number}`

type Item = { claimant: ContractParty; answer: FinalItemAnswer; amountCents: number }

export type FinalTotals = {
  /** What is agreed beside the contract sum: owed to the provider, and to be taken off by the client. */
  agreedProviderCents: number
  agreedClientCents: number
  /** The contract sum to date and what is agreed beside it. */
  totalCents: number
  /** What the client still has to pay; below zero for what the provider has to pay back. */
  toPayCents: number
  /** Reserved claims: neither agreed nor given up, and not counted in. */
  reservedProviderCents: number
  reservedClientCents: number
}

/** What a final account comes to (YSE 1998, § 73), in cents with VAT. */
export function finalTotals(grossCents: number, paidCents: number, items: readonly Item[]): FinalTotals {
  const of = (claimant: ContractParty, answer: FinalItemAnswer) =>
    sumCents(
      items.filter((item) => item.claimant === claimant && item.answer === answer).map((item) => item.amountCents),
    )
  const [agreedProviderCents, agreedClientCents] = [of('provider', 'agreed'), of('client', 'agreed')]
  const totalCents = grossCents + agreedProviderCents - agreedClientCents
  return {
    ...{ agreedProviderCents, agreedClientCents, totalCents, toPayCents: totalCents - paidCents },
    ...{ reservedProviderCents: of('provider', 'reserved'), reservedClientCents: of('client', 'reserved') },
  }
}
