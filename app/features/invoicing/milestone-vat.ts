import { euServicesReason, isFinnishVatRate } from '#app/platform/finnish-vat.ts'
import type { VatCategory, VatGround } from '#db/vocabulary/invoicing.ts'
import type { LineVat } from './vat-choice.ts'

/** The VAT of a milestone as its contract states it; category and ground are null where the contract states none. */
export type ContractVat = { vatCategory: VatCategory | null; vatGround: string | null; vatRateBp: number }

/** Of a contract's reverse charge, which states its ground in words where it is not that of section 8 c. */
function groundOf({ vatCategory, vatGround }: ContractVat): VatGround | null {
  if (vatCategory !== 'AE') return null
  return vatGround === euServicesReason.text ? 'eu_services' : 'construction'
}

/**
 * Whether a line is taxed as the contract of its milestone says (INV-8). Where the rate of the contract did not apply on the day of delivery,
 * the law's rates of that day do. An old contract without a category fixes the rate, and may turn out to be under reverse charge.
 */
export function isContractVat(line: LineVat, contract: ContractVat, deliveryDate: string): boolean {
  const hasRate = line.vatRateBp === contract.vatRateBp || !isFinnishVatRate(contract.vatRateBp, deliveryDate)
  if (contract.vatCategory === null) return line.vatCategory === 'S' ? contract.vatRateBp > 0 && hasRate : true
  if (line.vatCategory !== contract.vatCategory) return false
  return line.vatCategory === 'S' ? hasRate : line.vatGround === groundOf(contract)
}

/** What a milestone's line starts with; null where its contract says only that there is no VAT, but not why. */
export function milestoneVat(contract: ContractVat): LineVat | null {
  const { vatCategory, vatRateBp } = contract
  if (vatCategory) return { vatCategory, vatRateBp, vatGround: groundOf(contract) }
  return vatRateBp > 0 ? { vatCategory: 'S', vatRateBp, vatGround: null } : null
}
