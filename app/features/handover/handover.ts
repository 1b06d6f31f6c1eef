import type { Right } from '#app/features/accounts/rights.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'
import type { DefectStatus, HandoverResult, HandoverStatus } from '#db/vocabulary/handover.ts'

export const handoverActions = ['edit', 'propose', 'sign', 'return'] as const
export type HandoverAction = (typeof handoverActions)[number]

/** The right to call a handover, to write and sign its protocol, and to change its defects. */
export const handoverRight: Right = 'contracts.handover'

type HandoverFacts = {
  /** Whether the protocol says when it was held and how it ended. */
  isWritten: boolean
  /** Whether the acting party has signed it. */
  hasSigned: boolean
  /** For `return`. */
  reason?: string | null
}

type HandoverMachine = {
  namespace: 'handover'
  state: HandoverStatus
  action: HandoverAction
  role: ContractParty
  facts: HandoverFacts
  refusal: 'notWritten' | 'alreadySigned' | 'reasonNeeded'
}
export type HandoverRefusal = RefusalKey<HandoverMachine>

const parties = ['client', 'provider'] as const
const other = (facts: HandoverFacts) => (facts.hasSigned ? 'alreadySigned' : null)

/**
 * The state machine of a handover protocol (CON-13): both parties write it, whoever signs first freezes it, and the other one signs it or
 * returns it with a reason. A returned one stays as it was signed, and goes on as a new one.
 */
export const handoverMachine = defineMachine<HandoverMachine>({
  namespace: 'handover',
  transitions: [
    { from: 'called', action: 'edit', by: parties, to: 'called' },
    {
      from: 'called',
      action: 'propose',
      by: parties,
      to: 'proposed',
      when: (facts) => (facts.isWritten ? null : 'notWritten'),
    },
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

export const defectActions = ['fix', 'accept', 'reopen'] as const
export type DefectAction = (typeof defectActions)[number]

type DefectMachine = {
  namespace: 'handover'
  state: DefectStatus
  action: DefectAction
  role: ContractParty
  facts: { responsible: ContractParty; role: ContractParty }
  refusal: 'notResponsible'
}

/** The states of a defect of a signed protocol: whoever is responsible says that it is fixed, and only the client accepts that. */
export const defectMachine = defineMachine<DefectMachine>({
  namespace: 'handover',
  transitions: [
    {
      from: 'open',
      action: 'fix',
      by: parties,
      to: 'fixed',
      when: ({ responsible, role }) => (responsible === role ? null : 'notResponsible'),
    },
    { from: 'fixed', action: 'accept', by: 'client', to: 'accepted' },
    { from: 'fixed', action: 'reopen', by: 'client', to: 'open' },
  ],
})

/** Whether a defect is still open after its day; days are `YYYY-MM-DD`. */
export const isOverdueDefect = (
  { status, dueOn }: { status: DefectStatus; dueOn: string | null },
  today: string,
): boolean => status === 'open' && dueOn !== null && dueOn < today

/**
 * Days before the end of a warranty time from which both parties are told: the warranty inspection is held in its last month (YSE 1998, § 74), and
 * two weeks are left to agree on a day.
 */
export const warrantyNoticeDays = 45

/** How a handover protocol is called: HO-1. */
export const handoverName = (number: number): string => `HO-${number}`

/** Whether a handover with this result takes the work over, so that the warranty time begins. */
export const isTakenOver = (result: HandoverResult | null): boolean =>
  result === 'accepted' || result === 'accepted_with_defects'
