import type { ContractAction } from '#app/features/contracts/contract.ts'
import type { SecurityStanding } from '#app/features/securities/security.ts'
import type {
  ContractParty,
  ContractStatus,
  PaymentMethod,
  SecurityPurpose,
  SecurityStatus,
} from '#db/vocabulary/contracts.ts'
import type { MilestoneStatus, RetentionStatus } from '#db/vocabulary/escrow.ts'
import type { FinalAccountStatus } from '#db/vocabulary/final-accounts.ts'
import type { DefectStatus, HandoverStatus } from '#db/vocabulary/handover.ts'

/** What a contract can wait for, in the order in which a party reads it: what binds before what is routine. */
export const stepKinds = [
  'send',
  'sign',
  'answerTermination',
  'endTermination',
  'answerProposal',
  'answerChange',
  'signHandover',
  'signFinalAccount',
  'answerHandover',
  'answerFinalAccount',
  'fixDefects',
  'acceptDefects',
  'giveSecurity',
  'receiveSecurity',
  'returnSecurity',
  'stateCase',
  'answerOffer',
  'answerRefund',
  'answerSchedule',
  'certifyWork',
  'approve',
  'release',
  'releaseRetention',
  'settleHeld',
  'deliver',
  'payIn',
  'callHandover',
  'writeHandover',
  'beginFinalAccount',
  'writeFinalAccount',
] as const
export type StepKind = (typeof stepKinds)[number]

/** The steps that are done in escrow; all others are of the contract. */
export const escrowSteps: readonly StepKind[] = [
  ...(['stateCase', 'answerOffer', 'answerRefund', 'answerSchedule', 'certifyWork'] as const),
  ...(['approve', 'release', 'releaseRetention', 'settleHeld', 'deliver', 'payIn'] as const),
]

export type Step = {
  kind: StepKind
  /** Whom the contract waits for; null where either party can do it. */
  by: ContractParty | null
  /** Where it is done. */
  to: string
  /** Whether the reader's role on the project keeps them from doing it (PROJ-26). */
  isExcluded?: boolean
  /** What it is done to, as the parties call it; null where the kind says it all. */
  subject: string | null
  /** Of a security. */
  security: { purpose: SecurityPurpose; amountCents: number } | null
  /** Of a milestone: what of it is not settled yet, gross; where a refund is asked for, that. Null where it was not asked. */
  amountCents: number | null
  /** Of defects that are open, or said to be fixed. */
  count: number | null
  /** `YYYY-MM-DD` */
  dueOn: string | null
  /** UTC ms, of a signature. */
  dueAt: number | null
}

/** What the steps follow from: what the page of a contract loads anyway, and the change orders that wait for an answer. */
export type StepFacts = {
  contract: {
    id: string
    number: string
    status: ContractStatus
    paymentMethod: PaymentMethod
    expiresAt: number | null
    retentionStatus: RetentionStatus | null
    /** What escrow holds as retention, for a page that shows amounts. */
    retentionCents?: number
    actions: readonly ContractAction[]
    signatures: readonly { party: ContractParty }[]
    milestones: readonly {
      id: string
      position: number
      title: string
      status: MilestoneStatus
      dueDate: string | null
      extendedDueDate: string | null
      /** What of it is not settled yet, gross, for a page that shows amounts. */
      openCents?: number
      /** Whether what has arrived for it covers it already, so that nobody has to pay: an admin funds it. */
      isPaidIn?: boolean
    }[]
  }
  proposedChanges: readonly { id: string; name: string; title: string; proposer: ContractParty }[]
  handover: {
    mayCall: boolean
    /** Whether all of the work was taken over. */
    isTakenOver: boolean
    standing: readonly {
      name: string
      number: number
      isLatest: boolean
      status: HandoverStatus
      /** Who wrote its protocol last. */
      writtenBy: ContractParty | null
      signatures: readonly { party: ContractParty }[]
      defects: readonly { responsible: ContractParty; status: DefectStatus; dueOn: string | null }[]
    }[]
  } | null
  securities: {
    /** Whether the contract sets a day for the handover or a warranty time, so that it needs a handover. */
    terms: { handoverDue: string | null; warrantyMonths: number | null }
    demanded: readonly {
      purpose: SecurityPurpose
      amountCents: number
      until: string | null
      lack: string | null
      /** Whether the last day that it had to cover is over. */
      isOver: boolean
    }[]
    securities: readonly {
      id: string
      purpose: SecurityPurpose
      amountCents: number
      validUntil: string | null
      status: SecurityStatus
      standing: SecurityStanding
    }[]
  } | null
  finalAccount: {
    /** Nobody has begun it, and something asks for it (`asksForFinalAccount`). */
    isAsked: boolean
    account: {
      name: string
      status: FinalAccountStatus
      writtenBy: ContractParty | null
      signatures: readonly { party: ContractParty }[]
    } | null
  } | null
}

type MilestoneFacts = Pick<StepFacts['contract'], 'id' | 'status' | 'paymentMethod' | 'milestones'>
type RetentionFacts = Pick<StepFacts['contract'], 'id' | 'status' | 'retentionStatus' | 'retentionCents'>

