import type { TFunction } from 'i18next'
import { virtualBarcode } from '#app/documents/virtual-barcode.ts'
import type { LineVat } from '#app/features/invoicing/vat-choice.ts'
import type { Format } from '#app/i18n/format.ts'
import { formatIban } from '#app/platform/iban.ts'
import { formatReference } from '#app/platform/reference-number.ts'
import type { InvoiceDocumentData } from './invoice-document.server.ts'

/** Whoever reads an invoice: the texts of its two namespaces, and how amounts and dates are written. */
export type DocumentReader = { t: TFunction<'invoicing'>; tParts: TFunction<'invoiceparts'>; format: Format }

type Document = InvoiceDocumentData
type Line = Document['lines'][number]

/** What the document says of itself, as terms and values; what it does not have is null. */
export type DocumentFact = readonly [term: string, value: string | null, isStrong?: boolean]

/** A sum with its term; `total` and `due` stand out. */
export type DocumentSum = { term: string; cents: number; look?: 'total' | 'due' }

/** What kind of document it is: an invoice, an advance invoice, a credit note or a quote. */
export function documentKind({ isAdvance, kind, quote }: Document, { t, tParts }: DocumentReader): string {
  if (quote) return tParts('quote.kind')
  return isAdvance ? tParts('document.advance') : t(`kind.${kind}`)
}

/** What a screen reader calls the document. */
export const documentLabel = ({ quote }: Document, { t, tParts }: DocumentReader): string =>
  quote ? tParts('quote.label') : t('document.label')

/** What stands above the buyer. */
export const buyerLabel = ({ quote }: Document, { t, tParts }: DocumentReader): string =>
  quote ? tParts('quote.for') : t('document.billTo')

/** The address and identifiers of a party, which the law requires (Finnish VAT Act, section 209 e), below its name. */
export function partyTexts(party: Document['buyer'], { t, format }: DocumentReader) {
  const town = [party.postalCode, party.city].filter(Boolean).join(' ')
  const numbers = [
    [t('document.businessId'), party.businessId],
    [t('document.vatNumber'), party.vatNumber],
  ] as const
  return {
    address: [party.street ?? '', town, format.country(party.country)].filter(Boolean),
    numbers: numbers.flatMap(([term, value]) => (value ? [[term, value] as const] : [])),
  }
}

/** The number, the dates, the reference and the details of a document, as far as it has them. */
export const documentFacts = (document: Document, reader: DocumentReader): DocumentFact[] =>
  [...mainFacts(document, reader), ...detailFacts(document, reader)].filter(([, value]) => value)

function mainFacts(document: Document, { t, tParts, format }: DocumentReader): DocumentFact[] {
  const { number, issueDate, deliveryDate, dueDate, paymentTermDays, reference, creditedNumber, quote } = document
  if (document.kind === 'credit_note') {
    return [
      [t('document.number'), number],
      [t('document.noteDate'), issueDate && format.date(issueDate)],
      [t('document.credits'), creditedNumber, true],
      [t('document.deliveryDate'), format.date(deliveryDate)],
    ]
  }
  const term = paymentTermDays > 0 ? t('document.termDays', { count: paymentTermDays }) : t('document.termNow')
  if (quote) {
    const { validUntil, version } = quote
    return [
      [t('document.number'), number ?? tParts('quote.draftNumber')],
      [tParts('quote.version'), version > 1 ? format.number(version) : null],
      [t('document.noteDate'), issueDate && format.date(issueDate)],
      [tParts('quote.validUntil'), format.date(validUntil), true],
      [tParts('quote.delivery'), format.date(deliveryDate)],
      [t('document.term'), term],
    ]
  }
  return [
    [t('document.number'), number ?? t('document.draftNumber')],
    [t('document.issueDate'), issueDate && format.date(issueDate)],
    [t('document.deliveryDate'), document.isAdvance ? null : format.date(deliveryDate)],
    [t('document.term'), term],
    [t('document.dueDate'), dueDate && format.date(dueDate), true],
    [t('document.reference'), reference && formatReference(reference)],
  ]
}

/** A period of which one end may be open. */
const periodText = (start: string | null, end: string | null, format: Format): string | null =>
  start || end ? `${start ? format.date(start) : ''} – ${end ? format.date(end) : ''}`.trim() : null

