import { decimalText, quantityText, unitPriceText } from '#app/platform/money.ts'
import { writeXml, type XmlContent } from '#app/platform/xml/write-xml.ts'
import type { Einvoice, Line, LineAdjustment, Party, Period, Vat, VatGroup } from './einvoice.ts'

const core = 'urn:cen.eu:en16931:2017'
/** BT-24 and BT-23 of Peppol BIS Billing 3.0. */
const peppol = {
  customization: `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
  profile: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
}

const kinds = {
  invoice: { root: 'Invoice', typeCode: 'InvoiceTypeCode', line: 'InvoiceLine', quantity: 'InvoicedQuantity' },
  note: { root: 'CreditNote', typeCode: 'CreditNoteTypeCode', line: 'CreditNoteLine', quantity: 'CreditedQuantity' },
} as const

const vatScheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

/**
 * An invoice or credit note in UBL 2.1 (OASIS, ISO/IEC 19845) by the binding of EN 16931 (CEN/TS 16931-3-2): as an invoice of Peppol BIS Billing 3.0, or,
 * where it does not keep Peppol's own rules, of EN 16931 alone. The elements are in the order of the schemas, which differs a little between the two kinds.
 */
export function writeUbl(invoice: Einvoice, { isPeppol }: { isPeppol: boolean }): string {
  const isNote = invoice.typeCode === '381'
  const { root, typeCode, line, quantity } = isNote ? kinds.note : kinds.invoice
  const { currency, totals } = invoice
  const amount = (cents: number, of = currency) => ({ '@currencyID': of, '#': decimalText(cents) })
  const taxCurrency = totals.vatEuroCents === null ? null : 'EUR'
  const type = { [`cbc:${typeCode}`]: invoice.typeCode }
  const content: XmlContent = {
    '@xmlns': `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
    '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    'cbc:CustomizationID': isPeppol ? peppol.customization : core,
    'cbc:ProfileID': isPeppol ? peppol.profile : null,
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.issueDate,
    'cbc:DueDate': isNote ? null : invoice.dueDate,
    ...type,
    'cbc:Note': invoice.notes,
    'cbc:DocumentCurrencyCode': currency,
    'cbc:TaxCurrencyCode': taxCurrency,
    'cbc:BuyerReference': invoice.buyerReference,
    'cac:InvoicePeriod': { ...periodOf(invoice.period), 'cbc:DescriptionCode': invoice.vatPoint },
    'cac:OrderReference': { 'cbc:ID': invoice.orderReference },
    'cac:BillingReference': invoice.preceding.map(({ number, issueDate }) => ({
      'cac:InvoiceDocumentReference': { 'cbc:ID': number, 'cbc:IssueDate': issueDate },
    })),
    'cac:ContractDocumentReference': { 'cbc:ID': invoice.contractReference },
    ...projectOf(invoice.projectReference, isNote),
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(invoice.seller) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(invoice.buyer) },
    'cac:Delivery': deliveryOf(invoice),
    'cac:PaymentMeans': paymentOf(invoice),
    'cac:PaymentTerms': {
      'cbc:Note': [invoice.paymentTerms, invoice.lateInterest?.text].filter(Boolean).join(' ') || null,
    },
    'cac:AllowanceCharge': invoice.adjustments.map((part) => ({
      ...adjustmentOf(part, amount),
      'cac:TaxCategory': categoryOf(part),
    })),
    'cac:TaxTotal': [
      {
        'cbc:TaxAmount': amount(totals.vatCents),
        'cac:TaxSubtotal': invoice.vat.map((group) => subtotalOf(group, amount)),
      },
      ...(totals.vatEuroCents === null ? [] : [{ 'cbc:TaxAmount': amount(totals.vatEuroCents, 'EUR') }]),
    ],
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amount(totals.linesCents),
      'cbc:TaxExclusiveAmount': amount(totals.netCents),
      'cbc:TaxInclusiveAmount': amount(totals.grossCents),
      'cbc:AllowanceTotalAmount': totals.allowancesCents ? amount(totals.allowancesCents) : null,
      'cbc:ChargeTotalAmount': totals.chargesCents ? amount(totals.chargesCents) : null,
      'cbc:PrepaidAmount': totals.paidCents ? amount(totals.paidCents) : null,
      'cbc:PayableRoundingAmount': totals.roundingCents ? amount(totals.roundingCents) : null,
      'cbc:PayableAmount': amount(totals.dueCents),
    },
    [`cac:${line}`]: invoice.lines.map((one) => lineOf(one, quantity, amount, currency)),
  }
  return writeXml({ [root]: content })
}

type Amount = (cents: number) => XmlContent

const periodOf = (period: Period | null): { [name: string]: XmlContent } => ({
  'cbc:StartDate': period?.start,
  'cbc:EndDate': period?.end,
})

