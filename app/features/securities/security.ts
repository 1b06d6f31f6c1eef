import type { Right } from '#app/features/accounts/rights.ts'
import { daysAfter, monthsAfter, type SecurityTerm } from '#app/features/contracts/closing-terms.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ContractParty, SecurityKind, SecurityStatus } from '#db/vocabulary/contracts.ts'

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
  return validUntil <= daysAfter(today, expiryNoticeDays) && status !== 'claimed' ? 'expires_soon' : status
}

/** What is lacking of a security that a contract demands; null where nothing is. */
export type SecurityLack = 'missing' | 'sum' | 'kind' | 'day' | null

/** A recorded security that counts towards what a contract demands. */
type Given = { kind: SecurityKind; amountCents: number; validUntil: string | null; standing: SecurityStanding }

/**
 * What the recorded securities of one purpose lack of what the contract demands: the sum, of the agreed kind, up to the last day (`until`; null
 * where none is agreed yet). Several make up the sum together. `givenCents` is what is there of any kind and time.
 */
export function lackOf(
  { amountCents, kind }: Pick<SecurityTerm, 'amountCents' | 'kind'>,
  recorded: readonly Given[],
  until: string | null,
): { lack: SecurityLack; givenCents: number } {
  const given = recorded.filter(({ standing }) => !['withdrawn', 'returned', 'expired'].includes(standing))
  const sum = (those: readonly Given[]) => those.reduce((cents, one) => cents + one.amountCents, 0)
  const ofKind = given.filter((one) => one.kind === kind)
  const lasting = ofKind.filter(({ validUntil }) => validUntil === null || until === null || validUntil >= until)
  const givenCents = sum(given)
  if (given.length === 0) return { lack: 'missing', givenCents }
  if (givenCents < amountCents) return { lack: 'sum', givenCents }
  if (sum(ofKind) < amountCents) return { lack: 'kind', givenCents }
  return { lack: sum(lasting) < amountCents ? 'day' : null, givenCents }
}

/**
 * The last day that a demanded security has to cover: the months of the contract after the handover, or of a warranty security after the end
 * of the warranty time. Before the handover it counts from the day agreed for it; null where none is.
 */
export function demandedUntil(
  { purpose, months }: Pick<SecurityTerm, 'purpose' | 'months'>,
  handoverOn: string | null,
  warrantyMonths: number | null,
): string | null {
  if (handoverOn === null) return null
  return monthsAfter(handoverOn, months + (purpose === 'warranty' ? (warrantyMonths ?? 0) : 0))
}
