import type {
  Adjustment,
  Einvoice,
  Line,
  LineAdjustment,
  Party,
  Period,
  Vat,
  VatGroup,
} from '#app/features/einvoices/einvoice.ts'
import type { XmlElement } from '#app/platform/xml/xml-reader.ts'
import { FileError, missing } from './file-error.ts'
import { categoryIn, centsIn, currencyIn, dayIn, maxLines, scaled, shownText } from './values.ts'

const schema = 'urn:oasis:names:specification:ubl:schema:xsd:'
const spaces = { cac: `${schema}CommonAggregateComponents-2`, cbc: `${schema}CommonBasicComponents-2` }
const roots: Readonly<Record<string, { type: string; line: string; quantity: string }>> = {
  [`${schema}Invoice-2`]: { type: 'InvoiceTypeCode', line: 'InvoiceLine', quantity: 'InvoicedQuantity' },
  [`${schema}CreditNote-2`]: { type: 'CreditNoteTypeCode', line: 'CreditNoteLine', quantity: 'CreditedQuantity' },
}

export const isUbl = ({ name, namespace }: XmlElement): boolean =>
  Object.hasOwn(roots, namespace) && namespace === `${schema}${name}-2`

const all = (of: XmlElement | undefined, name: string): XmlElement[] =>
  of?.children.filter((one) => one.name === name && one.namespace === spaces.cac) ?? []
