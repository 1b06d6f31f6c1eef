import { virtualBarcode } from '#app/documents/virtual-barcode.ts'
import { compactIban } from '#app/platform/iban.ts'
import { decimalText, percentageOf, quantityText, unitPriceText } from '#app/platform/money.ts'
import { writeXml, type XmlContent } from '#app/platform/xml/write-xml.ts'
import type { Adjustment, Einvoice, Line, LineAdjustment, Party, VatGroup } from './einvoice.ts'
import { type Route, writeFrame } from './finvoice-frame.ts'

/** A message as the forwarding service knows it: its id, and when it was written (UTC ms). */
export type Message = { id: string; at: number }

/**
 * An invoice or credit note as Finvoice 3.0 (Finance Finland, Finvoice 3.0 implementation guidelines, version 2.2, and Finvoice3.0.xsd): the elements, their order
 * and lengths are the schema's. A credit note has negative amounts (section 10.5). With the electronic addresses and operators of both, it is addressed
 * (`MessageTransmissionDetails`) and stands behind its transmission frame; otherwise the sender's operator addresses it.
 */
export function writeFinvoice(invoice: Einvoice, message: Message): string {
  const route = routeOf(invoice, message)
  const document = writeXml({ Finvoice: documentOf(invoice, route) })
  return route ? `${writeFrame(route)}\n${document}` : document
}

function routeOf({ seller, buyer }: Einvoice, { id, at }: Message): Route | null {
  const [from, to] = [endOf(seller), endOf(buyer)]
  return from && to ? { from, to, id, at: new Date(at).toISOString().replace(/\.\d+Z$/, 'Z') } : null
}

const endOf = ({ address, operator }: Party): Route['from'] | null =>
  address && operator ? { address: address.id, scheme: address.scheme, operator } : null

function documentOf(invoice: Einvoice, route: Route | null): XmlContent {
  const { seller, buyer, account } = invoice
  return {
    '@Version': '3.0',
    '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    '@xsi:noNamespaceSchemaLocation': 'Finvoice3.0.xsd',
    MessageTransmissionDetails: route && {
      MessageSenderDetails: { FromIdentifier: addressId(route.from), FromIntermediator: route.from.operator },
      MessageReceiverDetails: { ToIdentifier: addressId(route.to), ToIntermediator: route.to.operator },
      MessageDetails: { MessageIdentifier: route.id, MessageTimeStamp: route.at, SpecificationIdentifier: 'EN16931' },
    },
    SellerPartyDetails: partyOf(seller, 'Seller'),
    SellerOrganisationUnitNumber: seller.address?.id,
    SellerCommunicationDetails: { SellerEmailaddressIdentifier: cut(seller.email, 70) },
    SellerInformationDetails: account?.bic
      ? {
          SellerAccountDetails: {
            SellerAccountID: { '@IdentificationSchemeName': 'IBAN', '#': compactIban(account.iban) },
            SellerBic: { '@IdentificationSchemeName': 'BIC', '#': account.bic },
          },
        }
      : null,
    BuyerPartyDetails: partyOf(buyer, 'Buyer'),
    BuyerOrganisationUnitNumber: buyer.address?.id,
    BuyerCommunicationDetails: { BuyerEmailaddressIdentifier: cut(buyer.email, 70) },
    DeliveryPartyDetails: deliveryPartyOf(invoice),
    DeliveryDetails: { DeliveryDate: dateIfAny(invoice.delivery?.date) },
    InvoiceDetails: detailsOf(invoice),
    VirtualBankBarcode: barcodeOf(invoice),
    InvoiceRow: invoice.lines.map((line) => rowOf(line, invoice)),
    EpiDetails: epiOf(invoice),
  }
}

const addressId = ({ address, scheme }: Route['from']): XmlContent => ({ '@SchemeID': scheme, '#': address })

const cut = (text: string | null, length: number): string | null =>
  text === null ? null : Array.from(text.trim()).slice(0, length).join('')

/** A text over several elements of so many characters, each broken at a space where there is one. */
function pieces(text: string | null, length: number, most: number): string[] {
  const parts: string[] = []
  let rest = (text ?? '').replace(/\s+/g, ' ').trim()
  while (rest && parts.length < most) {
    const room = Array.from(rest)
      .slice(0, length + 1)
      .join('')
    const space = room.length < rest.length ? room.lastIndexOf(' ') : -1
    const part =
      room === rest && Array.from(rest).length <= length ? rest : cut(space > 0 ? rest.slice(0, space) : rest, length)
    if (!part) break
    parts.push(part)
    rest = rest.slice(part.length).trim()
  }
  return parts
}

const date = (day: string): XmlContent => ({ '@Format': 'CCYYMMDD', '#': day.replaceAll('-', '') })
const dateIfAny = (day: string | null | undefined): XmlContent => (day ? date(day) : null)
const comma = (text: string) => text.replace('.', ',')
const percent = (bp: number | null) => (bp === null ? null : comma(String(bp / 100)))
/** A credit note takes away: the sign that Finvoice expects. */
const signOf = ({ typeCode }: Einvoice) => (typeCode === '381' ? -1 : 1)
const signed = (invoice: Einvoice, value: number) => (value === 0 ? 0 : value * signOf(invoice))
const amount = (invoice: Einvoice, cents: number): XmlContent => ({
  '@AmountCurrencyIdentifier': invoice.currency,
  '#': comma(decimalText(signed(invoice, cents))),
})
const amountIfAny = (invoice: Einvoice, cents: number) => (cents === 0 ? null : amount(invoice, cents))

