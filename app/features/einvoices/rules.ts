import { percentageOf, sumCents } from '#app/platform/money.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { vatCategories } from '#db/vocabulary/invoicing.ts'
import type { Adjustment, Einvoice, Line, LineAdjustment, Party, Period } from './einvoice.ts'
import { signedCents } from './einvoice.ts'
import { each, isFilled, type Rule } from './rule.ts'

const lines = (invoice: Einvoice): readonly Line[] => invoice.lines
const allowances = (invoice: Einvoice): Adjustment[] => invoice.adjustments.filter(({ isCharge }) => !isCharge)
const charges = (invoice: Einvoice): Adjustment[] => invoice.adjustments.filter(({ isCharge }) => isCharge)
const ofLines = (isCharge: boolean) => (invoice: Einvoice) =>
  invoice.lines.flatMap((line) => line.adjustments.filter((part) => part.isCharge === isCharge))
const amounts = (parts: readonly LineAdjustment[]) => sumCents(parts.map(({ amountCents }) => amountCents))

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code)
const isInOrder = (period: Period | null) => !period?.start || !period.end || period.start <= period.end
const hasReason = ({ reason, reasonCode }: LineAdjustment) => isFilled(reason) || isFilled(reasonCode)
const hasPrefix = ({ vatId }: Party) => vatId === null || /^([A-Z]{2}).+/.test(vatId)
const hasScheme = ({ address }: Party) => !address || (isFilled(address.id) && isFilled(address.scheme))

/** Tax reasons in the VATEX code list that our invoices state. */
export const vatReasonCodes = ['VATEX-EU-AE', 'VATEX-EU-IC', 'VATEX-EU-G', 'VATEX-EU-O']