/** Down a path of aggregates. */
const at = (of: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce<XmlElement | undefined>((here, name) => all(here, name)[0], of)
const basic = (of: XmlElement | undefined, name: string): XmlElement | undefined =>
  of?.children.find((one) => one.name === name && one.namespace === spaces.cbc)
const text = (of: XmlElement | undefined, name: string, max?: number) => shownText(basic(of, name)?.text, max)

function needed(of: XmlElement, name: string): XmlElement {
  const found = basic(of, name)
  if (!found || found.text.trim() === '') throw missing(of, `cbc:${name}`)
  return found
}
const cents = (of: XmlElement, name: string): number => centsIn(needed(of, name))
const centsOr0 = (of: XmlElement | undefined, name: string): number => {
  const found = basic(of, name)
  return found ? centsIn(found) : 0
}
const day = (of: XmlElement | undefined, name: string): string | null => {
  const found = basic(of, name)
  return found && found.text.trim() !== '' ? dayIn(found) : null
}
const rateIn = (of: XmlElement | undefined): number | null => {
  const found = basic(of, 'Percent')
  return found ? scaled(found, 2, { exact: false }) : null
}

/**
 * An invoice or credit note in UBL 2.1 by the binding of EN 16931, as Peppol BIS Billing 3.0 and EN 16931 alone have it, in the model. What the model has no
 * place for is left out; the file is kept.
 * @throws FileError for the first thing without which it is no invoice, with its line
 */
export function readUbl(root: XmlElement): Einvoice {
  const names = roots[root.namespace]
  if (!names || !isUbl(root)) throw new FileError('otherFormat', root.line, { found: root.namespace || root.name })
  const total = at(root, 'LegalMonetaryTotal')
  if (!total) throw missing(root, 'cac:LegalMonetaryTotal')
  const currency = currencyIn(needed(root, 'DocumentCurrencyCode').text.trim(), needed(root, 'DocumentCurrencyCode'))
  const lines = all(root, names.line)
  if (lines.length > maxLines) throw new FileError('tooManyLines', root.line, { max: maxLines })
  const ofTax = all(root, 'TaxTotal')
  const tax = ofTax.find((one) => basic(one, 'TaxAmount')?.attributes.get('currencyID') === currency) ?? ofTax[0]
  const inEuros = ofTax.find((one) => one !== tax && basic(one, 'TaxAmount')?.attributes.get('currencyID') === 'EUR')
  const seller = at(root, 'AccountingSupplierParty', 'Party')
  if (!seller) throw missing(root, 'cac:AccountingSupplierParty')
  const means = all(root, 'PaymentMeans')
  const transfer = means.find((one) => at(one, 'PayeeFinancialAccount')) ?? means[0]
  const typeCode = needed(root, names.type).text.trim()
  return {
    typeCode: root.name === 'CreditNote' ? '381' : typeCode === '386' ? '386' : '380',
    number: shownText(needed(root, 'ID').text, 100) ?? '',
    issueDate: dayIn(needed(root, 'IssueDate')),
    dueDate: day(root, 'DueDate') ?? day(transfer, 'PaymentDueDate'),
    currency,
    buyerReference: text(root, 'BuyerReference'),
    projectReference: text(at(root, 'ProjectReference'), 'ID'),
    contractReference: text(at(root, 'ContractDocumentReference'), 'ID'),
    orderReference: text(at(root, 'OrderReference'), 'ID'),
    // Part of the terms in words, which is all that UBL has of it.
    lateInterest: null,
    vatPoint: text(at(root, 'InvoicePeriod'), 'DescriptionCode') === '432' ? '432' : null,
    paymentTerms: text(at(root, 'PaymentTerms'), 'Note', 1000),
    notes: root.children
      .filter((one) => one.name === 'Note' && one.namespace === spaces.cbc)
      .flatMap((one) => shownText(one.text, 2000) ?? []),
    preceding: all(root, 'BillingReference').flatMap((one) => {
      const of = at(one, 'InvoiceDocumentReference')
      const number = text(of, 'ID')
      return number ? [{ number, issueDate: day(of, 'IssueDate') ?? '' }] : []
    }),
    seller: partyIn(seller),
    buyer: partyIn(at(root, 'AccountingCustomerParty', 'Party') ?? root),
    delivery: deliveryIn(at(root, 'Delivery')),
    period: periodIn(at(root, 'InvoicePeriod')),
    payment: paymentIn(transfer, partyIn(seller).name),
    account: null,
    adjustments: all(root, 'AllowanceCharge').map(adjustmentIn),
    totals: {
      linesCents: cents(total, 'LineExtensionAmount'),
      allowancesCents: centsOr0(total, 'AllowanceTotalAmount'),
      chargesCents: centsOr0(total, 'ChargeTotalAmount'),
      netCents: cents(total, 'TaxExclusiveAmount'),
      vatCents: centsOr0(tax, 'TaxAmount'),
      vatEuroCents: inEuros ? centsOr0(inEuros, 'TaxAmount') : null,
      grossCents: cents(total, 'TaxInclusiveAmount'),
      paidCents: centsOr0(total, 'PrepaidAmount'),
      roundingCents: centsOr0(total, 'PayableRoundingAmount'),
      dueCents: cents(total, 'PayableAmount'),
    },
    vat: all(tax, 'TaxSubtotal').map(groupIn),
    lines: lines.map((line, index) => lineIn(line, index, names.quantity)),
  }
}

function partyIn(party: XmlElement): Party {
  const entity = at(party, 'PartyLegalEntity')
  const schemes = all(party, 'PartyTaxScheme')
  const ofScheme = (isVat: boolean) =>
    schemes.find((one) => (text(at(one, 'TaxScheme'), 'ID') === 'VAT') === isVat && text(one, 'CompanyID'))
  const endpoint = basic(party, 'EndpointID')
  const address = at(party, 'PostalAddress')
  const legal = basic(entity, 'CompanyID')
  const legalId = shownText(legal?.text, 50)
  const endpointId = shownText(endpoint?.text, 100)
  return {
    name: text(entity, 'RegistrationName') ?? text(at(party, 'PartyName'), 'Name') ?? '',
    legalId: legalId ? { id: legalId, scheme: legal?.attributes.get('schemeID') ?? null } : null,
    vatId: text(ofScheme(true), 'CompanyID', 50),
    taxId: text(ofScheme(false), 'CompanyID', 50),
    address: endpointId ? { id: endpointId, scheme: endpoint?.attributes.get('schemeID') ?? '' } : null,
    operator: null,
    street: text(address, 'StreetName'),
    city: text(address, 'CityName', 100),
    postalCode: text(address, 'PostalZone', 20),
    country: countryIn(address),
    email: text(at(party, 'Contact'), 'ElectronicMail'),
  }
}

const countryIn = (address: XmlElement | undefined) =>
  text(at(address, 'Country'), 'IdentificationCode', 2)?.toUpperCase() ?? ''

function deliveryIn(delivery: XmlElement | undefined): Einvoice['delivery'] {
  const date = day(delivery, 'ActualDeliveryDate')
  if (!date) return null
  const address = at(delivery, 'DeliveryLocation', 'Address')
  return {
    date,
    name: text(at(delivery, 'DeliveryParty', 'PartyName'), 'Name'),
    street: text(address, 'StreetName'),
    city: text(address, 'CityName', 100),
    postalCode: text(address, 'PostalZone', 20),
    country: countryIn(address),
  }
}

function periodIn(period: XmlElement | undefined): Period | null {
  const [start, end] = [day(period, 'StartDate'), day(period, 'EndDate')]
  return start && end ? { start, end } : null
}

function paymentIn(means: XmlElement | undefined, name: string): Einvoice['payment'] {
  const account = at(means, 'PayeeFinancialAccount')
  const iban = text(account, 'ID', 50)
  const reference = text(means, 'PaymentID', 50)
  if (!iban && !reference) return null
  return {
    means: '58',
    reference,
    iban: iban ?? '',
    accountName: text(account, 'Name') ?? name,
    bic: text(at(account, 'FinancialInstitutionBranch'), 'ID', 20),
  }
}

function vatIn(category: XmlElement): Vat {
  const id = needed(category, 'ID')
  return { category: categoryIn(id.text.trim(), id), rateBp: rateIn(category) }
}

function groupIn(subtotal: XmlElement): VatGroup {
  const category = at(subtotal, 'TaxCategory')
  if (!category) throw missing(subtotal, 'cac:TaxCategory')
  return {
    ...vatIn(category),
    netCents: cents(subtotal, 'TaxableAmount'),
    vatCents: cents(subtotal, 'TaxAmount'),
    reason: text(category, 'TaxExemptionReason', 1000),
    reasonCode: text(category, 'TaxExemptionReasonCode', 50),
  }
}

function partIn(part: XmlElement): LineAdjustment {
  const [base, percent] = [basic(part, 'BaseAmount'), basic(part, 'MultiplierFactorNumeric')]
  return {
    isCharge: needed(part, 'ChargeIndicator').text.trim() === 'true',
    amountCents: cents(part, 'Amount'),
    baseCents: base ? centsIn(base) : null,
    percentBp: percent ? scaled(percent, 2, { exact: false }) : null,
    reason: text(part, 'AllowanceChargeReason'),
    reasonCode: text(part, 'AllowanceChargeReasonCode', 20),
  }
}

function adjustmentIn(part: XmlElement): Adjustment {
  const category = at(part, 'TaxCategory')
  if (!category) throw missing(part, 'cac:TaxCategory')
  return { ...partIn(part), ...vatIn(category) }
}

function lineIn(line: XmlElement, index: number, quantityName: string): Line {
  const item = at(line, 'Item')
  const category = at(item, 'ClassifiedTaxCategory')
  if (!category) throw missing(line, 'cac:ClassifiedTaxCategory')
  const quantity = needed(line, quantityName)
  const price = at(line, 'Price')
  const base = basic(price, 'BaseQuantity')
  const per = base ? scaled(base, 3, { exact: false }) : 1000
  const priceE4 = price ? scaled(needed(price, 'PriceAmount'), 4, { exact: false }) : 0
  const unitCode = quantity.attributes.get('unitCode') ?? ''
  return {
    ...vatIn(category),
    id: text(line, 'ID', 50) ?? String(index + 1),
    quantityMilli: scaled(quantity, 3, { exact: false }),
    ...{ unitCode, unit: unitCode },
    netCents: cents(line, 'LineExtensionAmount'),
    period: periodIn(at(line, 'InvoicePeriod')),
    adjustments: all(line, 'AllowanceCharge').map(partIn),
    unitPriceE4: per > 0 && per !== 1000 ? Math.round((priceE4 * 1000) / per) : priceE4,
    orderLine: text(at(line, 'OrderLineReference'), 'LineID', 50),
    name: text(item, 'Name', 500) ?? '',
    description: text(item, 'Description', 2000),
    itemId: text(at(item, 'SellersItemIdentification'), 'ID', 100),
  }
}
