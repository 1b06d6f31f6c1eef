import type { Adjustment } from '#app/features/invoicing/content/invoice-content.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { vatNumberOf } from '#app/platform/vat-number.server.ts'
import type { VatGround } from '#db/vocabulary/invoicing.ts'
import type { EAddress, Einvoice, Line, LineAdjustment, Party, VatGroup } from './einvoice.ts'
import { followingAddress } from './following-address.ts'

type InvoiceParty = InvoiceDocumentData['seller']

/** What an e-invoice says that its document does not: as it was on issue, whatever was paid or credited since. */
export type IssueFacts = {
  /** Paid before or on issue, from escrow or as a fee (BT-113). */
  paidCents: number
  /** Retained by escrow on issue: a part of what is due that falls due later. */
  retainedCents: number
  contractNumber: string | null
  /** Of a credit note, when its invoice was issued. */
  creditedIssueDate: string | null
}

/** The words of the file, in one language. */
export type EinvoiceTexts = {
  ground: (ground: VatGround) => string
  /** Says that a part of the amount is retained until the contract releases it. */
  retained: (cents: number) => string
  unit: (unit: string) => string
  /** Says what late interest is charged: percent a year in hundredths, or by the Interest Act. */
  lateInterest: (rateBp: number | null) => string
  /** Says within how many days the buyer may complain. */
  complaints: (days: number) => string
  /** Says which invoice a credit note corrects. */
  credits: (number: string) => string
  /** Names the line that deducts an advance. */
  deducts: (number: string) => string
}

/**
 * An issued invoice or credit note, or a draft as it would be issued today, in the model of EN 16931. It says what was so on issue: later payments are
 * not in it, because an invoice that was issued does not change.
 */
export function toEinvoice(document: InvoiceDocumentData, facts: IssueFacts, texts: EinvoiceTexts): Einvoice {
  const { kind, currency, buyer, seller, deliveryDate, dueDate } = document
  const isCreditNote = kind === 'credit_note'
  const isOutside = document.lines.some(({ vatCategory }) => vatCategory === 'O')
  const paidCents = isCreditNote ? 0 : facts.paidCents
  const totals = {
    linesCents: document.linesCents - document.advanceCents,
    allowancesCents: document.allowanceCents,
    chargesCents: document.chargeCents,
    netCents: document.netCents,
    vatCents: document.vatCents,
    vatEuroCents: document.euroVat?.vatCents ?? null,
    grossCents: document.netCents + document.vatCents,
    paidCents,
    roundingCents: document.roundingCents,
    dueCents: document.grossCents - paidCents,
  }
  const retainedCents = isCreditNote ? 0 : Math.min(facts.retainedCents, totals.dueCents)
  return {
    typeCode: isCreditNote ? '381' : document.isAdvance ? '386' : '380',
    number: document.number ?? '',
    issueDate: document.issueDate ?? '',
    // Nothing falls due on the date of an invoice that was paid before, or of which the rest is retained.
    dueDate: totals.dueCents > retainedCents ? dueDate : null,
    currency,
    buyerReference: document.buyerReference,
    projectReference: document.projectReference,
    contractReference: document.contractReference ?? facts.contractNumber,
    orderReference: document.orderReference,
    paymentTerms: isCreditNote ? null : termsOf(document, retainedCents, texts),
    lateInterest: isCreditNote
      ? null
      : { text: texts.lateInterest(document.lateInterestBp), rateBp: document.lateInterestBp },
    notes: noteOf(document, texts),
    preceding: document.creditedNumber
      ? [{ number: document.creditedNumber, issueDate: facts.creditedIssueDate ?? '' }]
      : document.preceding,
    seller: toSeller(seller, isOutside),
    buyer: toParty(buyer, isOutside),
    delivery: { ...(document.deliverySite ?? noSite(buyer.country)), date: document.isAdvance ? null : deliveryDate },
    vatPoint: document.isAdvance && !isCreditNote ? '432' : null,
    period: periodOf(document),
    payment:
      isCreditNote || totals.dueCents <= 0 || !seller.iban
        ? null
        : {
            means: currency === 'EUR' ? '58' : '30',
            reference: document.reference,
            iban: seller.iban,
            accountName: seller.name,
            bic: seller.bic ?? null,
          },
    account: seller.iban ? { iban: seller.iban, bic: seller.bic ?? null } : null,
    adjustments: document.adjustments.map((one) => ({
      ...toAdjustment(one),
      category: one.vatCategory,
      rateBp: one.vatCategory === 'O' ? null : one.vatRateBp,
    })),
    totals,
    vat: document.vatBreakdown.map((group) => toVatGroup(group, document, texts)),
    lines: [
      ...document.lines.map((line, index) => toLine(line, index, texts)),
      ...document.advances.map((advance, index) => toDeduction(advance, document.lines.length + index, texts)),
    ],
  }
}

const noSite = (country: string) => ({ name: null, street: null, city: null, postalCode: null, country })

const periodOf = ({ periodStart, periodEnd }: { periodStart: string | null; periodEnd: string | null }) =>
  periodStart || periodEnd ? { start: periodStart, end: periodEnd } : null

