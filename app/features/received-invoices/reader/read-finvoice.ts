import type { Adjustment, Einvoice, Line, LineAdjustment, Party, VatGroup } from '#app/features/einvoices/einvoice.ts'
import { sumCents } from '#app/platform/money.ts'
import { child, descend, textAt, type XmlElement } from '#app/platform/xml/xml-reader.ts'
import type { VatCategory } from '#db/vocabulary/invoicing.ts'
import { FileError, missing } from './file-error.ts'
import { categoryIn, centsIn, currencyIn, dayIn, maxLines, scaled, shownText } from './values.ts'

/** Finvoice 3.0 has no namespace and says its version at the root. */
export const isFinvoice = ({ name, namespace, attributes }: XmlElement): boolean =>
  name === 'Finvoice' && namespace === '' && (attributes.get('Version') ?? '').startsWith('3.')

const all = (of: XmlElement | undefined, name: string): XmlElement[] =>
  of?.children.filter((one) => one.name === name && one.namespace === '') ?? []
const filled = (of: XmlElement | undefined, ...path: string[]): XmlElement | null => {
  const found = descend(of, ...path)
  return found && found.text.trim() !== '' ? found : null
}
const text = (of: XmlElement | undefined, name: string, max?: number) => shownText(textAt(of, name), max)
/** A text over several elements of one name. */
const joined = (of: XmlElement | undefined, name: string, max?: number) =>
  shownText(
    all(of, name)
      .map((one) => one.text)
      .join(' '),
    max,
  )
const cents = (of: XmlElement | undefined, ...path: string[]): number | null => {
  const found = filled(of, ...path)
  return found && centsIn(found)
}
const day = (of: XmlElement | undefined, ...path: string[]): string | null => {
  const found = filled(of, ...path)
  return found && dayIn(found)
}
const rate = (of: XmlElement | undefined, name: string): number | null => {
  const found = filled(of, name)
  return found && scaled(found, 2, { exact: false })
}
const timesSign = (value: number, sign: number) => (value === 0 ? 0 : value * sign)

/**
 * An invoice or credit note as Finvoice 3.0 (Finance Finland, implementation guidelines 2.2), in the model of EN 16931. A credit note's amounts are below zero
 * there (section 10.5) and above in the model. What the model has no place for is left out; the file is kept.
 * @throws FileError for the first thing without which it is no invoice, with its line
 */