function detailFacts(document: Document, { t: _, tParts: t, format }: DocumentReader): DocumentFact[] {
  const { deliverySite: site, lateInterestBp, complaintDays, buyer, seller } = document
  const town = [site?.postalCode, site?.city].filter(Boolean).join(' ')
  // An export, or work abroad, is known by the country that it is in (Finnish VAT Act, sections 67 and 70).
  const abroad = site && site.country !== seller.country && format.country(site.country)
  const place = site && [site.name, site.street, town, abroad].filter(Boolean).join(', ')
  const isPayable = document.kind === 'invoice'
  const interest = lateInterestBp === null ? t('document.lateInterestLaw') : format.percent(lateInterestBp)
  const complaints = complaintDays === null ? null : t('document.complaintDays', { count: complaintDays })
  return [
    [t('field.buyerReference'), document.buyerReference],
    [t('field.orderReference'), document.orderReference],
    [t('field.contractReference'), document.contractReference],
    [t('field.projectReference'), document.projectReference],
    [t('document.site'), place],
    [t('document.period'), periodText(document.periodStart, document.periodEnd, format)],
    [t('field.lateInterest'), isPayable ? interest : null],
    [t('document.complaints'), isPayable ? complaints : null],
    [t('document.eAddress'), buyer.eAddress ?? null],
  ]
}

const vatText = ({ vatCategory, vatRateBp }: Pick<LineVat, 'vatCategory' | 'vatRateBp'>, reader: DocumentReader) =>
  vatCategory === 'S' ? reader.format.percent(vatRateBp) : reader.t(`document.vatShort.${vatCategory}`)

/** The cells of a line, and its numbers, period, discount and charge in small print (`details`). */
export function lineTexts(line: Line, currency: string, reader: DocumentReader) {
  const { t, tParts, format } = reader
  const adjustment = (one: Line['adjustments'][number]) => {
    const cents = one.kind === 'charge' ? one.amountCents : -one.amountCents
    const rate = one.rateBp === null ? '' : format.percent(one.rateBp)
    return [one.reason, rate, format.money(cents, currency)].filter(Boolean).join(' ')
  }
  const details = [
    line.itemId && `${tParts('field.itemId')} ${line.itemId}`,
    line.orderLine && `${tParts('field.orderLine')} ${line.orderLine}`,
    periodText(line.periodStart, line.periodEnd, format),
    ...line.adjustments.map(adjustment),
  ]
  return {
    quantity: t('document.amountWithUnit', { amount: format.quantity(line.quantityMilli), unit: line.unit }),
    unitPrice: format.unitPrice(line.unitPriceE4, currency),
    vat: vatText(line, reader),
    details: details.filter(Boolean).join(' · '),
  }
}

/** Net, VAT by category and rate with its base, and the total, followed by payments and credits. */
export function documentSums(document: Document, reader: DocumentReader): DocumentSum[] {
  const { t, format } = reader
  const { currency, paidCents, creditedCents, retainedCents, carriedCents, roundingCents } = document
  const overpaidCents = document.overpaidCents - carriedCents
  const vatTerm = ({ vatCategory, vatRateBp, netCents }: Document['vatBreakdown'][number]) => {
    const base = format.money(netCents, currency)
    return vatCategory === 'S'
      ? t('document.vatOn', { rate: format.percent(vatRateBp), base })
      : t('document.untaxedOn', { category: t(`document.vatCategory.${vatCategory}`), base })
  }
  const total = document.quote
    ? reader.tParts('quote.total')
    : t(document.kind === 'credit_note' ? 'document.creditTotal' : 'document.gross')
  const sums: (DocumentSum | false)[] = [
    ...sumsBeforeNet(document, reader),
    { term: t('document.netTotal'), cents: document.netCents },
    ...document.vatBreakdown.map((group) => ({ term: vatTerm(group), cents: group.vatCents })),
    roundingCents !== 0 && { term: t('document.rounding'), cents: roundingCents },
    { term: total, cents: document.grossCents, look: 'total' },
    paidCents > 0 && { term: t('document.paid'), cents: -paidCents },
    creditedCents > 0 && { term: t('document.credited'), cents: -creditedCents },
    retainedCents > 0 && { term: t('document.retained'), cents: -retainedCents },
    carriedCents > 0 && { term: t('document.carried'), cents: carriedCents },
    overpaidCents > 0 && { term: t('document.overpaid'), cents: overpaidCents },
    paidCents + creditedCents + retainedCents > 0 && {
      term: t('document.due'),
      cents: document.openCents,
      look: 'due',
    },
  ]
  return sums.filter((sum) => sum !== false)
}

