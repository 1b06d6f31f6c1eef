import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { currentFeeBp } from '#app/features/team/platform-company.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { findAwardedBid } from './awarded-bid.server.ts'
import { closingColumns, replaceSecurityTerms } from './closing-terms.server.ts'
import { noClosing, priceClosing } from './closing-terms.ts'
import { type ContractContent, validatePlan } from './draft-contract.server.ts'
import { contractTotals } from './milestone-plan.ts'
import { replaceMilestones } from './replace-milestones.server.ts'
import { loadContract, transitionContract } from './transition-contract.server.ts'

type Input = ContractContent & {
  contractId: string
  submissionId?: string | undefined
  expectedVersion?: number | undefined
}
type Updated = { contractId: string; updatedAt: number }

/**
 * Changes a draft, for the client.
 * @throws AppError not found; conflict when somebody else has changed it in the meantime, or once it was sent; invalid when the
 * milestones do not match the bid, or as `priceClosing` says
 */
export function updateContract(ctx: CompanyContext, input: Input): Updated {
  requireRight(ctx, 'contracts.update')
  return transact(ctx.db, (tx) => {
    const { contract, party } = loadContract(tx, ctx, input.contractId)
    return withIdempotencyKey(
      tx,
      ctx,
      { verb: 'updateContract', input, otherContent: 'replace' },
      (earlier: Updated | null) => {
        requireUnchanged(contract.updatedAt, input.expectedVersion, earlier?.updatedAt)
        const bid = findAwardedBid(tx, contract.clientCompanyId, contract.projectId)
        if (!bid || bid.bidId !== contract.bidId) throw conflict('contracts:refused.notAwarded')
        const plan = validatePlan(input.milestones, bid, ctx.now)
        const totals = contractTotals(plan)
        const closing = priceClosing(input.closing ?? noClosing, totals)
        const escrow = input.paymentMethod === 'secure_escrow'
        const set = {
          title: input.title,
          terms: input.terms,
          paymentMethod: input.paymentMethod,
          retentionBp: escrow ? input.retentionBp : 0,
          platformFeeBp: escrow ? currentFeeBp(tx) : 0,
          platformFeeBasis: 'net' as const,
          ...totals,
          ...closingColumns(closing),
        }
        transitionContract(tx, ctx, contract, { action: 'edit', role: party, set })
        replaceMilestones(tx, contract.id, plan, ctx.now)
        replaceSecurityTerms(tx, contract.id, closing.securities)
        appendAudit(tx, ctx, {
          action: 'contract.update',
          subject: { type: 'contract', id: contract.id },
          before: contract,
          after: { ...set, plan, securities: closing.securities },
        })
        return { contractId: contract.id, updatedAt: ctx.now }
      },
    )
  })
}
