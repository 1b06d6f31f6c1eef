import { and, asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { columns } from '#db/fields.server.ts'
import { milestones } from '#db/schema/escrow.ts'
import { contractTaxes, pricedLines } from './change-content.server.ts'
import { extendable } from './load-change-order.server.ts'
import type { ChangedContract } from './queries.server.ts'

/** What the form of a change chooses from: the prices, VAT rates and unpaid milestones of the contract. Checks no right: the caller has. */
export function changeBasis(ctx: CompanyContext, contract: Pick<ChangedContract, 'id' | 'currency' | 'bidId'>) {
  const { id, currency } = contract
  return {
    currency,
    /** In basis points, that of the first milestone first. */
    vatRates: contractTaxes(ctx.db, id).map(({ vatRateBp }) => vatRateBp),
    items: pricedLines(ctx.db, contract).map(({ id, description, unit, unitPriceE4 }) => ({
      ...{ id, description, unit, unitPriceE4 },
    })),
    extendable: extendable(ctx.db, id).map(({ id, position, title }) => ({ id, position, title })),
    milestones: ctx.db
      .select(columns(milestones, 'id', 'position', 'title', 'netCents'))
      .from(milestones)
      .where(and(eq(milestones.contractId, id), eq(milestones.status, 'planned')))
      .orderBy(asc(milestones.position))
      .all(),
  }
}

export type ChangeBasis = ReturnType<typeof changeBasis>