export function readFinvoice(root: XmlElement): Einvoice {
  if (!isFinvoice(root)) throw new FileError('otherFormat', root.line, { found: root.namespace || root.name })
  const details = child(root, 'InvoiceDetails')
  const sellerParty = child(root, 'SellerPartyDetails')
  if (!details) throw missing(root, 'InvoiceDetails')
  if (!sellerParty) throw missing(root, 'SellerPartyDetails')
  const number = filled(details, 'InvoiceNumber')
  const issued = filled(details, 'InvoiceDate')
  const total = filled(details, 'InvoiceTotalVatIncludedAmount')
  if (!number) throw missing(details, 'InvoiceNumber')
  if (!issued) throw missing(details, 'InvoiceDate')
  if (!total) throw missing(details, 'InvoiceTotalVatIncludedAmount')
  const sign = centsIn(total) < 0 ? -1 : 1
  const isNote = sign < 0 || textAt(details, 'InvoiceTypeCode') === 'INV02'
  const currency = currencyIn(total.attributes.get('AmountCurrencyIdentifier') ?? '', total)
  const seller = partyIn(root, 'Seller')
  const vat = all(details, 'VatSpecificationDetails').map((group) => groupIn(group, sign))
  const rows = all(root, 'InvoiceRow').flatMap((row) => [row, ...all(row, 'SubInvoiceRow')])
  if (rows.length > maxLines) throw new FileError('tooManyLines', root.line, { max: maxLines })
  const lines = rows.flatMap((row, index) => lineIn(row, index, sign) ?? [])
  const epi = child(root, 'EpiDetails')
  const instruction = child(epi, 'EpiPaymentInstructionDetails')
  const order = filled(instruction, 'EpiInstructedAmount')
  const signed = (...path: string[]) => timesSign(cents(details, ...path) ?? 0, sign)
  const grossCents = signed('InvoiceTotalVatIncludedAmount')
  const vatCents = filled(details, 'InvoiceTotalVatAmount')
    ? signed('InvoiceTotalVatAmount')
    : sumCents(vat.map((group) => group.vatCents))
  const [paidCents, roundingCents] = [signed('InvoicePaidAmount'), signed('InvoiceTotalRoundoffAmount')]
  const typeUn = textAt(details, 'InvoiceTypeCodeUN')
  const orders = [...all(details, 'PaymentTermsDetails')]
  return {
    typeCode: isNote ? '381' : typeUn === '386' ? '386' : '380',
    number: shownText(number.text, 100) ?? '',
    issueDate: dayIn(issued),
    dueDate: orders.map((one) => day(one, 'InvoiceDueDate')).find(Boolean) ?? day(instruction, 'EpiDateOptionDate'),
    currency,
    buyerReference: text(details, 'BuyerReferenceIdentifier'),
    projectReference: text(details, 'ProjectReferenceIdentifier'),
    contractReference: text(details, 'AgreementIdentifier'),
    orderReference: text(details, 'OrderIdentifier'),
    lateInterest: null,
    vatPoint: null,
    paymentTerms: orders.map((one) => joined(one, 'PaymentTermsFreeText', 1000)).find(Boolean) ?? null,
    notes: [joined(details, 'InvoiceFreeText', 2000)].filter((note) => note !== null),
    preceding: precedingIn(details),
    seller,
    buyer: partyIn(root, 'Buyer'),
    delivery: deliveryIn(root),
    period: periodIn(details, 'InvoicingPeriodStartDate', 'InvoicingPeriodEndDate'),
    payment: paymentIn(root, seller.name),
    account: null,
    adjustments: [
      ...all(details, 'DiscountDetails').flatMap((part) => adjustmentIn(part, false, sign, vat) ?? []),
      ...all(details, 'ChargeDetails').flatMap((part) => adjustmentIn(part, true, sign, vat) ?? []),
    ],
    totals: {
      linesCents: filled(details, 'RowsTotalVatExcludedAmount')
        ? signed('RowsTotalVatExcludedAmount')
        : sumCents(lines.map((line) => line.netCents)),
      allowancesCents: signed('DiscountsTotalVatExcludedAmount'),
      chargesCents: signed('ChargesTotalVatExcludedAmount'),
      netCents: filled(details, 'InvoiceTotalVatExcludedAmount')
        ? signed('InvoiceTotalVatExcludedAmount')
        : grossCents - vatCents,
      vatCents,
      vatEuroCents: filled(details, 'InvoiceTotalVatAccountingAmount')
        ? signed('InvoiceTotalVatAccountingAmount')
        : null,
      ...{ grossCents, paidCents, roundingCents },
      dueCents: order && !isNote ? centsIn(order) : grossCents - paidCents + roundingCents,
    },
    vat,
    lines,
  }
}