/** What the document says of payment beside its due date (BT-20). */
function termsOf({ complaintDays }: InvoiceDocumentData, retainedCents: number, texts: EinvoiceTexts): string | null {
  const retained = retainedCents > 0 ? texts.retained(retainedCents) : ''
  const complaints = complaintDays === null ? '' : texts.complaints(complaintDays)
  return [retained, complaints].filter(Boolean).join(' ') || null
}

const toAdjustment = ({ kind, amountCents, baseCents, rateBp, reason, reasonCode }: Adjustment): LineAdjustment => ({
  ...{ isCharge: kind === 'charge', amountCents, baseCents, percentBp: rateBp },
  ...{ reason: reason || null, reasonCode: reasonCode || null },
})

/** Peppol allows one note: the seller's, and of a credit note what it corrects. */
function noteOf({ kind, note, creditedNumber }: InvoiceDocumentData, texts: EinvoiceTexts): string[] {
  const said = [kind === 'credit_note' && creditedNumber ? texts.credits(creditedNumber) : '', note.trim()]
  const text = said.filter(Boolean).join('\n')
  return text ? [text] : []
}

/** An invoice that is not subject to VAT states no VAT numbers (BR-O-2); the business id is then the seller's number. */
function toParty(party: InvoiceParty, isOutside: boolean): Party {
  const { name, businessId, street, city, postalCode, country, email } = party
  const vatId = isOutside ? null : vatNumberOf(party.vatNumber ?? '')
  return {
    name,
    legalId: businessId ? { id: businessId, scheme: isFinnish(country) ? '0212' : null } : null,
    vatId,
    taxId: null,
    address: addressOf(party),
    operator: party.eOperator ?? null,
    street,
    city,
    postalCode,
    country,
    email: email ?? null,
  }
}

/** A seller without a VAT number is known to the tax authority by its business id. */
function toSeller(party: InvoiceParty, isOutside: boolean): Party {
  const seller = toParty(party, isOutside)
  return { ...seller, taxId: seller.vatId === null ? party.businessId : null }
}

const isFinnish = (country: string) => country === 'FI' || country === 'AX'

/** The electronic address that was typed, or that follows; an IBAN is one for Finvoice alone, which is no scheme of EN 16931. */
function addressOf(party: InvoiceParty): EAddress | null {
  const { eScheme, eAddress } = party
  if (eScheme && eAddress && eScheme !== 'IBAN') return { scheme: eScheme, id: eAddress }
  const id = followingAddress(party)
  return id ? { scheme: '0216', id } : null
}

type Group = InvoiceDocumentData['vatBreakdown'][number]

/** The codes of reasons that have one (VATEX); a small business and other exemptions are stated in words. */
const reasonCodes: Partial<Record<Group['vatCategory'], string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}

function toVatGroup(
  { vatCategory, vatRateBp, netCents, vatCents }: Group,
  document: InvoiceDocumentData,
  texts: EinvoiceTexts,
): VatGroup {
  const isExplained = vatCategory !== 'S' && vatCategory !== 'Z'
  const ofGroup = [...document.lines, ...document.adjustments].filter((one) => one.vatCategory === vatCategory)
  const grounds = [
    ...new Set(ofGroup.map(({ vatGround }) => (vatGround ? texts.ground(vatGround) : document.note.trim()))),
  ]
  return {
    category: vatCategory,
    rateBp: vatCategory === 'O' ? null : vatRateBp,
    netCents,
    vatCents,
    reason: isExplained ? grounds.filter(Boolean).join(' ') || null : null,
    reasonCode: (isExplained && reasonCodes[vatCategory]) || null,
  }
}

function toLine(line: InvoiceDocumentData['lines'][number], index: number, texts: EinvoiceTexts): Line {
  const { description, quantityMilli, unit, unitCode, unitPriceE4, vatCategory, vatRateBp, netCents } = line
  const [name = '', ...more] = description.split('\n')
  const words = [...more, ...(unitCode === 'C62' ? [texts.unit(unit)] : [])].join('\n').trim()
  return {
    id: String(index + 1),
    category: vatCategory,
    rateBp: vatCategory === 'O' ? null : vatRateBp,
    quantityMilli,
    unitCode,
    unit,
    netCents,
    period: periodOf(line),
    adjustments: line.adjustments.map(toAdjustment),
    unitPriceE4,
    orderLine: line.orderLine,
    name: name.trim(),
    description: words || null,
    itemId: line.itemId,
  }
}

/** What is deducted of an advance: once less its price, beside the reference to it (BG-3). */
function toDeduction(
  { number, netCents, vatCategory, vatRateBp }: InvoiceDocumentData['advances'][number],
  index: number,
  texts: EinvoiceTexts,
): Line {
  return {
    ...{ id: String(index + 1), category: vatCategory, rateBp: vatCategory === 'O' ? null : vatRateBp },
    ...{ quantityMilli: -1000, unitCode: 'C62', unit: '', netCents: -netCents, unitPriceE4: netCents * 100 },
    ...{ period: null, adjustments: [], orderLine: null, name: texts.deducts(number), description: null, itemId: null },
  }
}