const otherOf = { client: 'provider', provider: 'client' } as const
const parties = ['client', 'provider'] as const

/** What a contract waits for, by kind and then in the order of its rows (CON-24). It decides nothing: each page asks its own rules again. */
export function contractSteps(facts: StepFacts): Step[] {
  const steps = [...ofSigning(facts), ...ofChanges(facts), ...ofHandover(facts), ...ofFinalAccount(facts)]
  const retention = retentionSteps(facts.contract, isRetentionDue(facts.handover))
  return byKind([...steps, ...ofSecurities(facts), ...milestoneSteps(facts), ...retention])
}

/** In the order in which a party reads them; those of one kind stay as they are. */
export const byKind = (steps: readonly Step[]): Step[] =>
  steps.toSorted((a, b) => stepKinds.indexOf(a.kind) - stepKinds.indexOf(b.kind))

/** The steps of one party and those of the other; what either can do is the reader's own. */
export function sortSteps(steps: readonly Step[], reader: ContractParty): { mine: Step[]; theirs: Step[] } {
  return {
    mine: steps.filter(({ by }) => by === null || by === reader),
    theirs: steps.filter(({ by }) => by === otherOf[reader]),
  }
}

/** One step; what is not said of it is null. */
export function stepOf(
  kind: StepKind,
  by: ContractParty | null,
  to: string,
  more: Partial<Omit<Step, 'kind' | 'by' | 'to'>> = {},
): Step {
  return {
    kind,
    by,
    to,
    subject: null,
    security: null,
    amountCents: null,
    count: null,
    dueOn: null,
    dueAt: null,
    ...more,
  }
}

const unsigned = (signatures: readonly { party: ContractParty }[]): ContractParty[] =>
  parties.filter((party) => !signatures.some((signature) => signature.party === party))

function ofSigning({ contract }: StepFacts): Step[] {
  const { id, number: subject, status, expiresAt: dueAt, actions, signatures } = contract
  if (actions.includes('send')) return [stepOf('send', 'client', `/contracts/${id}/send`, { subject })]
  if (status !== 'sent' && status !== 'partially_signed') return []
  return unsigned(signatures).map((party) => stepOf('sign', party, `/contracts/${id}/sign`, { subject, dueAt }))
}

function ofChanges({ contract, proposedChanges }: StepFacts): Step[] {
  if (contract.status !== 'active') return []
  return proposedChanges.map(({ id, name, title, proposer }) =>
    stepOf('answerChange', otherOf[proposer], `/contracts/${contract.id}/changes/${id}`, {
      subject: `${name}: ${title}`,
    }),
  )
}

function ofHandover({ contract, handover: found, securities }: StepFacts): Step[] {
  const path = `/contracts/${contract.id}/handover`
  const needsOne = Boolean(securities?.terms.handoverDue || securities?.terms.warrantyMonths)
  const call = found?.mayCall && (contract.status === 'active' || needsOne) ? [stepOf('callHandover', null, path)] : []
  return [...call, ...(found?.standing ?? []).flatMap((one) => ofOneHandover(one, path))]
}

type Handover = NonNullable<StepFacts['handover']>['standing'][number]

function ofOneHandover(
  { name: subject, number, isLatest, status, writtenBy, signatures, defects }: Handover,
  path: string,
): Step[] {
  const to = isLatest ? path : `${path}/${number}`
  if (status === 'called')
    return [
      writtenBy
        ? stepOf('answerHandover', otherOf[writtenBy], to, { subject })
        : stepOf('writeHandover', null, to, { subject }),
    ]
  if (status === 'proposed') return unsigned(signatures).map((party) => stepOf('signHandover', party, to, { subject }))
  if (status !== 'signed') return []
  const open = parties.flatMap((party) => {
    const own = defects.filter((defect) => defect.status === 'open' && defect.responsible === party)
    const [dueOn = null] = own.flatMap((defect) => defect.dueOn ?? []).sort()
    return own.length > 0 ? [stepOf('fixDefects', party, to, { subject, count: own.length, dueOn })] : []
  })
  const fixed = defects.filter((defect) => defect.status === 'fixed').length
  return [...open, ...(fixed > 0 ? [stepOf('acceptDefects', 'client', to, { subject, count: fixed })] : [])]
}

function ofFinalAccount({ contract, finalAccount: found }: StepFacts): Step[] {
  const to = `/contracts/${contract.id}/final-account`
  const account = found?.account
  if (!account) return found?.isAsked ? [stepOf('beginFinalAccount', null, to)] : []
  const { name: subject, status, writtenBy, signatures } = account
  if (status === 'draft')
    return [
      writtenBy
        ? stepOf('answerFinalAccount', otherOf[writtenBy], to, { subject })
        : stepOf('writeFinalAccount', null, to, { subject }),
    ]
  if (status !== 'proposed') return []
  return unsigned(signatures).map((party) => stepOf('signFinalAccount', party, to, { subject }))
}