/** A name has at least two characters, and a postal address a street, a town and a post code. */
function partyOf(party: Party, role: 'Seller' | 'Buyer'): XmlContent {
  return {
    [`${role}PartyIdentifier`]: cut(party.legalId?.id ?? null, 35),
    [`${role}OrganisationName`]: pieces(party.name, 70, 3),
    [`${role}OrganisationTaxCode`]: cut(party.vatId, 35),
    [`${role}PostalAddressDetails`]: postalOf(party, role),
  }
}

type Address = Pick<Party, 'street' | 'city' | 'postalCode' | 'country'>

const postalOf = ({ street, city, postalCode, country }: Address, role: 'Seller' | 'Buyer' | 'Delivery'): XmlContent =>
  street && city && postalCode
    ? {
        [`${role}StreetName`]: pieces(street, 35, 3),
        [`${role}TownName`]: cut(city, 35),
        [`${role}PostCodeIdentifier`]: cut(postalCode, 35),
        CountryCode: country,
      }
    : null

function deliveryPartyOf({ delivery, buyer }: Einvoice): XmlContent {
  const postal = delivery && postalOf(delivery, 'Delivery')
  return postal
    ? { DeliveryOrganisationName: pieces(delivery.name ?? buyer.name, 35, 3), DeliveryPostalAddressDetails: postal }
    : null
}

const types = {
  '380': { code: 'INV01', text: 'INVOICE' },
  '381': { code: 'INV02', text: 'CREDIT NOTE' },
  '386': { code: 'INV01', text: 'ADVANCE INVOICE' },
} as const

function detailsOf(invoice: Einvoice): XmlContent {
  const { totals, preceding, period } = invoice
  const { code, text } = types[invoice.typeCode]
  const [original, ...others] = preceding
  return {
    InvoiceTypeCode: code,
    InvoiceTypeCodeUN: invoice.typeCode,
    InvoiceTypeText: text,
    OriginCode: 'Original',
    InvoiceNumber: invoice.number,
    InvoiceDate: date(invoice.issueDate),
    OriginalInvoiceNumber: original?.number,
    OriginalInvoiceDate: original?.issueDate ? date(original.issueDate) : null,
    OriginalInvoiceReference: others.map(({ number, issueDate }) => ({
      InvoiceNumber: number,
      InvoiceDate: issueDate ? date(issueDate) : null,
    })),
    InvoicingPeriodStartDate: dateIfAny(period?.start),
    InvoicingPeriodEndDate: dateIfAny(period?.end),
    OrderIdentifier: cut(invoice.orderReference, 70),
    AgreementIdentifier: cut(invoice.contractReference, 70),
    BuyerReferenceIdentifier: cut(invoice.buyerReference, 70),
    ProjectReferenceIdentifier: cut(invoice.projectReference, 70),
    RowsTotalVatExcludedAmount: amount(invoice, totals.linesCents),
    DiscountsTotalVatExcludedAmount: amountIfAny(invoice, totals.allowancesCents),
    ChargesTotalVatExcludedAmount: amountIfAny(invoice, totals.chargesCents),
    InvoiceTotalVatExcludedAmount: amount(invoice, totals.netCents),
    InvoiceTotalVatAmount: amount(invoice, totals.vatCents),
    InvoiceTotalVatAccountingAmount:
      totals.vatEuroCents === null ? null : amount({ ...invoice, currency: 'EUR' }, totals.vatEuroCents),
    InvoiceTotalVatIncludedAmount: amount(invoice, totals.grossCents),
    InvoiceTotalRoundoffAmount: amountIfAny(invoice, totals.roundingCents),
    InvoicePaidAmount: amountIfAny(invoice, totals.paidCents),
    VatSpecificationDetails: invoice.vat.map((group) => vatOf(group, invoice)),
    InvoiceFreeText: invoice.notes.flatMap((note) => pieces(note, 512, 5)),
    PaymentTermsDetails: {
      PaymentTermsFreeText: pieces(invoice.paymentTerms, 70, 2),
      InvoiceDueDate: dateIfAny(invoice.dueDate),
      PaymentOverDueFineDetails: {
        PaymentOverDueFineFreeText: pieces(invoice.lateInterest?.text ?? null, 70, 3),
        PaymentOverDueFinePercent: percent(invoice.lateInterest?.rateBp ?? null),
      },
    },
    DiscountDetails: invoice.adjustments.filter(({ isCharge }) => !isCharge).map((part) => adjustmentOf(part, invoice)),
    ChargeDetails: invoice.adjustments.filter(({ isCharge }) => isCharge).map((part) => adjustmentOf(part, invoice)),
  }
}

