import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import type { ContractDetail } from '#app/features/contracts/queries.server.ts'
import { actsOnProjects } from '#app/features/projects/members/role-on-project.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrders } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { changeOrderName } from '#db/vocabulary/change-orders.ts'
import { contractSteps, escrowSteps, type StepFacts, sortSteps } from './contract-step.ts'

const proposed = sql(
  {
    params: { contract: contracts.id, company: companies.id },
    row: columns(changeOrders, 'id', 'number', 'title', 'proposer'),
  },
  `SELECT o.id, o.number, o.title, o.proposer FROM change_orders o JOIN contracts c ON c.id = o.contract_id
   WHERE o.contract_id = :contract AND o.status = 'proposed' AND :company IN (c.client_company_id, c.provider_company_id)
   ORDER BY o.number`,
)

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
  const steps = contractSteps({ ...found, contract, proposedChanges }).map((step) => ({
    ...step,
    isExcluded: !actsOn(contract.projectId, escrowSteps.includes(step.kind) ? 'escrow' : 'contracts'),
  }))
  return { ...sortSteps(steps, contract.party), today: businessDay(ctx.now) }
}
