import type { InvoiceDetail } from '#app/features/invoicing/queries.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import type { Database } from '#db/client.server.ts'
import type { EinvoiceCheck } from './check-einvoice.ts'
import { einvoiceOf } from './invoice-files.server.ts'
import { getIssueFacts, type InvoiceFileData } from './queries.server.ts'
import type { BrokenRule, Mend } from './rule.ts'

type FileName = 'invoice.pdf' | 'invoice.xml' | 'invoice.finvoice.xml'

/** What can be downloaded of an invoice, what is said of it, and the broken rules by what mends them. */
export type FilesOffer = {
  files: { name: FileName; label: 'pdf' | 'ubl' | 'finvoice' }[]
  said: 'peppol' | 'core' | 'broken' | 'draft' | null
  rules: { mend: Mend; ids: string[] }[]
  isIssued: boolean
}

/** The files of an invoice for its seller, who learns what is wrong with it, or its buyer. */
export function filesOffer(ctx: { db: Database }, { id, document, role }: InvoiceDetail, reader: Reader): FilesOffer {
  return filesOfferOf({ id, document, ...getIssueFacts(ctx.db, id) }, reader, role === 'issuer')
}

/** The same for whoever has the public link. */
export const sharedFilesOffer = (data: InvoiceFileData, reader: Reader): FilesOffer => filesOfferOf(data, reader, false)

const forPrograms: FilesOffer['files'] = [
  { name: 'invoice.xml', label: 'ubl' },
  { name: 'invoice.finvoice.xml', label: 'finvoice' },
]

function filesOfferOf(data: InvoiceFileData, reader: Reader, isSeller: boolean): FilesOffer {
  const { check } = einvoiceOf(data, reader)
  const isIssued = data.document.number !== null
  const isOffered = isIssued && check.core.length === 0
  const told = isSeller ? whatIsSaid(check, isIssued) : { said: null, rules: [] }
  return {
    files: [{ name: 'invoice.pdf', label: 'pdf' }, ...(isOffered ? forPrograms : [])],
    said: told.said,
    rules: byMend(told.rules),
    isIssued,
  }
}

function whatIsSaid(
  { core, peppol }: EinvoiceCheck,
  isIssued: boolean,
): { said: FilesOffer['said']; rules: BrokenRule[] } {
  const rules = core.length > 0 && isIssued ? core : [...core, ...peppol]
  if (!isIssued) return { said: rules.length > 0 ? 'draft' : null, rules }
  return { said: core.length > 0 ? 'broken' : peppol.length > 0 ? 'core' : 'peppol', rules }
}

/** Several rules may be broken by one thing: it is said once. */
function byMend(rules: readonly BrokenRule[]): FilesOffer['rules'] {
  const mends = [...new Set(rules.map(({ mend }) => mend))]
  return mends.map((mend) => ({
    mend,
    ids: [...new Set(rules.filter((rule) => rule.mend === mend).map(({ id }) => id))],
  }))
}
