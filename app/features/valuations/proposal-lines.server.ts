import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { listAwardedLines } from '#app/features/bids/options/options.server.ts'
import { decimalText, priceQuantity, quantityText } from '#app/platform/money.ts'
import { contracts } from '#db/schema/contracts.ts'
import { doneInputValue } from './measure.ts'
import type { MilestoneValuations } from './queries.server.ts'

type Mark = { decimalMark: ',' | '.' }

/**
 * What the form of a schedule begins with: the schedule that it replaces, or the priced lines of the contract, measured by their quantities.
 * Which of them belong to the milestone the provider decides. Checks no right: the caller has.
 */
export function proposalLines(
  ctx: CompanyContext,
  { contractId, schedule }: { contractId: string; schedule: MilestoneValuations['schedule'] },
  mark: Mark,
) {
  const amount = (cents: number) => decimalText(cents).replace('.', mark.decimalMark)
  const blank = { description: '', amount: '', basis: 'percent', quantity: '', unit: '' }
  if (schedule)
    return schedule.lines.map(({ description, netCents, basis, whole, unit }) => ({
      ...{ description, amount: amount(netCents), basis, unit },
      quantity: basis === 'percent' ? '' : doneInputValue(basis, whole, mark),
    }))
  const contract = ctx.db.select({ bidId: contracts.bidId }).from(contracts).where(eq(contracts.id, contractId)).get()
  const priced = contract?.bidId
    ? listAwardedLines(ctx.db, contract.bidId).filter(({ excluded, unitPriceE4 }) => !excluded && unitPriceE4 >= 0)
    : []
  const lines = priced.map(({ description, quantityMilli, unit, unitPriceE4 }) => ({
    ...{ description, basis: 'quantity', unit },
    amount: amount(priceQuantity(quantityMilli, unitPriceE4)),
    quantity: quantityText(quantityMilli).replace('.', mark.decimalMark),
  }))
  return lines.length > 0 ? lines : [blank, blank]
}
