import { and, eq } from 'drizzle-orm'
import { listBidLines } from '#app/features/bids/bid-document.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { invalid } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { changeOrderLines, milestones } from '#db/schema/escrow.ts'
import type { ChangeReason } from '#db/vocabulary/change-orders.ts'
import { unfit } from './change-order.ts'
import { changeTotals } from './change-order-totals.ts'
import { deductionFit, extensionFits } from './load-change-order.server.ts'

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
  /** The only milestone that the extension is for; null for the whole work. */
  extensionMilestoneId: string | null
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

/** The lines of the contract at whose prices a change can be made: those of the awarded bid that are priced, options that the award did not choose included. */
export const pricedLines = (db: Database | Transaction, { bidId }: Pick<ContractRow, 'bidId'>) =>
  listBidLines(db, bidId).filter(({ excluded }) => !excluded)

/** A rule that a change breaks, with the form's field that it concerns. */
export type ChangeRefusal = { field: string; key: string }

/**
 * Every rule that a change breaks at once. What a form has not got right yet is left out (`undefined`), and so are the rules that need it.
 */
export function changeRefusals(
  db: Database | Transaction,
  contract: Pick<ContractRow, 'id' | 'bidId'>,
  input: Partial<Pick<ChangeContent, 'vatRateBp' | 'lines' | 'extensionDays' | 'extensionMilestoneId' | 'milestoneId'>>,
): ChangeRefusal[] {
  const { vatRateBp, lines, extensionDays, extensionMilestoneId = null, milestoneId } = input
  const taxes = contractTaxes(db, contract.id)
  const tax = taxes.find((one) => one.vatRateBp === vatRateBp)
  const found: ChangeRefusal[] = []
  if (vatRateBp !== undefined && !tax) found.push({ field: 'vatRateBp', key: 'validation:choice' })
  if (lines?.length === 0 && extensionDays === 0) found.push({ field: 'lines', key: 'changeorders:invalid.nothing' })
  if (!extensionFits(db, { contractId: contract.id, extensionMilestoneId }))
    found.push({ field: 'extensionMilestoneId', key: 'changeorders:refused.extensionDelivered' })
  if (!lines || !tax) return found
  const { priced, wrong } = pricedAt(db, contract, lines, tax.vatRateBp)
  found.push(...wrong.map((position) => ({ field: `lines[${position}].item`, key: 'changeorders:invalid.item' })))
  if (wrong.length > 0 || milestoneId === undefined) return found
  const { netCents } = changeTotals(priced, tax.vatRateBp)
  const fit = deductionFit(db, { contractId: contract.id, milestoneId, netCents, vatRateBp: tax.vatRateBp })
  if (fit === 'missing' && !hasReducible(db, contract.id, tax.vatRateBp))
    found.push({ field: 'lines', key: 'changeorders:invalid.noneLeft' })
  else if (fit !== 'none' && fit !== 'fits')
    found.push({ field: 'milestoneId', key: `changeorders:refused.${unfit[fit]}` })
  return found
}

/** Whether a deduction at a VAT rate has a milestone that it can reduce. */
function hasReducible(db: Database | Transaction, contractId: string, vatRateBp: number): boolean {
  const planned = and(eq(milestones.contractId, contractId), eq(milestones.status, 'planned'))
  const atRate = and(planned, eq(milestones.vatRateBp, vatRateBp))
  return db.select({ id: milestones.id }).from(milestones).where(atRate).get() !== undefined
}

/** Lines with what the contract says of its own items, and the positions of those that are not its items at this VAT rate. */
function pricedAt(
  db: Database | Transaction,
  contract: Pick<ContractRow, 'bidId'>,
  lines: ChangeContent['lines'],
  vatRateBp: number,
) {
  const items = pricedLines(db, contract)
  const wrong: number[] = []
  const priced = lines.map((line, position) => {
    if (line.bidLineId === null) return { ...line, position }
    const source = items.find(({ id }) => id === line.bidLineId)
    if (source?.vatRateBp !== vatRateBp) {
      wrong.push(position)
      return { ...line, position }
    }
    const { description, unit, unitPriceE4 } = source
    return { ...line, position, description, unit, unitPriceE4 }
  })
  return { priced, wrong }
}

/**
 * What a form says, at the prices and the VAT of the contract.
 * @throws AppError invalid for the first rule that it breaks (`changeRefusals`): a rate or a line that is not the contract's, a change of
 * nothing, a deduction that fits no milestone
 */
export function changeRows(tx: Transaction, contract: ContractRow, input: ChangeContent) {
  const [refusal] = changeRefusals(tx, contract, input)
  if (refusal) throw invalid(refusal.key, { field: refusal.field })
  const tax = contractTaxes(tx, contract.id).find(({ vatRateBp }) => vatRateBp === input.vatRateBp)
  if (!tax) throw invalid('validation:choice', { field: 'vatRateBp' })
  const { priced: lines } = pricedAt(tx, contract, input.lines, input.vatRateBp)
  const totals = changeTotals(lines, input.vatRateBp)
  const { title, reason, description, extensionDays } = input
  const milestoneId = totals.netCents < 0 ? input.milestoneId : null
  const extensionMilestoneId = extensionDays > 0 ? input.extensionMilestoneId : null
  const values = { title, reason, description, extensionDays, extensionMilestoneId, milestoneId, ...tax, ...totals }
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
