import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { mailOutside } from '#app/features/accounts/mail-outside.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { knownClient } from '#app/features/clients/link-invoices.server.ts'
import { clientLanguage } from '#app/features/invoicing/content/client-language.server.ts'
import { newShareId } from '#app/features/invoicing/content/share-link.server.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { nextSequence, numberingYear } from '#app/features/invoicing/invoice-number.ts'
import { getSeller } from '#app/features/invoicing/invoice-rows.server.ts'
import { refusalOfVat } from '#app/features/invoicing/vat-grounds.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { invalid } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import type { InvoiceParty } from '#db/schema/invoices/invoicing.ts'
import { quoteCounters, quoteVersions } from '#db/schema/quotes.ts'
import { formatQuoteNumber } from './quote.ts'
import { fieldsOf, listedFields, type QuoteContent, type QuoteSnapshot } from './quote-content.server.ts'
import { quoteUrl } from './quote-link.server.ts'
import { changeQuote, contentOfRow, loadQuote, type QuoteRow } from './quote-rows.server.ts'

type Input = {
  quoteId: string
  /** Where it is mailed to; null where its seller hands it over. */
  email: string | null
  /** The language of the mail, unless the client has one. */
  locale: string
  /** The client agrees that the version that was sent before is replaced. */
  isAgreed?: boolean
  submissionId?: string | undefined
  expectedVersion?: number | undefined
}

/**
 * Sends a quote as it is: fixes it as a version with its hash and a link of its own, which replaces the one before (QUO-3). The first version gets the
 * company's next number of the year.
 * @throws AppError forbidden; not found; invalid for a date that has passed, or a VAT that the seller cannot charge; conflict where a version that the
 * client has read still binds, once it is accepted, or when the quote is not what the page showed; rate_limited
 */
export function sendQuote(ctx: CompanyContext, input: Input): { number: string; version: number } {
  requireRight(ctx, 'invoices.send')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'sendQuote', input, otherContent: 'refuse' }, () => {
      const before = loadQuote(tx, ctx, input.quoteId)
      requireSeen(before.updatedAt, input.expectedVersion)
      const content = contentOfRow(before)
      const seller = getSeller(tx, ctx.company.id)
      const issueDate = invoiceDay(ctx.now)
      requireReady(content, seller, issueDate)
      const numbered = before.number === null ? takeNumber(tx, ctx.company.id, issueDate) : numberOf(before)
      const version = before.version + 1
      const clientId = clientOf(tx, before, content)
      const set = { ...listedFields(content, numbered.number), ...numbered, version, clientId, hasChanges: false }
      const { isAgreed, email } = input
      const after = changeQuote(tx, ctx, before, { action: 'send', role: 'seller', isAgreed, set })
      const sent = keepVersion(tx, ctx, after, { ...numbered, version, issueDate, seller, content }, email)
      if (email !== null) {
        const locale = clientLanguage(tx, after) ?? input.locale
        const mail = { to: email, locale, template: 'quoteSent', toStranger: 'variant' as const }
        mailOutside(tx, ctx, { ...mail, names: { seller: seller.name }, params: paramsOf(after, sent, seller, locale) })
      }
      const detail = { number: numbered.number, version, hash: sent.hash, to: email, replacesRead: isAgreed ?? false }
      appendAudit(tx, ctx, { action: 'quote.send', subject: { type: 'quote', id: before.id }, before, after, detail })
      return { number: numbered.number, version }
    }),
  )
}

function requireReady(content: QuoteContent, seller: InvoiceParty, today: string): void {
  if (content.validUntil < today) throw invalid('quotes:refused.datePassed')
  const { buyer } = fieldsOf(content)
  for (const line of [...content.lines, ...(content.adjustments ?? [])]) {
    const refusal = refusalOfVat(line, { seller, buyer })
    if (refusal) throw invalid(refusal)
  }
}

/** The company's next number of the year; the immediate transaction prevents concurrent use. */
function takeNumber(tx: Transaction, companyId: string, issueDate: string) {
  const year = numberingYear(issueDate)
  const ofYear = and(eq(quoteCounters.companyId, companyId), eq(quoteCounters.year, year))
  const last = tx.select().from(quoteCounters).where(ofYear).get()?.last ?? null
  const sequence = nextSequence(last)
  if (last === null) tx.insert(quoteCounters).values({ companyId, year, last: sequence }).run()
  else tx.update(quoteCounters).set({ last: sequence }).where(ofYear).run()
  return { year, sequence, number: formatQuoteNumber(year, sequence) }
}

const numberOf = ({ year, sequence, number }: QuoteRow) => ({ year, sequence, number: number ?? '' })

/** The record of the buyer, if there is one: a quote makes none. */
function clientOf(tx: Transaction, { companyId }: QuoteRow, content: QuoteContent): string | null {
  const { buyer } = fieldsOf(content)
  return knownClient(tx, { companyId, buyerCompanyId: null, clientId: content.clientId ?? null, buyer })?.id ?? null
}

function keepVersion(
  tx: Transaction,
  ctx: CompanyContext,
  quote: QuoteRow,
  { number, version, issueDate, seller, content }: QuoteSnapshot,
  sentTo: string | null,
) {
  const text = JSON.stringify({ number, version, issueDate, seller, content } satisfies QuoteSnapshot)
  const row = {
    ...{ id: newId(), quoteId: quote.id, version, text, validUntil: content.validUntil, sentTo },
    hash: createHash('sha256').update(text).digest('hex'),
    ...{ sentBy: ctx.actor.id, sentAt: ctx.now, shareId: newShareId() },
  }
  tx.insert(quoteVersions).values(row).run()
  return row
}

function paramsOf(quote: QuoteRow, { shareId }: { shareId: string }, seller: InvoiceParty, locale: string) {
  return {
    number: quote.number ?? '',
    amountCents: quote.grossCents,
    currency: quote.currency,
    businessId: seller.businessId ?? '',
    validUntil: formatFor(locale, 'UTC').date(quote.validUntil),
    link: quoteUrl(shareId),
  }
}
