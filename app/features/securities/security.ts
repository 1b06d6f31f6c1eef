import type { Right } from '#app/features/accounts/rights.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ContractParty, SecurityStatus } from '#db/vocabulary/contracts.ts'

/** The steps of a recorded security. `withdraw` takes back what was recorded wrongly. */
export const securityActions = ['receive', 'claim', 'return', 'withdraw'] as const
export type SecurityAction = (typeof securityActions)[number]

export const securityRight: Right = 'contracts.secure'

type SecurityMachine = {
  namespace: 'securities'
  state: SecurityStatus
  action: SecurityAction
  role: ContractParty
  facts: Record<never, never>
  refusal: never
}
export type SecurityRefusal = RefusalKey<SecurityMachine>

/**
 * Who may record what of a security (CON-12): the provider gives it, and only the client says that it has received it, claims from it, and
 * gives it back. A record moves no money: the guarantor pays on the guarantee itself.
 */
export const securityMachine = defineMachine<SecurityMachine>({
  namespace: 'securities',
  transitions: [
    { from: 'recorded', action: 'receive', by: 'client', to: 'received' },
    { from: 'recorded', action: 'withdraw', by: 'provider', to: 'withdrawn' },
    { from: ['received', 'claimed'], action: 'claim', by: 'client', to: 'claimed' },
    { from: ['received', 'claimed'], action: 'return', by: 'client', to: 'returned' },
  ],
})

/** The state to which each recorded step leads. */
export const statusAfter: Readonly<Record<SecurityAction | 'record', SecurityStatus>> = {
  ...{ record: 'recorded', receive: 'received', claim: 'claimed', return: 'returned', withdraw: 'withdrawn' },
}

/** Days before the last day of validity from which a security is about to expire, and both parties are reminded. */
export const expiryNoticeDays = 30

/** A security as its parties see it on a day (`YYYY-MM-DD`): its state, or that it runs out. */
export type SecurityStanding = SecurityStatus | 'expires_soon' | 'expired'

/** The standing of a security on `today`; one without an end never expires, nor does one that was given back. */
export function standingOf(
  { status, validUntil }: { status: SecurityStatus; validUntil: string | null },
  today: string,
): SecurityStanding {
  if (validUntil === null || status === 'returned' || status === 'withdrawn') return status
  if (validUntil < today) return 'expired'
  return validUntil <= dayAfter(today, expiryNoticeDays) && status !== 'claimed' ? 'expires_soon' : status
}

/** The day so many days after a day, both `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
