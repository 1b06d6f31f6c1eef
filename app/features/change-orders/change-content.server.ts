import { eq } from 'drizzle-orm'
import { listBidLines } from '#app/features/bids/bid-document.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { invalid } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { changeOrderLines, milestones } from '#db/schema/escrow.ts'
import type { ChangeReason } from '#db/vocabulary/change-orders.ts'
import { changeTotals } from './change-order-totals.ts'
import { deductionFit } from './load-change-order.server.ts'

export type ChangeContent = {
  title: string
  reason: ChangeReason
  description: string
  /** In basis points; one of the contract's. */
  vatRateBp: number
  lines: readonly {
    /** The line of the contract at whose price it is; null for a new item, which says the rest itself. */
    bidLineId: string | null
    description: string
    /** Thousandths, below zero for a deduction. */
    quantityMilli: number
    unit: string
    unitPriceE4: number
  }[]
  extensionDays: number
  /** For a deduction. */
  milestoneId: string | null
}

/** How the contract taxes its work: its VAT rates, each with the category and ground of its signed milestones. */
export function contractTaxes(db: Database | Transaction, contractId: string) {
  const rows = db
    .select()
    .from(milestones)
    .where(eq(milestones.contractId, contractId))
    .orderBy(milestones.position)
    .all()
  const taxes = new Map(
    rows.map(({ vatRateBp, vatCategory, vatGround }) => [vatRateBp, { vatRateBp, vatCategory, vatGround }]),
  )
  return [...taxes.values()]
}

/** The lines of the contract at whose prices a change can be made: those of the awarded bid that are priced. */
export const pricedLines = (db: Database | Transaction, { bidId }: Pick<ContractRow, 'bidId'>) =>
  listBidLines(db, bidId).filter(({ excluded }) => !excluded)

/**
 * What a form says, at the prices and the VAT of the contract.
 * @throws AppError invalid for a rate or a line that is not the contract's, for a change of nothing, and for a deduction that fits no
 * milestone
 */
export function changeRows(tx: Transaction, contract: ContractRow, input: ChangeContent) {
  const tax = contractTaxes(tx, contract.id).find(({ vatRateBp }) => vatRateBp === input.vatRateBp)
  if (!tax) throw invalid('validation:choice', { field: 'vatRateBp' })
  const priced = pricedLines(tx, contract)
  const lines = input.lines.map((line, position) => {
    if (line.bidLineId === null) return { ...line, position }
    const source = priced.find(({ id }) => id === line.bidLineId)
    if (source?.vatRateBp !== tax.vatRateBp)
      throw invalid('changeorders:invalid.item', { field: `lines[${position}].item` })
    const { description, unit, unitPriceE4 } = source
    return { ...line, position, description, unit, unitPriceE4 }
  })
  if (lines.length === 0 && input.extensionDays === 0) throw invalid('changeorders:invalid.nothing', { field: 'lines' })
  const totals = changeTotals(lines, tax.vatRateBp)
  const { title, reason, description, extensionDays } = input
  const milestoneId = totals.netCents < 0 ? input.milestoneId : null
  const values = { title, reason, description, extensionDays, milestoneId, ...tax, ...totals }
  const fit = deductionFit(tx, { ...values, contractId: contract.id })
  if (fit === 'missing') throw invalid('changeorders:refused.milestoneMissing', { field: 'milestoneId' })
  if (fit === 'notPlanned') throw invalid('changeorders:refused.milestoneNotPlanned', { field: 'milestoneId' })
  if (fit === 'tooLarge') throw invalid('changeorders:refused.deductionTooLarge', { field: 'milestoneId' })
  return { values, lines }
}

/** Replaces the lines of a draft. */
export function saveChangeLines(
  tx: Transaction,
  changeOrderId: string,
  lines: ReturnType<typeof changeRows>['lines'],
): void {
  tx.delete(changeOrderLines).where(eq(changeOrderLines.changeOrderId, changeOrderId)).run()
  for (const line of lines)
    tx.insert(changeOrderLines)
      .values({ id: newId(), changeOrderId, ...line })
      .run()
}
