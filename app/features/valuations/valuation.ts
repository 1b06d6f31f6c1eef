import type { Right } from '#app/features/accounts/rights.ts'
import { shareOf, sumCents } from '#app/platform/money.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import type { ValuationStatus } from '#db/vocabulary/valuations.ts'

/** States of a milestone in which the provider works on it: what is done of it is valued and certified. */
const workedOn: readonly MilestoneStatus[] = ['funded', 'changes_requested']

type WorkFacts = { contractIsActive: boolean; milestoneStatus: MilestoneStatus }

/** Whether the work on a milestone goes on, so that it can be valued and certified: while escrow holds its money and nothing else is decided about it. */
export const isWorkedOn = ({ contractIsActive, milestoneStatus }: WorkFacts): boolean =>
  contractIsActive && workedOn.includes(milestoneStatus)

export const valuationActions = ['certify', 'return', 'withdraw'] as const
export type ValuationAction = (typeof valuationActions)[number]

type ValuationMachine = {
  namespace: 'valuations'
  state: ValuationStatus
  action: ValuationAction
  role: 'client' | 'provider'
  facts: WorkFacts & {
    /** For `return`. */
    reason?: string | null
  }
  refusal: 'notNow' | 'reasonNeeded'
}
export type ValuationRefusal = RefusalKey<ValuationMachine>

const whileWorkedOn = (facts: WorkFacts) => (isWorkedOn(facts) ? null : 'notNow')

/**
 * The answers to a valuation (VAL-3): the client certifies it line by line, or returns it with a reason; the provider takes it back. Silence
 * answers nothing: the clock releases no part of a milestone.
 */
export const valuationMachine = defineMachine<ValuationMachine>({
  namespace: 'valuations',
  transitions: [
    { from: 'claimed', action: 'certify', by: 'client', to: 'certified', when: whileWorkedOn },
    {
      from: 'claimed',
      action: 'return',
      by: 'client',
      to: 'returned',
      when: whileWorkedOn,
      input: (facts) => (facts.reason?.trim() ? null : 'reasonNeeded'),
    },
    { from: 'claimed', action: 'withdraw', by: 'provider', to: 'withdrawn' },
  ],
})

export const valuationRights: Record<ValuationAction, Right> = {
  certify: 'escrow.release',
  return: 'escrow.approve',
  withdraw: 'escrow.submit',
}

/** How valuations and certificates of a milestone are called: V-1, PC-1. */
export const valuationName = (number: number): string => `V-${number}`
export const certificateName = (number: number): string => `PC-${number}`

/** All of a line that is measured in percent, in basis points. */
export const wholePercent = 10_000

/** The value of what is done of a line, in cents. */
export const lineValue = ({ netCents, whole }: { netCents: number; whole: number }, done: number): number =>
  shareOf(netCents, done, whole)

/** The value of what is done of all lines, in cents. */
export const valueToDate = (lines: readonly { netCents: number; whole: number; done: number }[]): number =>
  sumCents(lines.map((line) => lineValue(line, line.done)))

type Certified = { netCents: number; vatCents: number; certifiedNetCents: number; certifiedVatCents: number }

/**
 * What is certified of a milestone beyond what was certified before, when the work done to date is worth `netToDateCents`. VAT is computed of
 * all that is certified to date, so that the certificates and the rest come to the milestone's VAT to the cent.
 */
export function amountsThisTime(milestone: Certified, netToDateCents: number) {
  const { netCents: net, vatCents: vat, certifiedNetCents, certifiedVatCents } = milestone
  const netCents = netToDateCents - certifiedNetCents
  const vatCents = shareOf(vat, netToDateCents, net) - certifiedVatCents
  return { netCents, vatCents, grossCents: netCents + vatCents }
}

const day = 86_400_000
const reminderDays = [7, 12] as const

/** The day after the claim (7, 12) of which the client has to be reminded now; null where it was or none is. */
export function dueReminder(claimedAt: number, now: number, remindedDay: number): number | null {
  const due = reminderDays.filter((days) => now >= claimedAt + days * day).at(-1) ?? 0
  return due > remindedDay ? due : null
}