const vatOf = (
  { netCents, rateBp, category, vatCents, reason, reasonCode }: VatGroup,
  invoice: Einvoice,
): XmlContent => ({
  VatBaseAmount: amount(invoice, netCents),
  VatRatePercent: percent(rateBp),
  VatCode: category,
  VatRateAmount: amount(invoice, vatCents),
  VatFreeText: pieces(reason, 70, 3),
  VatExemptionReasonCode: reasonCode,
})

const adjustmentOf = (part: Adjustment, invoice: Einvoice): XmlContent => ({
  [part.isCharge ? 'ReasonText' : 'FreeText']: cut(part.reason, 70),
  ReasonCode: part.reasonCode,
  Percent: percent(part.percentBp),
  Amount: amount(invoice, part.amountCents),
  BaseAmount: part.baseCents === null ? null : amount(invoice, part.baseCents),
  VatCategoryCode: part.category,
  VatRatePercent: percent(part.rateBp),
})

function rowOf(line: Line, invoice: Einvoice): XmlContent {
  const [name, ...rest] = pieces(line.name, 100, 6)
  const vatCents = percentageOf(line.netCents, line.rateBp ?? 0)
  const unit = { '@QuantityUnitCode': cut(line.unit, 14), '@QuantityUnitCodeUN': line.unitCode }
  const discounts = line.adjustments.filter(({ isCharge }) => !isCharge)
  return {
    ArticleIdentifier: cut(line.itemId, 70),
    ArticleName: name,
    ArticleDescription: cut([...rest, line.description].filter(Boolean).join(' ') || null, 512),
    InvoicedQuantity: { ...unit, '#': comma(quantityText(signed(invoice, line.quantityMilli))) },
    StartDate: dateIfAny(line.period?.start),
    EndDate: dateIfAny(line.period?.end),
    UnitPriceAmount: { '@AmountCurrencyIdentifier': invoice.currency, '#': comma(unitPriceText(line.unitPriceE4)) },
    RowOrderPositionIdentifier: cut(line.orderLine, 70),
    RowPositionIdentifier: line.id,
    ...(discounts.length === 1
      ? discountOf(discounts[0] as LineAdjustment, invoice)
      : { RowProgressiveDiscountDetails: discounts.map((part) => discountOf(part, invoice)) }),
    RowChargeDetails: line.adjustments
      .filter(({ isCharge }) => isCharge)
      .map((part) => ({
        ReasonText: cut(part.reason, 70),
        ReasonCode: part.reasonCode,
        Percent: percent(part.percentBp),
        Amount: amount(invoice, part.amountCents),
        BaseAmount: part.baseCents === null ? null : amount(invoice, part.baseCents),
      })),
    RowVatRatePercent: percent(line.rateBp),
    RowVatCode: line.category,
    RowVatAmount: amount(invoice, vatCents),
    RowVatExcludedAmount: amount(invoice, line.netCents),
    RowAmount: amount(invoice, line.netCents + vatCents),
  }
}

const discountOf = (part: LineAdjustment, invoice: Einvoice): { [name: string]: XmlContent } => ({
  RowDiscountPercent: percent(part.percentBp),
  RowDiscountAmount: amount(invoice, part.amountCents),
  RowDiscountBaseAmount: part.baseCents === null ? null : amount(invoice, part.baseCents),
  RowDiscountTypeCode: part.reasonCode,
  RowDiscountTypeText: cut(part.reason, 35),
})

const barcodeOf = ({ payment, totals, currency, dueDate }: Einvoice): string | null =>
  payment &&
  virtualBarcode({
    iban: payment.iban,
    amountCents: totals.dueCents,
    currency,
    reference: payment.reference ?? '',
    dueDate,
  })

/** The payment order is part of every Finvoice; that of a credit note or a paid invoice asks for nothing. */
function epiOf(invoice: Einvoice): XmlContent {
  const { payment, totals, seller, account } = invoice
  const reference = payment?.reference ?? null
  return {
    EpiIdentificationDetails: { EpiDate: date(invoice.issueDate), EpiReference: reference ?? invoice.number },
    EpiPartyDetails: {
      EpiBfiPartyDetails: account?.bic
        ? { EpiBfiIdentifier: { '@IdentificationSchemeName': 'BIC', '#': account.bic } }
        : true,
      EpiBeneficiaryPartyDetails: {
        EpiNameAddressDetails: cut(seller.name, 35),
        EpiAccountID: account && { '@IdentificationSchemeName': 'IBAN', '#': compactIban(account.iban) },
      },
    },
    EpiPaymentInstructionDetails: {
      EpiRemittanceInfoIdentifier: reference && {
        '@IdentificationSchemeName': reference.startsWith('RF') ? 'ISO' : 'SPY',
        '#': reference,
      },
      EpiInstructedAmount: amount(invoice, totals.dueCents),
      EpiCharge: { '@ChargeOption': 'SHA', '#': 'SHA' },
      EpiDateOptionDate: date(invoice.dueDate ?? invoice.issueDate),
      EpiPaymentMeansCode: payment?.means,
    },
  }
}
