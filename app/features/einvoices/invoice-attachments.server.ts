import { renderFile } from '#app/documents/pdf-answer.server.ts'
import type { Attach } from '#app/features/notifications/deliver-mails.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { localeFor } from '#app/i18n/languages.ts'
import { einvoiceOf, invoiceXml } from './invoice-files.server.ts'
import { invoicePdf } from './pdf/invoice-pdf.server.ts'
import { getSharedInvoiceFile } from './queries.server.ts'

/** The mails that bring an invoice. A stranger's variants are others: it contains nothing that somebody wrote, and so no file (decision 103). */
const bringing = ['invoiceSent', 'paidInvoiceSent', 'retainedInvoiceSent', 'creditNoteSent']

/**
 * What goes with the mail that brings an invoice: its PDF in the mail's language, and its UBL where it has one. The mail's own link says which invoice it
 * is, so nothing goes out any more once the link was revoked or has expired.
 */
export const invoiceAttachments: Attach = async (db, { template, locale: wanted, params }, now) => {
  if (!bringing.includes(template)) return []
  const data = getSharedInvoiceFile({ db, now }, String(params.link).split('/').at(-1) ?? '')
  if (!data) return []
  const locale = localeFor(wanted)
  const reader = { locale, format: formatFor(wanted, 'Europe/Helsinki') }
  const pdf = invoicePdf(data, reader, now)
  const hasUbl = einvoiceOf(data, reader).check.core.length === 0
  const ubl = hasUbl ? [invoiceXml(data, 'ubl', reader)] : []
  return [
    { filename: pdf.name, contentType: 'application/pdf', content: Buffer.from(await renderFile(pdf)) },
    ...ubl.map(({ name, mime, text }) => ({ filename: name, contentType: mime, content: Buffer.from(text) })),
  ]
}
