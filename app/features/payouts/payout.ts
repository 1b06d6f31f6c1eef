import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { PayoutRunStatus, PayoutStatus } from '#db/vocabulary/escrow.ts'

/** Payments of one run. A file of this size is far below what banks take, and its page can be read. */
export const maxPayments = 200

export type RunAction = 'approve' | 'discard'
type RunMachine = {
  namespace: 'payouts'
  state: PayoutRunStatus
  action: RunAction
  /** An admin who works for a company that is paid has no say. */
  role: 'preparer' | 'other' | 'party'
  facts: Record<never, never>
  refusal: never
}
export type RunRefusal = RefusalKey<RunMachine>

/** A run of payouts (ESC-18): nobody approves their own, and either admin discards it. */
export const payoutRunMachine = defineMachine<RunMachine>({
  namespace: 'payouts',
  transitions: [
    { from: 'prepared', action: 'approve', by: 'other', to: 'approved' },
    { from: 'prepared', action: 'discard', by: ['preparer', 'other'], to: 'discarded' },
  ],
})

export type PayoutAction = 'book' | 'return'
type PayoutMachine = {
  namespace: 'payouts'
  state: PayoutStatus
  action: PayoutAction
  role: 'admin' | 'party'
  facts: Record<never, never>
  refusal: never
}

/** One payment of an approved run: the statement shows it, and the bank sends it back, before or after that (ESC-19). */
export const payoutMachine = defineMachine<PayoutMachine>({
  namespace: 'payouts',
  transitions: [
    { from: 'ordered', action: 'book', by: 'admin', to: 'booked' },
    { from: ['ordered', 'booked'], action: 'return', by: 'admin', to: 'returned' },
  ],
})

/** Why a balance cannot be paid out now; null if it can. SEPA credit transfers are in euros only (Regulation (EU) 260/2012, article 1). */
export function payoutObstacle(of: {
  currency: string
  iban: string | null
  /** Whether a change of the company's account holds payouts back (TEAM-6). */
  waits: boolean
  /** Whether a run that nobody has decided on has it. */
  inRun: boolean
  /** Whether its reversal is proposed (ESC-15). */
  isReversing: boolean
}): PayoutObstacle | null {
  if (of.inRun) return 'inRun'
  if (of.isReversing) return 'isReversing'
  if (of.currency !== 'EUR') return 'notEuro'
  if (of.waits) return 'accountWaits'
  return of.iban === null ? 'noAccount' : null
}
export type PayoutObstacle = 'inRun' | 'isReversing' | 'notEuro' | 'accountWaits' | 'noAccount' | 'noPayerAccount'
