import { code128Modules } from '#app/documents/code128.ts'
import type { PrintBlock, PrintedDocument } from '#app/documents/document.ts'
import { epcPayment } from '#app/documents/epc-payment.ts'
import { qrModules } from '#app/documents/qr.server.ts'
import {
  buyerLabel,
  type DocumentReader,
  documentFacts,
  documentKind,
  documentSums,
  euroVatTexts,
  groundTexts,
  lineTexts,
  partyTexts,
  paymentTexts,
  settledTexts,
} from '#app/features/invoicing/content/document-texts.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'

/**
 * An invoice, a credit note or a quote as it is printed, in a reader's language: everything that its page says, with the bank's code and bars where there is something
 * to pay in euros.
 * @param copyOf the day (`YYYY-MM-DD`) whose payments and credits it shows, if there were any since it was issued: such a paper is a copy; null for the invoice itself
 */
export function invoicePaper(document: InvoiceDocumentData, copyOf: string | null, reader: Reader): PrintedDocument {
  const i18n = i18nFor(reader.locale)
  const [t, tParts] = [i18n.getFixedT(null, 'invoicing'), i18n.getFixedT(null, 'invoiceparts')]
  const tPdf = i18n.getFixedT(null, 'invoicepdf')
  const texts: DocumentReader = { t, tParts, format: reader.format }
  const { number, seller, note } = document
  const kind = documentKind(document, texts)
  const { grounds, corrects } = groundTexts(document, texts)
  const subject = document.quote ? ([[tParts('quote.subject'), document.quote.title]] as const) : []
  const facts = documentFacts(document, texts).map(([term, value]) => [term, value ?? ''] as const)
  const noteTitle = t(document.kind === 'credit_note' ? 'document.reason' : 'document.note')
  const blocks: (PrintBlock | false | null)[] = [
    { kind: 'cards', cards: cardsOf(document, texts, tPdf('seller')) },
    { kind: 'pairs', pairs: [...subject, ...facts] },
    linesOf(document, texts),
    sumsOf(document, texts),
    ...[...grounds, corrects ?? ''].filter(Boolean).map((text) => ({ kind: 'text', text }) as const),
    note.trim() !== '' && { kind: 'facts', facts: [[noteTitle, note.trim()]] },
    copyOf !== null && { kind: 'text', text: tPdf('copyNote', { date: reader.format.date(copyOf) }) },
    paymentOf(document, texts, { title: t('document.payment'), ...scanTexts(reader) }),
  ]
  return {
    kind: seller.name,
    number: number ?? t('document.draft'),
    title: copyOf === null ? kind : tPdf('copy', { kind, date: reader.format.date(copyOf) }),
    mark: number === null ? t('document.draft') : null,
    blocks: blocks.filter((block) => block !== false && block !== null),
  }
}

function cardsOf(document: InvoiceDocumentData, texts: DocumentReader, sellerLabel: string) {
  const { seller, buyer } = document
  const card = (label: string, party: InvoiceDocumentData['buyer'], email: string | null | undefined) => {
    const { address, numbers } = partyTexts(party, texts)
    const lines = [...address, ...numbers.map(([term, value]) => `${term} ${value}`), email ?? '']
    return { label, title: party.name, lines: lines.filter(Boolean) }
  }
  return [card(sellerLabel, seller, seller.email), card(buyerLabel(document, texts), buyer, null)]
}

function linesOf({ lines, currency }: InvoiceDocumentData, texts: DocumentReader): PrintBlock {
  const { t, format } = texts
  return {
    kind: 'table',
    caption: t('document.lines'),
    columns: [
      { header: t('document.line'), width: 6 },
      { header: t('document.quantity'), width: 2, numeric: true },
      { header: t('document.unitPrice'), width: 2, numeric: true },
      { header: t('document.vat'), width: 2, numeric: true },
      { header: t('document.net'), width: 2, numeric: true },
    ],
    rows: lines.map((line) => {
      const { quantity, unitPrice, vat, details } = lineTexts(line, currency, texts)
      const cells = [quantity, unitPrice, vat, format.money(line.netCents, currency)]
      return [{ text: line.description, note: details }, ...cells]
    }),
  }
}

function sumsOf(document: InvoiceDocumentData, texts: DocumentReader): PrintBlock {
  const money = (cents: number, currency: string) => texts.format.money(cents, currency)
  const euroVat = euroVatTexts(document, texts)
  const sums = documentSums(document, texts).map(({ term, cents, look }) => ({
    ...{ term, amount: money(cents, document.currency), isTotal: look !== undefined },
  }))
  const inEuros = euroVat ? [{ term: euroVat.term, amount: money(euroVat.vatCents, 'EUR'), isTotal: false }] : []
  return { kind: 'sums', sums: [...sums, ...inEuros], note: euroVat?.rate ?? null }
}

type SlipTexts = { title: string; scan: string; code: string; bars: string }

function scanTexts({ locale }: Reader): Omit<SlipTexts, 'title'> {
  const t = i18nFor(locale).getFixedT(null, 'deposits')
  return { scan: t('scan'), code: t('code'), bars: t('barcode') }
}

/** The bank's part of an invoice, or why nothing is to be paid. */
function paymentOf(
  document: InvoiceDocumentData,
  texts: DocumentReader,
  { title, scan, code, bars }: SlipTexts,
): PrintBlock | null {
  if (document.kind === 'credit_note' || document.quote || document.number === null) return null
  if (document.openCents === 0) {
    const settled = settledTexts(document, texts)
    return settled.length > 0 ? { kind: 'text', text: settled.join('\n') } : null
  }
  const { facts, barcode } = paymentTexts(document, texts)
  const { seller, openCents: amountCents, currency, reference } = document
  const payee = { name: seller.name, iban: seller.iban ?? '', bic: seller.bic ?? '' }
  const scanned = epcPayment({ ...payee, amountCents, currency, reference: reference ?? '' })
  return {
    kind: 'slip',
    title,
    facts: facts.map(([term, value]) => [term, value ?? ''] as const),
    qr: scanned ? { text: scan, label: code, modules: qrModules(scanned) } : null,
    barcode: barcode ? { label: bars, digits: barcode, modules: code128Modules(barcode) } : null,
  }
}
