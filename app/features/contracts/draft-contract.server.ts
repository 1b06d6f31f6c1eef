import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { currentFeeBp } from '#app/features/team/platform-company.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import type { PaymentMethod } from '#db/vocabulary/contracts.ts'
import { type ContractBid, findAwardedBid } from './awarded-bid.server.ts'
import { closingColumns, replaceSecurityTerms } from './closing-terms.server.ts'
import { type AskedClosing, noClosing, priceClosing } from './closing-terms.ts'
import { nextContractNumber } from './contract-number.server.ts'
import {
  contractTotals,
  findMismatch,
  isPastDue,
  type PlannedMilestone,
  priceMilestones,
  type TaxedMilestone,
} from './milestone-plan.ts'
import { replaceMilestones } from './replace-milestones.server.ts'

export type ContractContent = {
  title: string
  terms: string
  paymentMethod: PaymentMethod
  retentionBp: number
  milestones: readonly PlannedMilestone[]
  /** Nothing unless given. */
  closing?: AskedClosing
}

/**
 * Drafts the contract of an awarded project, for the client. A project has at most one standing contract.
 * @throws AppError if the project has no standing award, the milestones do not add up to the bid, or as `priceClosing` says
 */
export function draftContract(
  ctx: CompanyContext,
  input: ContractContent & { projectId: string; submissionId?: string },
): { contractId: string } {
  requireRight(ctx, 'contracts.draft')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'draftContract', input }, () => {
      const bid = findAwardedBid(tx, ctx.company.id, input.projectId)
      if (!bid) throw notFound()
      if (bid.projectStatus !== 'awarded') throw conflict('contracts:refused.notAwarded')
      if (hasStandingContract(tx, input.projectId)) throw conflict('contracts:refused.alreadyDrafted')
      const plan = validatePlan(input.milestones, bid, ctx.now)
      const totals = contractTotals(plan)
      const closing = priceClosing(input.closing ?? noClosing, totals)
      const id = newId()
      const values = {
        id,
        number: nextContractNumber(tx, ctx.now),
        projectId: bid.projectId,
        bidId: bid.bidId,
        clientCompanyId: bid.clientCompanyId,
        providerCompanyId: bid.providerCompanyId,
        title: input.title,
        terms: input.terms,
        status: 'draft' as const,
        paymentMethod: input.paymentMethod,
        currency: bid.currency,
        ...totals,
        ...closingColumns(closing),
        retentionBp: input.paymentMethod === 'secure_escrow' ? input.retentionBp : 0,
        platformFeeBp: input.paymentMethod === 'secure_escrow' ? currentFeeBp(tx) : 0,
        platformFeeBasis: 'net' as const,
        createdBy: ctx.actor.id,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }
      tx.insert(contracts).values(values).run()
      replaceMilestones(tx, id, plan, ctx.now)
      replaceSecurityTerms(tx, id, closing.securities)
      const after = { ...values, plan, securities: closing.securities }
      appendAudit(tx, ctx, { action: 'contract.draft', subject: { type: 'contract', id }, after })
      return { contractId: id }
    }),
  )
}

/**
 * Validates a milestone plan against the awarded bid and prices it with the bid's VAT.
 * @throws AppError invalid if a milestone is due in the past, or the plan does not add up to the bid at each VAT rate
 */
export function validatePlan(planned: readonly PlannedMilestone[], bid: ContractBid, now: number): TaxedMilestone[] {
  const late = planned.findIndex((milestone) => isPastDue(milestone, now))
  if (late >= 0) throw invalid('contracts:invalid.dueInPast', { field: `milestones[${late}].dueDate` })
  const mismatch = findMismatch(planned, bid.vatGroups)
  if (!mismatch)
    return priceMilestones(planned).map((milestone) => {
      const group = bid.vatGroups.find(({ vatRateBp }) => vatRateBp === milestone.vatRateBp)
      return { ...milestone, vatCategory: group?.vatCategory ?? null, vatGround: group?.vatGround ?? null }
    })
  const key = bid.vatGroups.length > 1 ? 'contracts:invalid.sumAtRate' : 'contracts:invalid.sum'
  throw invalid(key, {
    field: 'milestones',
    params: {
      expectedCents: mismatch.expectedCents,
      plannedCents: mismatch.plannedCents,
      currency: bid.currency,
      rate: mismatch.vatRateBp / 100,
    },
  })
}

function hasStandingContract(tx: Transaction, projectId: string): boolean {
  const standing = inArray(contracts.status, ['draft', 'sent', 'partially_signed', 'active', 'completed'])
  return (
    tx
      .select({ id: contracts.id })
      .from(contracts)
      .where(and(eq(contracts.projectId, projectId), standing))
      .get() !== undefined
  )
}
