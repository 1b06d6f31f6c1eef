import type { VatCategory } from '#db/vocabulary/invoicing.ts'

/**
 * The semantic model of EN 16931-1:2017 as far as our invoices use it; BT and BG are its numbers. Amounts are in cents of `currency` (BT-5),
 * rates in basis points, quantities in thousandths and prices in ten-thousandths.
 */
export type Einvoice = {
  /** BT-3 (UNTDID 1001): an invoice, a credit note, or an invoice for an advance. */
  typeCode: '380' | '381' | '386'
  /** BT-1 */
  number: string
  /** BT-2, `YYYY-MM-DD` like all dates. */
  issueDate: string
  /** BT-9 */
  dueDate: string | null
  /** BT-5 */
  currency: string
  /** BT-10: what the buyer needs to find its way: a cost centre, a person. */
  buyerReference: string | null
  /** BT-11 */
  projectReference: string | null
  /** BT-12 */
  contractReference: string | null
  /** BT-13 */
  orderReference: string | null
  /** BT-20, but for late interest: what falls due later, and the time for complaints. */
  paymentTerms: string | null
  /** A part of BT-20 as well: in words, and, where it is a percentage, a year in hundredths, which Finvoice has an element for. */
  lateInterest: { text: string; rateBp: number | null } | null
  /** BT-22 */
  notes: readonly string[]
  /** BG-3: the invoice that a credit note corrects, the advances that an invoice deducts (BT-25, BT-26). */
  preceding: readonly { number: string; issueDate: string }[]
  /** BG-4 */
  seller: Party
  /** BG-7 */
  buyer: Party
  /** BG-13 */
  delivery: Delivery | null
  /** BG-14: BT-73 and BT-74. */
  period: Period | null
  /** BT-8 (UNTDID 2005): 432, when VAT is due on receipt, as of an advance (Finnish VAT Act, section 15); null: by the day of the supply. */
  vatPoint: '432' | null
  /** BG-16; null where nothing is to be transferred. */
  payment: Payment | null
  /** The seller's account, which a Finvoice states even where nothing is to be paid. */
  account: { iban: string; bic: string | null } | null
  /** BG-20 and BG-21 */
  adjustments: readonly Adjustment[]
  /** BG-22 */
  totals: Totals
  /** BG-23 */
  vat: readonly VatGroup[]
  /** BG-25 */
  lines: readonly Line[]
}

/** The day of the supply (BT-72), which an advance does not have, and where it was: BT-70, and BT-75 to BT-80. */
export type Delivery = {
  date: string | null
  name: string | null
  street: string | null
  city: string | null
  postalCode: string | null
  country: string
}

/** One end may be open, but not both. */
export type Period = { start: string | null; end: string | null }

export type Party = {
  /** BT-27, BT-44 */
  name: string
  /** BT-30, BT-47, with the ISO 6523 code of the register. */
  legalId: { id: string; scheme: string | null } | null
  /** BT-31, BT-48: with its country's prefix. */
  vatId: string | null
  /** BT-32: by which the tax authority knows a seller without a VAT number. */
  taxId: string | null
  /** BT-34, BT-49, with the code of its scheme (EAS). */
  address: EAddress | null
  /** The operator that serves the address: its own code or a BIC. Not in EN 16931; Finvoice's frame needs it. */
  operator: string | null
  /** BT-35, BT-50 */
  street: string | null
  /** BT-37, BT-52 */
  city: string | null
  /** BT-38, BT-53 */
  postalCode: string | null
  /** BT-40, BT-55: ISO 3166-1 alpha-2. */
  country: string
  /** BT-43, BT-58 */
  email: string | null
}

export type EAddress = { id: string; scheme: string }

export type Payment = {
  /** BT-81 (UNTDID 4461): 58 is a SEPA credit transfer, 30 another one. */
  means: '30' | '58'
  /** BT-83 */
  reference: string | null
  /** BT-84 */
  iban: string
  /** BT-85 */
  accountName: string
  /** BT-86 */
  bic: string | null
}

/** The VAT of a line, an allowance or a charge: BT-151 and BT-152 and their like. No rate where the supply is not subject to VAT. */
export type Vat = { category: VatCategory; rateBp: number | null }

/** An allowance or a charge of the document (BG-20, BG-21) or of a line (BG-27, BG-28). */
export type LineAdjustment = {
  isCharge: boolean
  /** BT-92, BT-99, BT-136, BT-141 */
  amountCents: number
  /** BT-93, BT-100, BT-137, BT-142; with the percentage (BT-94 …) of it, or neither. */
  baseCents: number | null
  percentBp: number | null
  /** BT-97, BT-104, BT-139, BT-144 */
  reason: string | null
  /** BT-98, BT-105, BT-140, BT-145 */
  reasonCode: string | null
}
export type Adjustment = LineAdjustment & Vat

export type Totals = {
  /** BT-106 */
  linesCents: number
  /** BT-107 */
  allowancesCents: number
  /** BT-108 */
  chargesCents: number
  /** BT-109 */
  netCents: number
  /** BT-110 */
  vatCents: number
  /** BT-111, in euros (BT-6), of an invoice in another currency. */
  vatEuroCents: number | null
  /** BT-112 */
  grossCents: number
  /** BT-113 */
  paidCents: number
  /** BT-114 */
  roundingCents: number
  /** BT-115 */
  dueCents: number
}

export type VatGroup = Vat & {
  /** BT-116 */
  netCents: number
  /** BT-117 */
  vatCents: number
  /** BT-120 */
  reason: string | null
  /** BT-121 (VATEX) */
  reasonCode: string | null
}

export type Line = Vat & {
  /** BT-126 */
  id: string
  /** BT-129 */
  quantityMilli: number
  /** BT-130 (UN/ECE Recommendation 20) */
  unitCode: string
  /** The unit as the seller wrote it. */
  unit: string
  /** BT-131 */
  netCents: number
  /** BG-26 */
  period: Period | null
  /** BG-27 and BG-28 */
  adjustments: readonly LineAdjustment[]
  /** BT-146 */
  unitPriceE4: number
  /** BT-132 */
  orderLine: string | null
  /** BT-153 */
  name: string
  /** BT-154 */
  description: string | null
  /** BT-155 */
  itemId: string | null
}

/** What a part of an invoice adds to its sums: an allowance takes away. */
export const signedCents = ({ isCharge, amountCents }: LineAdjustment): number =>
  isCharge ? amountCents : -amountCents
