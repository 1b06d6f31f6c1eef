import { finnishVatRates } from '#app/platform/finnish-vat.ts'
import type { VatCategory, VatGround } from '#db/vocabulary/invoicing.ts'

/** The VAT choice of a line: a rate in basis points (`2550`), or one of `untaxedChoices`. */
export type VatChoice = string
export type LineVat = { vatCategory: VatCategory; vatRateBp: number; vatGround: VatGround | null }

const untaxed = {
  AE: { vatCategory: 'AE', vatGround: 'construction' },
  AE_services: { vatCategory: 'AE', vatGround: 'eu_services' },
  AE_foreign: { vatCategory: 'AE', vatGround: 'foreign_seller' },
  K: { vatCategory: 'K', vatGround: 'intra_community' },
  G: { vatCategory: 'G', vatGround: 'export' },
  E_small: { vatCategory: 'E', vatGround: 'small_business' },
  Z: { vatCategory: 'Z', vatGround: null },
  E: { vatCategory: 'E', vatGround: null },
  O: { vatCategory: 'O', vatGround: null },
} as const satisfies Record<string, Omit<LineVat, 'vatRateBp'>>

export type UntaxedChoice = keyof typeof untaxed
const untaxedChoices = Object.keys(untaxed) as UntaxedChoice[]

/** The choices for a delivery date, the standard rate first; empty before the table of rates begins. */
export function vatChoices(deliveryDate: string): VatChoice[] {
  const rates = finnishVatRates(deliveryDate)
  return rates ? [rates.standard, rates.reduced, rates.low].map(String).concat(untaxedChoices) : []
}

/** The name of a choice without VAT; null for a rate. */
export const untaxedChoice = (choice: VatChoice): UntaxedChoice | null =>
  untaxedChoices.find((one) => one === choice) ?? null

/** Parses a choice; null if it is invalid. */
export function parseVatChoice(choice: string): LineVat | null {
  const name = untaxedChoice(choice)
  if (name) return { ...untaxed[name], vatRateBp: 0 }
  if (!/^[1-9]\d{1,3}$/.test(choice)) return null
  return { vatCategory: 'S', vatRateBp: Number(choice), vatGround: null }
}

export function toVatChoice({ vatCategory, vatRateBp, vatGround }: LineVat): VatChoice {
  if (vatCategory === 'S') return String(vatRateBp)
  const choice = untaxedChoices.find((one) => {
    const of = untaxed[one]
    return of.vatCategory === vatCategory && of.vatGround === vatGround
  })
  return choice ?? vatCategory
}

/** Whether a category goes with a ground: AE, K and G always have one of theirs, and S never has one. */
export const isGroundOf = ({ vatCategory, vatGround }: Omit<LineVat, 'vatRateBp'>): boolean =>
  vatCategory === 'S'
    ? vatGround === null
    : untaxedChoices.some((one) => untaxed[one].vatCategory === vatCategory && untaxed[one].vatGround === vatGround)

/** Whether the note has to say why a line has no VAT. */
export const needsNote = ({ vatCategory, vatGround }: Omit<LineVat, 'vatRateBp'>): boolean =>
  vatCategory !== 'S' && vatGround === null