function partyIn(root: XmlElement, role: 'Seller' | 'Buyer'): Party {
  const party = child(root, `${role}PartyDetails`)
  const address = child(party, `${role}PostalAddressDetails`)
  const legalId = text(party, `${role}PartyIdentifier`, 50)
  const vatId =
    text(party, `${role}OrganisationTaxCode`, 50)
      ?.replace(/[\s.-]/g, '')
      .toUpperCase() ?? null
  const unit = filled(root, `${role}OrganisationUnitNumber`)
  const unitId = shownText(unit?.text, 100)
  const country = (text(address, 'CountryCode', 2) ?? vatId?.slice(0, 2) ?? '').toUpperCase()
  return {
    name: joined(party, `${role}OrganisationName`) ?? '',
    legalId: legalId ? { id: legalId, scheme: null } : null,
    vatId,
    taxId: null,
    address: unitId ? { id: unitId, scheme: unit?.attributes.get('SchemeID') ?? '0216' } : null,
    operator: null,
    street: joined(address, `${role}StreetName`),
    city: text(address, `${role}TownName`, 100),
    postalCode: text(address, `${role}PostCodeIdentifier`, 20),
    country: /^[A-Z]{2}$/.test(country) ? country : 'FI',
    email: text(child(root, `${role}CommunicationDetails`), `${role}EmailaddressIdentifier`),
  }
}

function deliveryIn(root: XmlElement): Einvoice['delivery'] {
  const date = day(root, 'DeliveryDetails', 'DeliveryDate')
  if (!date) return null
  const party = child(root, 'DeliveryPartyDetails')
  const address = child(party, 'DeliveryPostalAddressDetails')
  return {
    date,
    name: joined(party, 'DeliveryOrganisationName'),
    street: joined(address, 'DeliveryStreetName'),
    city: text(address, 'DeliveryTownName', 100),
    postalCode: text(address, 'DeliveryPostCodeIdentifier', 20),
    country: text(address, 'CountryCode', 2)?.toUpperCase() ?? 'FI',
  }
}

function precedingIn(details: XmlElement): Einvoice['preceding'] {
  const number = text(details, 'OriginalInvoiceNumber', 100)
  const others = all(details, 'OriginalInvoiceReference').flatMap((one) => {
    const other = text(one, 'InvoiceNumber', 100)
    return other ? [{ number: other, issueDate: day(one, 'InvoiceDate') ?? '' }] : []
  })
  return [...(number ? [{ number, issueDate: day(details, 'OriginalInvoiceDate') ?? '' }] : []), ...others]
}

function periodIn(of: XmlElement, from: string, to: string) {
  const [start, end] = [day(of, from), day(of, to)]
  return start && end ? { start, end } : null
}

function paymentIn(root: XmlElement, name: string): Einvoice['payment'] {
  const epi = child(root, 'EpiDetails')
  const party = child(epi, 'EpiPartyDetails')
  const payee = child(party, 'EpiBeneficiaryPartyDetails')
  const own = descend(root, 'SellerInformationDetails', 'SellerAccountDetails')
  const iban = text(payee, 'EpiAccountID', 50) ?? text(own, 'SellerAccountID', 50)
  const instruction = child(epi, 'EpiPaymentInstructionDetails')
  const reference = text(instruction, 'EpiRemittanceInfoIdentifier', 50)
  if (!iban && !reference) return null
  return {
    means: '58',
    reference,
    iban: iban ?? '',
    accountName: text(payee, 'EpiNameAddressDetails') ?? name,
    bic: text(child(party, 'EpiBfiPartyDetails'), 'EpiBfiIdentifier', 20) ?? text(own, 'SellerBic', 20),
  }
}

const reverseCharge = /käännet|kaannet|omvänd|reverse/i

/** The category by its code; without one, by the rate, and at zero by the words. */
function categoryOf(stated: XmlElement | null, rateBp: number | null, words: string): VatCategory {
  if (stated) return categoryIn(stated.text.trim(), stated)
  if (rateBp !== null && rateBp > 0) return 'S'
  return reverseCharge.test(words) ? 'AE' : 'E'
}

/** A category without VAT has a rate of zero, and O none. */
const rateOf = (category: VatCategory, rateBp: number | null) => (category === 'O' ? null : (rateBp ?? 0))