/** BT-11: a credit note has no element for it, and states it as a document of type 50. */
const projectOf = (id: string | null, isNote: boolean): { [name: string]: XmlContent } =>
  isNote
    ? { 'cac:AdditionalDocumentReference': id ? { 'cbc:ID': id, 'cbc:DocumentTypeCode': '50' } : null }
    : { 'cac:ProjectReference': { 'cbc:ID': id } }

function partyOf(party: Party): XmlContent {
  const { name, address, vatId, taxId, legalId, email } = party
  return {
    'cbc:EndpointID': address && { '@schemeID': address.scheme, '#': address.id },
    'cac:PartyName': { 'cbc:Name': name },
    'cac:PostalAddress': addressOf(party),
    'cac:PartyTaxScheme': [
      vatId === null ? null : { 'cbc:CompanyID': vatId, ...vatScheme },
      taxId === null ? null : { 'cbc:CompanyID': taxId, 'cac:TaxScheme': { 'cbc:ID': 'TAX' } },
    ],
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': name,
      'cbc:CompanyID': legalId && { '@schemeID': legalId.scheme, '#': legalId.id },
    },
    'cac:Contact': { 'cbc:ElectronicMail': email },
  }
}

type Address = Pick<Party, 'street' | 'city' | 'postalCode' | 'country'>

const addressOf = ({ street, city, postalCode, country }: Address): XmlContent => ({
  'cbc:StreetName': street,
  'cbc:CityName': city,
  'cbc:PostalZone': postalCode,
  'cac:Country': { 'cbc:IdentificationCode': country },
})

const deliveryOf = ({ delivery }: Einvoice): XmlContent =>
  delivery && {
    'cbc:ActualDeliveryDate': delivery.date,
    'cac:DeliveryLocation': { 'cac:Address': addressOf(delivery) },
    'cac:DeliveryParty': { 'cac:PartyName': { 'cbc:Name': delivery.name } },
  }

const paymentOf = ({ payment }: Einvoice): XmlContent =>
  payment && {
    'cbc:PaymentMeansCode': payment.means,
    'cbc:PaymentID': payment.reference,
    'cac:PayeeFinancialAccount': {
      'cbc:ID': payment.iban,
      'cbc:Name': payment.accountName,
      'cac:FinancialInstitutionBranch': { 'cbc:ID': payment.bic },
    },
  }

const adjustmentOf = (part: LineAdjustment, amount: Amount): { [name: string]: XmlContent } => ({
  'cbc:ChargeIndicator': String(part.isCharge),
  'cbc:AllowanceChargeReasonCode': part.reasonCode,
  'cbc:AllowanceChargeReason': part.reason,
  'cbc:MultiplierFactorNumeric': part.percentBp === null ? null : percentText(part.percentBp),
  'cbc:Amount': amount(part.amountCents),
  'cbc:BaseAmount': part.baseCents === null ? null : amount(part.baseCents),
})

const percentText = (bp: number) => String(bp / 100)

const categoryOf = ({ category, rateBp }: Vat): XmlContent => ({
  'cbc:ID': category,
  'cbc:Percent': rateBp === null ? null : percentText(rateBp),
  ...vatScheme,
})

const subtotalOf = (
  { category, rateBp, netCents, vatCents, reason, reasonCode }: VatGroup,
  amount: Amount,
): XmlContent => ({
  'cbc:TaxableAmount': amount(netCents),
  'cbc:TaxAmount': amount(vatCents),
  'cac:TaxCategory': {
    'cbc:ID': category,
    'cbc:Percent': rateBp === null ? null : percentText(rateBp),
    'cbc:TaxExemptionReasonCode': reasonCode,
    'cbc:TaxExemptionReason': reason,
    ...vatScheme,
  },
})

const lineOf = (line: Line, quantity: string, amount: Amount, currency: string): XmlContent => ({
  'cbc:ID': line.id,
  [`cbc:${quantity}`]: { '@unitCode': line.unitCode, '#': quantityText(line.quantityMilli) },
  'cbc:LineExtensionAmount': amount(line.netCents),
  'cac:InvoicePeriod': periodOf(line.period),
  'cac:OrderLineReference': { 'cbc:LineID': line.orderLine },
  'cac:AllowanceCharge': line.adjustments.map((part) => adjustmentOf(part, amount)),
  'cac:Item': {
    'cbc:Description': line.description,
    'cbc:Name': line.name,
    'cac:SellersItemIdentification': { 'cbc:ID': line.itemId },
    'cac:ClassifiedTaxCategory': categoryOf(line),
  },
  'cac:Price': { 'cbc:PriceAmount': { '@currencyID': currency, '#': unitPriceText(line.unitPriceE4) } },
})
