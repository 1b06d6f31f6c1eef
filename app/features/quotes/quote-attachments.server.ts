import { renderFile } from '#app/documents/pdf-answer.server.ts'
import type { Attach } from '#app/features/notifications/deliver-mails.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { localeFor } from '#app/i18n/languages.ts'
import { getSharedQuote } from './queries.server.ts'
import { quotePdf } from './quote-pdf.server.ts'

/**
 * What goes with the mail that brings a quote (QUO-3): the version's PDF in the mail's language. A stranger's mail is another one, without files, because it contains
 * nothing that somebody wrote. The mail's own link says which version it is: nothing goes out once that was turned off, or replaced by another version.
 */
export const quoteAttachments: Attach = async (db, { template, locale: wanted, params }, now) => {
  if (template !== 'quoteSent') return []
  const quote = getSharedQuote({ db, now, company: null }, String(params.link).split('/').at(-1) ?? '')
  if (!quote || quote.state === 'replaced') return []
  const reader = { locale: localeFor(wanted), format: formatFor(wanted, 'Europe/Helsinki') }
  const pdf = quotePdf(quote.document, quote.sentAt, reader)
  return [{ filename: pdf.name, contentType: 'application/pdf', content: Buffer.from(await renderFile(pdf)) }]
}