/** What makes the lines the total without VAT: discounts, charges and deducted advances. */
function sumsBeforeNet({ adjustments, advances, linesCents }: Document, reader: DocumentReader): DocumentSum[] {
  const { tParts: t, format } = reader
  if (adjustments.length + advances.length === 0) return []
  return [
    { term: t('document.linesTotal'), cents: linesCents },
    ...adjustments.map((one) => {
      const reason =
        one.rateBp === null ? one.reason : t('document.share', { reason: one.reason, rate: format.percent(one.rateBp) })
      const term = t('document.adjustment', { reason, vat: vatText(one, reader) })
      return { term, cents: one.kind === 'charge' ? one.amountCents : -one.amountCents }
    }),
    ...advances.map((one) => {
      const date = format.date(one.issueDate)
      return {
        term: t('document.deducted', { number: one.number, date, vat: vatText(one, reader) }),
        cents: -one.netCents,
      }
    }),
  ]
}

/** The VAT in euros of an invoice in another currency (Finnish VAT Act, section 209 e): its term, its cents, and the rate that it is by. */
export function euroVatTexts({ euroVat, currency }: Document, { t, format }: DocumentReader) {
  if (!euroVat) return null
  const { rateE6, source, date, vatCents } = euroVat
  const rate = t('document.euroRate', {
    ...{ rate: format.exchangeRate(rateE6), currency, source, date: format.date(date) },
  })
  return { term: t('document.vatInEuros'), vatCents, rate }
}

/** The grounds of lines without VAT, each once, and of a credit note what it corrects. */
export function groundTexts({ kind, lines, creditedNumber }: Document, { t }: DocumentReader) {
  const grounds = [...new Set(lines.flatMap(({ vatGround }) => vatGround ?? []))]
  return {
    grounds: grounds.map((ground) => t(`ground.${ground}`)),
    corrects: kind === 'credit_note' ? t('document.noteExplained', { number: creditedNumber }) : null,
  }
}

/** Why nothing is due of an issued invoice, sentence by sentence. */
export function settledTexts(document: Document, { t, format }: DocumentReader): string[] {
  // Advances cover all of it: the sums say so, and nothing was paid.
  if (document.grossCents === 0) return []
  const { status, currency, seller, buyer, retainedCents, retentionDue, carriedCents } = document
  const overpaidCents = document.overpaidCents - carriedCents
  const money = (cents: number) => ({ amount: format.money(cents, currency) })
  const retained =
    retentionDue?.when === 'returned' ? ('document.retentionReturned' as const) : ('document.paidButRetention' as const)
  const settled = retainedCents > 0 ? t(retained, money(retainedCents)) : t('document.paidInFull')
  return [
    status === 'credited' ? t('document.creditedInFull') : settled,
    carriedCents > 0 ? t('document.carriedText', money(carriedCents)) : '',
    overpaidCents > 0
      ? t('document.overpaidText', { ...money(overpaidCents), seller: seller.name, buyer: buyer.name })
      : '',
  ].filter(Boolean)
}

/** What a payer types, and the digits of the virtual bank barcode that contains the same, where there can be one. */
export function paymentTexts(document: Document, { t, format }: DocumentReader) {
  const { seller, currency, reference, dueDate, openCents } = document
  const iban = seller.iban ?? ''
  const facts: DocumentFact[] = [
    [t('document.payee'), seller.name],
    [t('document.iban'), formatIban(iban), true],
    [t('document.bic'), seller.bic ?? null],
    [t('document.reference'), reference && formatReference(reference), true],
    [t('document.dueDate'), dueDate && format.date(dueDate)],
    [t('document.due'), format.money(openCents, currency), true],
  ]
  return {
    facts: facts.filter(([, value]) => value),
    barcode: virtualBarcode({ iban, amountCents: openCents, currency, reference: reference ?? '', dueDate }),
  }
}