function groupIn(group: XmlElement, sign: number): VatGroup {
  const words = joined(group, 'VatFreeText', 1000)
  const rateBp = rate(group, 'VatRatePercent')
  const category = categoryOf(filled(group, 'VatCode'), rateBp, words ?? '')
  const base = cents(group, 'VatBaseAmount')
  if (base === null) throw missing(group, 'VatBaseAmount')
  return {
    ...{ category, rateBp: rateOf(category, rateBp) },
    netCents: timesSign(base, sign),
    vatCents: timesSign(cents(group, 'VatRateAmount') ?? 0, sign),
    reason: words,
    reasonCode: text(group, 'VatExemptionReasonCode', 50),
  }
}

function adjustmentIn(
  part: XmlElement,
  isCharge: boolean,
  sign: number,
  groups: readonly VatGroup[],
): Adjustment | null {
  const amount = cents(part, 'Amount')
  if (amount === null) return null
  const percent = filled(part, 'Percent')
  const base = cents(part, 'BaseAmount')
  const rateBp = rate(part, 'VatRatePercent') ?? groups[0]?.rateBp ?? null
  const category = categoryOf(filled(part, 'VatCategoryCode'), rateBp, '')
  return {
    isCharge,
    amountCents: timesSign(amount, sign),
    baseCents: base === null ? null : timesSign(base, sign),
    percentBp: percent && scaled(percent, 2, { exact: false }),
    reason: text(part, isCharge ? 'ReasonText' : 'FreeText'),
    reasonCode: text(part, 'ReasonCode', 20),
    ...{ category, rateBp: rateOf(category, rateBp) },
  }
}

/** A row with an amount; rows of words alone are none. */
function lineIn(row: XmlElement, index: number, sign: number): Line | null {
  const prefix = row.name === 'SubInvoiceRow' ? 'Sub' : ''
  const of = (name: string) => `${prefix}${name}`
  const vatCents = cents(row, of('RowVatAmount'))
  const gross = cents(row, of('RowAmount'))
  const net = cents(row, of('RowVatExcludedAmount')) ?? (gross === null ? null : gross - (vatCents ?? 0))
  if (net === null) return null
  const rateBp = rate(row, of('RowVatRatePercent'))
  const category = categoryOf(filled(row, of('RowVatCode')), rateBp, textAt(row, of('RowFreeText')))
  const quantity = filled(row, of('InvoicedQuantity'))
  const price = filled(row, of('UnitPriceAmount'))
  return {
    id: text(row, of('RowPositionIdentifier'), 50) ?? String(index + 1),
    ...{ category, rateBp: rateOf(category, rateBp) },
    quantityMilli: quantity ? timesSign(scaled(quantity, 3, { exact: false }), sign) : 1000,
    unitCode: quantity?.attributes.get('QuantityUnitCodeUN') ?? 'C62',
    unit: quantity?.attributes.get('QuantityUnitCode') ?? '',
    netCents: timesSign(net, sign),
    period: periodIn(row, of('StartDate'), of('EndDate')),
    adjustments: discountIn(row, of, sign),
    unitPriceE4: price ? scaled(price, 4, { exact: false }) : Math.abs(net) * 100,
    orderLine: text(row, of('RowOrderPositionIdentifier'), 50),
    name: text(row, of('ArticleName'), 500) ?? joined(row, of('RowFreeText'), 500) ?? '',
    description: text(row, of('ArticleDescription'), 2000),
    itemId: text(row, of('ArticleIdentifier'), 100),
  }
}

function discountIn(row: XmlElement, of: (name: string) => string, sign: number): LineAdjustment[] {
  const amount = cents(row, of('RowDiscountAmount'))
  if (!amount) return []
  const percent = filled(row, of('RowDiscountPercent'))
  return [
    {
      isCharge: false,
      amountCents: timesSign(amount, sign),
      baseCents: null,
      percentBp: percent && scaled(percent, 2, { exact: false }),
      reason: text(row, of('RowDiscountTypeText')),
      reasonCode: text(row, of('RowDiscountTypeCode'), 20),
    },
  ]
}
