import { toVatChoice } from '#app/features/invoicing/vat-choice.ts'
import { decimalText, percentText } from '#app/platform/money.ts'
import type { InvoiceParty } from '#db/schema/invoices/invoicing.ts'
import type { Adjustment, DocumentAdjustment, InvoiceDetails, LineDetails } from './invoice-content.ts'

export type AdjustmentValues = { reason: string; text: string; amount: string; vat: string }
export type LineDetailValues = {
  itemId: string
  orderLine: string
  periodStart: string
  periodEnd: string
  discount: string
  charge: string
}

/** What is rarely used of the invoice form, as strings. */
export type DetailValues = {
  buyerReference: string
  orderReference: string
  contractReference: string
  projectReference: string
  siteName: string
  siteStreet: string
  sitePostalCode: string
  siteCity: string
  siteCountry: string
  periodStart: string
  periodEnd: string
  lateInterest: string
  complaintDays: string
  eScheme: string
  eAddress: string
  eOperator: string
  adjustments: AdjustmentValues[]
}
type Mark = { decimalMark: ',' | '.' }
type EAddress = Pick<InvoiceParty, 'eScheme' | 'eAddress' | 'eOperator'>
type Known = Partial<InvoiceDetails> & {
  adjustments?: readonly DocumentAdjustment[]
  buyer?: EAddress | null
}

/** A discount or a charge as it is typed: a percentage, or an amount. */
function shareText({ rateBp, amountCents }: Adjustment, { decimalMark }: Mark): string {
  const text = rateBp === null ? decimalText(amountCents) : `${percentText(rateBp)} %`
  return text.replace('.', decimalMark)
}

/** The details of a draft as values of the form; of a new one whatever is known before. */
export function detailValues(known: Known, mark: Mark): DetailValues {
  const { deliverySite: site, lateInterestBp: interest } = known
  const interestText = interest === null || interest === undefined ? '' : percentText(interest)
  return {
    buyerReference: known.buyerReference ?? '',
    orderReference: known.orderReference ?? '',
    contractReference: known.contractReference ?? '',
    projectReference: known.projectReference ?? '',
    siteName: site?.name ?? '',
    siteStreet: site?.street ?? '',
    sitePostalCode: site?.postalCode ?? '',
    siteCity: site?.city ?? '',
    siteCountry: site?.country ?? 'FI',
    periodStart: known.periodStart ?? '',
    periodEnd: known.periodEnd ?? '',
    lateInterest: interestText.replace('.', mark.decimalMark),
    complaintDays: String(known.complaintDays ?? ''),
    eScheme: known.buyer?.eScheme ?? '',
    eAddress: known.buyer?.eAddress ?? '',
    eOperator: known.buyer?.eOperator ?? '',
    adjustments: (known.adjustments ?? []).map((one) => ({
      reason: one.reasonCode,
      text: one.reason,
      amount: shareText(one, mark),
      vat: toVatChoice(one),
    })),
  }
}

export function lineDetailValues(line: Partial<LineDetails>, mark: Mark): LineDetailValues {
  const of = (kind: Adjustment['kind']) => {
    const own = line.adjustments?.find((one) => one.kind === kind)
    return own ? shareText(own, mark) : ''
  }
  return {
    itemId: line.itemId ?? '',
    orderLine: line.orderLine ?? '',
    periodStart: line.periodStart ?? '',
    periodEnd: line.periodEnd ?? '',
    discount: of('allowance'),
    charge: of('charge'),
  }
}

/** Whether any of the rarely used fields says something, so that they are shown at once. */
export const hasDetails = ({ siteCountry: _country, adjustments, ...texts }: DetailValues): boolean =>
  adjustments.length > 0 || Object.values(texts).some(Boolean)