/** Codes of schemes of electronic addresses (EAS, April 2026); `EM` is an email address. */
const addressSchemes = new Set(
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184 0188 0190 0191 0192 0193 0194 0195 0196 0198 0199
  0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216 0217 0218 0219 0220 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913
  9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946
  9947 9948 9949 9950 9951 9952 9953 9957 9959 AN AQ AS AU EM`.split(/\s+/),
)
export const isAddressScheme = (scheme: string): boolean => addressSchemes.has(scheme)

/** The rules of EN 16931-1 apart from those of a VAT category, as far as an invoice of ours can break them. */
export const generalRules: readonly Rule[] = [
  { id: 'BR-02', mend: 'ours', holds: ({ number }) => isFilled(number) },
  { id: 'BR-03', mend: 'ours', holds: ({ issueDate }) => isDay(issueDate) },
  { id: 'BR-06', mend: 'seller', holds: ({ seller }) => isFilled(seller.name) },
  { id: 'BR-07', mend: 'buyer', holds: ({ buyer }) => isFilled(buyer.name) },
  { id: 'BR-09', mend: 'seller', holds: ({ seller }) => isCountry(seller.country) },
  { id: 'BR-11', mend: 'buyer', holds: ({ buyer }) => isCountry(buyer.country) },
  { id: 'BR-16', mend: 'line', holds: (invoice) => invoice.lines.length > 0 },
  { id: 'BR-21', mend: 'ours', holds: each(lines, ({ id }) => isFilled(id)) },
  { id: 'BR-23', mend: 'ours', holds: each(lines, ({ unitCode }) => isFilled(unitCode)) },
  { id: 'BR-25', mend: 'line', holds: each(lines, ({ name }) => isFilled(name)) },
  { id: 'BR-27', mend: 'line', holds: each(lines, ({ unitPriceE4 }) => unitPriceE4 >= 0) },
  { id: 'BR-29', mend: 'period', holds: ({ period }) => isInOrder(period) },
  { id: 'BR-30', mend: 'period', holds: each(lines, ({ period }) => isInOrder(period)) },
  { id: 'BR-33', mend: 'adjustment', holds: each(allowances, hasReason) },
  { id: 'BR-38', mend: 'adjustment', holds: each(charges, hasReason) },
  { id: 'BR-42', mend: 'adjustment', holds: each(ofLines(false), hasReason) },
  { id: 'BR-44', mend: 'adjustment', holds: each(ofLines(true), hasReason) },
  { id: 'BR-53', mend: 'ours', holds: hasVatInEuros },
  { id: 'BR-55', mend: 'ours', holds: ({ preceding }) => preceding.every(({ number }) => isFilled(number)) },
  { id: 'BR-57', mend: 'buyer', holds: ({ delivery }) => !delivery || isCountry(delivery.country) },
  { id: 'BR-61', mend: 'account', holds: ({ payment }) => !payment || isFilled(payment.iban) },
  { id: 'BR-62', mend: 'sellerAddress', holds: ({ seller }) => hasScheme(seller) },
  { id: 'BR-63', mend: 'buyerAddress', holds: ({ buyer }) => hasScheme(buyer) },
  { id: 'BR-CL-04', mend: 'ours', holds: ({ currency }) => (currencies as readonly string[]).includes(currency) },
  { id: 'BR-CL-18', mend: 'ours', holds: each(lines, ({ category }) => vatCategories.includes(category)) },
  { id: 'BR-CL-22', mend: 'ours', holds: ({ vat }) => vat.every(isReasonKnown) },
  { id: 'BR-CL-25', mend: 'sellerAddress', holds: ({ seller }) => isKnownAddress(seller) },
  { id: 'BR-CL-25', mend: 'buyerAddress', holds: ({ buyer }) => isKnownAddress(buyer) },
  { id: 'BR-CO-09', mend: 'vatNumbers', holds: ({ seller, buyer }) => hasPrefix(seller) && hasPrefix(buyer) },
  { id: 'BR-CO-10', mend: 'ours', holds: ({ totals, lines }) => totals.linesCents === netOf(lines) },
  { id: 'BR-CO-11', mend: 'ours', holds: (invoice) => invoice.totals.allowancesCents === amounts(allowances(invoice)) },
  { id: 'BR-CO-12', mend: 'ours', holds: (invoice) => invoice.totals.chargesCents === amounts(charges(invoice)) },
  {
    id: 'BR-CO-13',
    mend: 'ours',
    holds: ({ totals }) => totals.netCents === totals.linesCents - totals.allowancesCents + totals.chargesCents,
  },
  { id: 'BR-CO-14', mend: 'ours', holds: ({ totals, vat }) => totals.vatCents === sumCents(vat.map(vatOf)) },
  { id: 'BR-CO-15', mend: 'ours', holds: ({ totals }) => totals.grossCents === totals.netCents + totals.vatCents },
  {
    id: 'BR-CO-16',
    mend: 'ours',
    holds: ({ totals }) => totals.dueCents === totals.grossCents - totals.paidCents + totals.roundingCents,
  },
  // The official rule, too, allows for less than one unit: a credit of a part of an invoice takes its cents of VAT from it.
  {
    id: 'BR-CO-17',
    mend: 'ours',
    holds: ({ vat }) =>
      vat.every(({ netCents, vatCents, rateBp }) => Math.abs(vatCents - percentageOf(netCents, rateBp ?? 0)) < 100),
  },
  { id: 'BR-CO-18', mend: 'ours', holds: ({ vat }) => vat.length > 0 },
  {
    id: 'BR-CO-25',
    mend: 'term',
    holds: ({ totals, dueDate, paymentTerms, lateInterest, typeCode }) =>
      typeCode === '381' || totals.dueCents <= 0 || dueDate !== null || isFilled(paymentTerms) || lateInterest !== null,
  },
  { id: 'BR-CO-26', mend: 'seller', holds: ({ seller }) => isFilled(seller.legalId?.id ?? seller.vatId) },
]

const netOf = (lines: readonly Line[]) => sumCents(lines.map(({ netCents }) => netCents))
const vatOf = ({ vatCents }: Einvoice['vat'][number]) => vatCents
const isReasonKnown = ({ reasonCode }: Einvoice['vat'][number]) =>
  reasonCode === null || vatReasonCodes.includes(reasonCode)
const isKnownAddress = ({ address }: Party) => !address || isAddressScheme(address.scheme)

function hasVatInEuros({ currency, totals, vat }: Einvoice): boolean {
  const needs = currency !== 'EUR' && vat.some(({ category }) => category === 'S')
  return needs ? totals.vatEuroCents !== null : currency !== 'EUR' || totals.vatEuroCents === null
}

/** The net of one line from its quantity, price and adjustments, before rounding, in hundredths of a cent. */
export const lineNetE4 = ({ quantityMilli, unitPriceE4, adjustments }: Line): number =>
  (quantityMilli * unitPriceE4) / 1000 + sumCents(adjustments.map(signedCents)) * 100
