import type { Einvoice } from '#app/features/einvoices/einvoice.ts'
import { readXml } from '#app/platform/xml/read-xml.server.ts'
import { XmlError } from '#app/platform/xml/xml-reader.ts'
import type { ReceivedInvoiceFormat } from '#db/vocabulary/received-invoices.ts'
import { FileError, problemOfXml } from './file-error.ts'
import { isFinvoice, readFinvoice } from './read-finvoice.ts'
import { isUbl, readUbl } from './read-ubl.ts'

/** Larger than any e-invoice, whose attachments are not among what is read. */
export const maxEinvoiceBytes = 5_000_000

export type ReadEinvoice = { format: Exclude<ReceivedInvoiceFormat, 'typed'>; invoice: Einvoice }

/**
 * Reads an e-invoice: UBL 2.1 (Peppol BIS Billing 3.0, EN 16931) or Finvoice 3.0, with or without its transmission frame. Nothing is fetched and nothing
 * expands (`XmlReader`), and others are served meanwhile.
 * @throws FileError for the first problem, with its line in the file
 */
export async function readEinvoice(bytes: Uint8Array): Promise<ReadEinvoice> {
  const { document, lines } = behindFrame(bytes)
  try {
    const root = await readXml([document])
    const format = isUbl(root) ? 'ubl' : isFinvoice(root) ? 'finvoice' : null
    if (!format) throw new FileError('otherFormat', root.line, { found: (root.namespace || root.name).slice(0, 100) })
    const invoice = format === 'ubl' ? readUbl(root) : readFinvoice(root)
    const { totals } = invoice
    if (totals.grossCents <= 0 || totals.netCents <= 0 || totals.dueCents < 0)
      throw new FileError('notPositive', root.line)
    return { format, invoice }
  } catch (error) {
    if (error instanceof XmlError)
      throw new FileError(problemOfXml[error.problem], error.line ? error.line + lines : null)
    if (error instanceof FileError && error.line !== null)
      throw new FileError(error.problem, error.line + lines, error.params)
    throw error
  }
}

const endOfFrame = /<\/(?:[\w.-]+:)?Envelope\s*>/

/** The invoice behind the transmission frame, which is a document of its own before it, and how many lines the frame takes. */
function behindFrame(bytes: Uint8Array): { document: Uint8Array; lines: number } {
  const head = Buffer.from(bytes.subarray(0, 20_000)).toString('latin1')
  const end = endOfFrame.exec(head)
  if (!end) return { document: bytes, lines: 0 }
  const from = end.index + end[0].length
  const rest = from + (/^\s*/.exec(head.slice(from))?.[0].length ?? 0)
  return { document: bytes.subarray(rest), lines: head.slice(0, rest).split('\n').length - 1 }
}