/**
 * The securities that the provider has to give, those whose receipt the client has to confirm, and those to give back: what the client holds
 * after the last day that it had to cover, once the provider has nothing left to put right. One for the warranty time is for what appears
 * after the handover, and is asked for once that is under way; what ran out before it was received secures nothing, and is confirmed by nobody.
 */
function ofSecurities({ contract, handover, securities: found }: StepFacts): Step[] {
  const isRunning = contract.status === 'active' || contract.status === 'completed'
  if (!found || !isRunning) return []
  const to = `/contracts/${contract.id}/securities`
  const isEnding = contract.status === 'completed' || Boolean(handover?.mayCall || handover?.standing.length)
  const demanded = found.demanded.filter(({ purpose, lack }) => lack !== null && (purpose !== 'warranty' || isEnding))
  const recorded = found.securities.filter(({ status, standing }) => status === 'recorded' && standing !== 'expired')
  const isOver = (purpose: SecurityPurpose) => found.demanded.some((one) => one.purpose === purpose && one.isOver)
  const done = isRetentionDue(handover)
    ? found.securities.filter(
        ({ purpose, status, standing }) => status === 'received' && standing !== 'expired' && isOver(purpose),
      )
    : []
  return [
    ...demanded.map(({ purpose, amountCents }) =>
      stepOf('giveSecurity', 'provider', `${to}/new`, { security: { purpose, amountCents } }),
    ),
    ...recorded.map(({ id, purpose, amountCents, validUntil: dueOn }) =>
      stepOf('receiveSecurity', 'client', `${to}/${id}/receive`, { security: { purpose, amountCents }, dueOn }),
    ),
    ...done.map(({ id, purpose, amountCents }) =>
      stepOf('returnSecurity', 'client', `${to}/${id}/return`, { security: { purpose, amountCents } }),
    ),
  ]
}

/** Whether all of the work is taken over, and the provider has no defect of a protocol left to put right. */
const isRetentionDue = (found: StepFacts['handover']): boolean =>
  Boolean(found?.isTakenOver) &&
  !found?.standing.some(
    ({ status, defects }) =>
      status === 'signed' && defects.some((one) => one.responsible === 'provider' && one.status !== 'accepted'),
  )

/**
 * The retention of a completed contract that escrow still holds although it is due: all of the work is taken over and the provider has nothing
 * left to put right, so that nothing but the client's release is missing (CON-22, ESC-9).
 */
export function retentionSteps(
  { id, status, retentionStatus, retentionCents: amountCents = 0 }: RetentionFacts,
  isDue: boolean,
): Step[] {
  if (status !== 'completed' || retentionStatus !== 'held' || !isDue) return []
  return [stepOf('releaseRetention', 'client', `/escrow/${id}/release-retention`, { amountCents: amountCents || null })]
}

/**
 * What each milestone waits for. Paying in and delivering go in the order of the plan, so that only the first of each is named; what is
 * submitted, to be corrected, approved or to be refunded is named each. Once the contract was terminated, what is held for work that was not submitted
 * waits for both: for a refund that they agree on, or a dispute (CON-4).
 */
export function milestoneSteps({ contract }: { contract: MilestoneFacts }): Step[] {
  const { id, status: contractStatus, paymentMethod, milestones } = contract
  const isActive = contractStatus === 'active'
  const isEscrow = paymentMethod === 'secure_escrow'
  if (!isActive && contractStatus !== 'terminated') return []
  const ofState = (states: readonly MilestoneStatus[]) => milestones.filter(({ status }) => states.includes(status))
  const workable = ofState(isEscrow ? ['funded'] : ['funded', 'planned'])
  type One = (typeof milestones)[number]
  const namedAs = (
    { position, title, openCents, dueDate, extendedDueDate }: One,
    dueOn = extendedDueDate ?? dueDate,
  ) => ({
    subject: `${position}. ${title}`,
    amountCents: openCents ?? null,
    dueOn,
  })
  const each = (kind: StepKind, by: ContractParty, states: readonly MilestoneStatus[], path: string) =>
    ofState(states).map((one) => stepOf(kind, by, `/milestones/${one.id}/${path}`, namedAs(one, null)))
  return [
    ...each('answerRefund', 'provider', ['refund_requested'], 'refund'),
    ...each('approve', 'client', ['submitted'], 'approve'),
    ...(isEscrow ? each('release', 'client', ['approved'], 'release') : []),
    ...(isEscrow && !isActive ? ofState(['funded', 'changes_requested']) : []).map((one) =>
      stepOf('settleHeld', null, `/escrow/${id}`, namedAs(one, null)),
    ),
    ...(isActive ? [...ofState(['changes_requested']), ...workable.slice(0, 1)] : []).map((one) =>
      stepOf('deliver', 'provider', `/milestones/${one.id}/submit`, namedAs(one)),
    ),
    ...(isActive && isEscrow
      ? ofState(['planned'])
          .filter(({ isPaidIn }) => !isPaidIn)
          .slice(0, 1)
      : []
    ).map((one) => stepOf('payIn', 'client', `/escrow/${id}`, namedAs(one))),
  ]
}
