import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { stillToPay } from '#app/features/bank/arrivals.ts'
import { waitingPayments } from '#app/features/bank/suspense.server.ts'
import { defectsLeft, takenOverOn } from '#app/features/contracts/closing-days.server.ts'
import type { ContractDetail } from '#app/features/contracts/queries.server.ts'
import { heldBalanceCents } from '#app/features/escrow/close-contract.server.ts'
import { restOf } from '#app/features/escrow/milestone.ts'
import type { EscrowDetail } from '#app/features/escrow/queries.server.ts'
import { actsOnProjects } from '#app/features/projects/members/role-on-project.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import type { Database } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrders, milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import { askedSteps } from './asked.server.ts'
import {
  byKind,
  contractSteps,
  escrowSteps,
  milestoneSteps,
  retentionSteps,
  type StepFacts,
  type StepKind,
  sortSteps,
} from './contract-step.ts'

const proposed = sql(
  {
    params: { contract: contracts.id, company: companies.id },
    row: columns(changeOrders, 'id', 'number', 'title', 'proposer'),
  },
  `SELECT o.id, o.number, o.title, o.proposer FROM change_orders o JOIN contracts c ON c.id = o.contract_id
   WHERE o.contract_id = :contract AND o.status = 'proposed' AND :company IN (c.client_company_id, c.provider_company_id)
   ORDER BY o.number`,
)

const amountColumns = [
  ...(['id', 'status', 'amountCents', 'netCents', 'vatCents', 'fundingReference'] as const),
  ...(['certifiedNetCents', 'certifiedVatCents', 'refundedNetCents', 'refundedVatCents', 'refundCents'] as const),
] as const

const amounts = sql(
  { params: { contract: contracts.id }, row: columns(milestones, ...amountColumns) },
  `SELECT id, status, amount_cents AS amountCents, net_cents AS netCents, vat_cents AS vatCents, funding_reference AS fundingReference, certified_net_cents AS certifiedNetCents,
     certified_vat_cents AS certifiedVatCents, refunded_net_cents AS refundedNetCents, refunded_vat_cents AS refundedVatCents, refund_cents AS refundCents
   FROM contract_milestones WHERE contract_id = :contract`,
)

/** What of a milestone is not settled yet, gross, in cents; where a refund is asked for, that. */
const openCentsOf = (one: Parameters<typeof restOf>[0] & { status: string; refundCents: number | null }): number =>
  one.status === 'refund_requested' && one.refundCents !== null ? one.refundCents : restOf(one).amountCents

type Priced = Parameters<typeof openCentsOf>[0] & { fundingReference: string | null }

/** The open amount of each milestone, and for its client and admins without what has arrived for it and waits in suspense: the provider learns nothing of that. */
function paymentsSeenBy(db: Database, contractId: string, reader: string | null) {
  const payments = reader === 'provider' ? [] : waitingPayments(db, [contractId])
  return (one: Priced) => {
    if (one.status !== 'planned') return { openCents: openCentsOf(one), isPaidIn: false }
    const openCents = stillToPay(one, payments)
    return { openCents, isPaidIn: openCents === 0 }
  }
}

export type FoundSteps = ReturnType<typeof findSteps>

/** What a contract waits for, as one of its parties reads it. */
export function findSteps(
  ctx: CompanyContext,
  contract: ContractDetail,
  found: Pick<StepFacts, 'handover' | 'securities' | 'finalAccount'>,
) {
  const company = companyInScope(ctx, 'contracts.read')
  const proposedChanges = proposed
    .all(ctx.db, { contract: contract.id, company })
    .map(({ number, ...change }) => ({ ...change, name: changeOrderName(number) }))
  const actsOn = actsOnProjects(ctx, [contract.projectId])
  const toPay = paymentsSeenBy(ctx.db, contract.id, contract.party)
  const open = new Map(amounts.all(ctx.db, { contract: contract.id }).map((one) => [one.id, { ...toPay(one) }]))
  const priced = contract.milestones.map((one) => ({ ...one, openCents: one.amountCents, ...open.get(one.id) }))
  const retentionCents = heldBalanceCents(ctx.db, 'retention_held', contract.id)
  const facts = { ...found, contract: { ...contract, retentionCents, milestones: priced }, proposedChanges }
  const steps = byKind([...contractSteps(facts), ...askedSteps(ctx, contract.id)]).map((step) => ({
    ...step,
    isExcluded: !actsOn(contract.projectId, escrowSteps.includes(step.kind) ? 'escrow' : 'contracts'),
  }))
  return { ...sortSteps(steps, contract.party), today: businessDay(ctx.now) }
}

const inDispute: readonly StepKind[] = ['stateCase', 'answerOffer']

/** What the milestones of a contract wait for, as a party reads it on the page of its escrow; an admin reads what each party has to do. */
export function findEscrowSteps(
  ctx: UserContext,
  { contract, role, position, milestones: rows }: EscrowDetail,
): FoundSteps {
  const isOwnToDo = actsOnProjects(ctx, [contract.projectId])(contract.projectId, 'escrow')
  const isParty = role === 'client' || role === 'provider'
  const toPay = paymentsSeenBy(ctx.db, contract.id, role)
  const ofMilestones = milestoneSteps({
    contract: { ...contract, milestones: rows.map((one) => ({ ...one, ...toPay(one) })) },
  })
  // What is said in a dispute is read by its parties and by the admins who work for neither, on a page of its own.
  const asked = askedSteps(ctx, contract.id).filter(
    ({ kind }) => escrowSteps.includes(kind) && (isParty || !inDispute.includes(kind)),
  )
  const isDue = takenOverOn(ctx.db, contract.id) !== null && defectsLeft(ctx.db, contract.id) === 0
  const ofRetention = retentionSteps({ ...contract, retentionCents: position.retentionCents }, isDue)
  const steps = byKind([...ofMilestones, ...ofRetention, ...asked]).map((step) => ({
    ...step,
    isExcluded: !isOwnToDo,
    // Where to pay in, and to settle what is held, is said further down on the same page.
    to: step.kind === 'payIn' ? `${step.to}#pay` : step.kind === 'settleHeld' ? `${step.to}#milestones` : step.to,
  }))
  const sorted = isParty ? sortSteps(steps, role) : { mine: [], theirs: steps }
  return { ...sorted, today: businessDay(ctx.now) }
}
