import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { checkAddress } from '#app/features/bids/receipts/receipt-pdf.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { OpeningProtocol } from './opening.server.ts'
import { readableOpening } from './readable-opening.ts'

/** The protocol of an opening as a PDF in a reader's language. */
export function openingPdf(protocol: OpeningProtocol, { locale, format }: Reader): PdfFile {
  const i18n = i18nFor(locale)
  const [opening, bids] = [i18n.getFixedT(null, 'opening'), i18n.getFixedT(null, 'bids')]
  const [projects, ui] = [i18n.getFixedT(null, 'projects'), i18n.getFixedT(null, 'ui')]
  const priceforms = i18n.getFixedT(null, 'priceforms')
  return {
    name: `opening-${new Date(protocol.openedAt).toISOString().slice(0, 10)}.pdf`,
    document: readableOpening(protocol, checkAddress, { opening, bids, projects, ui, priceforms, format }),
    options: { locale, createdAt: protocol.openedAt },
  }
}
