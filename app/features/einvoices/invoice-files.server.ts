import type { Reader } from '#app/i18n/reader.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { checkEinvoice, type EinvoiceCheck } from './check-einvoice.ts'
import type { Einvoice } from './einvoice.ts'
import { einvoiceTexts } from './einvoice-texts.server.ts'
import type { InvoiceFileData } from './queries.server.ts'
import { toEinvoice } from './to-einvoice.server.ts'
import { writeFinvoice } from './write-finvoice.ts'
import { writeUbl } from './write-ubl.ts'

/** A file to download or to send. */
export type InvoiceFile = { name: string; mime: string; text: string }

/** An invoice for other systems and the rules that it breaks; a draft is checked as if it were issued today. */
export function einvoiceOf(data: InvoiceFileData, reader: Reader): { einvoice: Einvoice; check: EinvoiceCheck } {
  const { document, facts } = data
  const einvoice = toEinvoice(document, facts, einvoiceTexts(reader, document.currency))
  const isDraft = document.status === 'draft'
  return { einvoice, check: checkEinvoice(isDraft ? { ...einvoice, number: 'draft' } : einvoice) }
}

/** The name of an invoice's files, without the ending. */
export const fileName = ({ kind, number }: Pick<InvoiceFileData['document'], 'kind' | 'number'>): string =>
  `${kind === 'credit_note' ? 'credit-note' : 'invoice'}-${number ?? 'draft'}`

/**
 * An issued invoice in UBL (`ubl`) or Finvoice (`finvoice`).
 * @throws AppError conflict for a draft, and for one that breaks a rule of EN 16931: its page says which
 */
export function invoiceXml(data: InvoiceFileData, kind: 'ubl' | 'finvoice', reader: Reader): InvoiceFile {
  const { einvoice, check } = einvoiceOf(data, reader)
  if (data.document.number === null) throw conflict('einvoices:refused.draft')
  if (check.core.length > 0) throw conflict('einvoices:refused.brokenRule')
  const name = fileName(data.document)
  const mime = 'application/xml'
  return kind === 'ubl'
    ? { name: `${name}.xml`, mime, text: writeUbl(einvoice, { isPeppol: check.peppol.length === 0 }) }
    : { name: `${name}.finvoice.xml`, mime, text: writeFinvoice(einvoice, { id: data.id, at: data.issuedAt ?? 0 }) }
}
