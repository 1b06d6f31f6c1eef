import type { InvoiceLine } from '#app/features/invoicing/invoice-totals.ts'
import type { LineVat } from '#app/features/invoicing/vat-choice.ts'
import type { DeliverySite } from '#db/schema/invoices/invoicing.ts'
import type { AdjustmentKind } from '#db/vocabulary/invoicing.ts'

/** A discount or a charge. One by percentage says of what. */
export type Adjustment = {
  kind: AdjustmentKind
  /** UNTDID 5189 (BT-98, BT-140) or 7161 (BT-105, BT-145), and the same in words (BT-97, BT-104, BT-139, BT-144). */
  reasonCode: string
  reason: string
  /** In cents, above zero (BT-92, BT-99, BT-136, BT-141). */
  amountCents: number
  /** The percentage in hundredths (BT-94, BT-101, BT-138, BT-143) of `baseCents` (BT-93, BT-100, BT-137, BT-142); null for an amount. */
  rateBp: number | null
  baseCents: number | null
}

/** One of the whole invoice (BG-20, BG-21), with its VAT (BT-95, BT-96, BT-102, BT-103). */
export type DocumentAdjustment = Adjustment & LineVat

/** What is deducted of an earlier advance invoice: a line with a negative quantity, and a preceding invoice reference (BG-3). */
export type DeductedAdvance = LineVat & {
  advanceInvoiceId: string
  /** BT-25 and BT-26. */
  number: string
  issueDate: string
  netCents: number
}

/** What a line may say beside its price. */
export type LineDetails = {
  /** UNECE Recommendation 20 (BT-130). */
  unitCode: string
  /** The seller's id of the item (BT-155). */
  itemId: string | null
  /** The line of the buyer's order (BT-132). */
  orderLine: string | null
  /** BT-134 and BT-135. */
  periodStart: string | null
  periodEnd: string | null
  /** BG-27 and BG-28. */
  adjustments: Adjustment[]
}

export type DescribedLine = Omit<InvoiceLine, 'adjustments'> &
  LineVat & { description: string; unit: string } & Partial<Omit<LineDetails, 'adjustments'>> & {
    adjustments?: readonly Adjustment[] | undefined
  }
export type ContentLine = Omit<DescribedLine, keyof LineDetails> & LineDetails

/** Everything that the sums of an invoice follow from. */
export type InvoiceContent = {
  lines: ContentLine[]
  adjustments: DocumentAdjustment[]
  advances: DeductedAdvance[]
}

/** What an invoice says beside its parties and sums; each may be left out. */
export type InvoiceDetails = {
  /** BT-10, BT-13, BT-12 and BT-11. */
  buyerReference: string | null
  orderReference: string | null
  contractReference: string | null
  projectReference: string | null
  /** BT-70, BT-75, BT-78, BT-77 and BT-80. */
  deliverySite: DeliverySite | null
  /** BT-73 and BT-74. */
  periodStart: string | null
  periodEnd: string | null
  /** Percent a year in hundredths; null: as the Interest Act says. Part of the payment terms (BT-20). */
  lateInterestBp: number | null
  complaintDays: number | null
}

export const noDetails: InvoiceDetails = {
  buyerReference: null,
  orderReference: null,
  contractReference: null,
  projectReference: null,
  deliverySite: null,
  periodStart: null,
  periodEnd: null,
  lateInterestBp: null,
  complaintDays: null,
}

/** The details among the columns of an invoice. */
export const detailsOf = <Row extends InvoiceDetails>(row: Row): InvoiceDetails => ({
  buyerReference: row.buyerReference,
  orderReference: row.orderReference,
  contractReference: row.contractReference,
  projectReference: row.projectReference,
  deliverySite: row.deliverySite,
  periodStart: row.periodStart,
  periodEnd: row.periodEnd,
  lateInterestBp: row.lateInterestBp,
  complaintDays: row.complaintDays,
})
