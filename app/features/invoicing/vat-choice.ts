import { finnishVatRates } from '#app/platform/finnish-vat.ts'
import type { VatCategory } from '#db/vocabulary/invoicing.ts'

/** The VAT choice of a line: a rate in basis points (`2550`), or a category without a rate. */
export type VatChoice = string
export type LineVat = { vatCategory: VatCategory; vatRateBp: number }

export const untaxedCategories = ['AE', 'Z', 'E', 'O'] as const satisfies VatCategory[]

/** The choices for a delivery date, the standard rate first; empty before the table of rates begins. */
export function vatChoices(deliveryDate: string): VatChoice[] {
  const rates = finnishVatRates(deliveryDate)
  return rates ? [rates.standard, rates.reduced, rates.low].map(String).concat(untaxedCategories) : []
}

/** Parses a choice; null if it is invalid. */
export function parseVatChoice(choice: string): LineVat | null {
  const category = untaxedCategories.find((one) => one === choice)
  if (category) return { vatCategory: category, vatRateBp: 0 }
  if (!/^[1-9]\d{1,3}$/.test(choice)) return null
  return { vatCategory: 'S', vatRateBp: Number(choice) }
}

export function toVatChoice({ vatCategory, vatRateBp }: LineVat): VatChoice {
  return vatCategory === 'S' ? String(vatRateBp) : vatCategory
}

/** The choice for a milestone's line; empty where its contract says only that there is no VAT, but not why. */
export function vatChoiceOf({
  vatCategory,
  vatRateBp,
}: {
  vatCategory: VatCategory | null
  vatRateBp: number
}): VatChoice {
  if (vatCategory) return toVatChoice({ vatCategory, vatRateBp })
  return vatRateBp > 0 ? String(vatRateBp) : ''
}
