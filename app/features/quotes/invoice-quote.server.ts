import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { deductible, listOpenAdvances } from '#app/features/invoicing/advances/open-advances.server.ts'
import { setAdvances } from '#app/features/invoicing/advances/set-advances.server.ts'
import { getInvoiceContent } from '#app/features/invoicing/content/content-rows.server.ts'
import { type DescribedLine, noDetails } from '#app/features/invoicing/content/invoice-content.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { loadOwnInvoice } from '#app/features/invoicing/invoice-rows.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { percentageOf, sumCents } from '#app/platform/money.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { quoteInvoices } from '#db/schema/quotes.ts'
import type { QuotePart } from '#db/vocabulary/quotes.ts'
import { less, listInvoiced, sharesOf, sumOf, type VatShare } from './invoiced.server.ts'
import { noRate, type QuoteContent } from './quote-content.server.ts'
import { changeQuote, latestVersion, loadQuote, type QuoteRow, snapshotOf } from './quote-rows.server.ts'

type Input = {
  quoteId: string
  part: QuotePart
  /** Of a part or an advance: hundredths of a percent of the quote. */
  shareBp: number | null
  /** What the line of a part says, and its unit. */
  lineText: string
  unit: string
  submissionId?: string | undefined
}

/**
 * Makes a draft of an invoice from the version of a quote that was accepted (QUO-5): of all of it, line by line, or of what is left; of a part, or an
 * advance, with a line for each VAT. Together the drafts never come to more than the quote; what is left deducts the advances.
 * @throws AppError forbidden; not found; conflict for a quote that is not accepted or is used up, and while an advance is still a draft; invalid for a
 * part that is more than what is left
 */
export function invoiceQuote(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'invoices.create')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'invoiceQuote', input }, () => {
      const before = loadQuote(tx, ctx, input.quoteId)
      const after = changeQuote(tx, ctx, before, { action: 'invoice', role: 'seller' })
      const version = latestVersion(tx, before.id)
      if (!version) throw notFound()
      const { content } = snapshotOf(version)
      const made = listInvoiced(tx, version.id, content.currency)
      const { lines, adjustments } = contentOfPart(input, content, made)
      const { id } = createInvoice(ctx, {
        ...content,
        ...noRate,
        ...{ lines, adjustments, isAdvance: input.part === 'advance' },
        clientId: before.clientId ?? undefined,
        details: { ...(content.details ?? noDetails), contractReference: referenceOf(content, before) },
      })
      if (input.part === 'rest') deductAdvances(tx, ctx, id, made)
      tx.insert(quoteInvoices)
        .values({ id: newId(), versionId: version.id, invoiceId: id, part: input.part, madeAt: ctx.now })
        .run()
      const detail = { invoice: id, part: input.part, shareBp: input.shareBp, version: version.version }
      appendAudit(tx, ctx, {
        action: 'quote.invoice',
        subject: { type: 'quote', id: before.id },
        before,
        after,
        detail,
      })
      return { id }
    }),
  )
}

type Made = ReturnType<typeof listInvoiced>

/** The contract that an accepted quote is (EN 16931, BT-12), unless the quote names another. */
const referenceOf = ({ details }: QuoteContent, { number }: QuoteRow) => details?.contractReference ?? number

function contentOfPart(input: Input, content: QuoteContent, made: Made) {
  const quoted = sharesOf(content.lines, { adjustments: content.adjustments })
  const left = less(
    quoted,
    made.flatMap(({ taken }) => taken),
  )
  if (sumOf(left) <= 0) throw conflict('quotes:refused.usedUp')
  if (input.part === 'rest') return restOf(input, content, made, quoted)
  const parts = quoted.map((share) => ({ ...share, netCents: percentageOf(share.netCents, input.shareBp ?? 0) }))
  const isTooMuch = parts.some(({ netCents }, index) => netCents > (left[index]?.netCents ?? 0))
  if (isTooMuch) throw invalid('quotes:refused.moreThanLeft', { field: 'share' })
  if (sumOf(parts) <= 0) throw invalid('quotes:refused.tooLittle', { field: 'share' })
  return { lines: linesOf(input, parts), adjustments: [] }
}

/** All of a quote of which nothing was invoiced but advances, or else what is left of each VAT. */
function restOf(input: Input, content: QuoteContent, made: Made, quoted: readonly VatShare[]) {
  if (made.some(({ isAdvance, status }) => isAdvance && status === 'draft'))
    throw conflict('quotes:refused.advanceDraft')
  const worked = made.flatMap((invoice) => invoice.worked)
  if (worked.length === 0) return { lines: content.lines, adjustments: content.adjustments ?? [] }
  const rest = less(quoted, worked).filter(({ netCents }) => netCents > 0)
  if (rest.length === 0) throw conflict('quotes:refused.usedUp')
  return { lines: linesOf(input, rest), adjustments: [] }
}

const linesOf = ({ lineText, unit }: Input, shares: readonly VatShare[]): DescribedLine[] =>
  shares
    .filter(({ netCents }) => netCents > 0)
    .map(({ netCents, ...vat }) => ({
      ...{ description: lineText, quantityMilli: 1000, unit, unitPriceE4: netCents * 100 },
      ...vat,
    }))

/** Has the draft deduct what is open of the advances that were invoiced from the same quote (INV-22). */
function deductAdvances(tx: Transaction, ctx: CompanyContext, invoiceId: string, made: Made): void {
  const ids = made.filter(({ isAdvance }) => isAdvance).map(({ id }) => id)
  if (ids.length === 0) return
  const open = listOpenAdvances(tx, loadOwnInvoice(tx, ctx, invoiceId)).filter(({ id }) => ids.includes(id))
  const advances = deductible(getInvoiceContent(tx, invoiceId), open)
  const advanceIds = open.map(({ id }) => id).filter((id) => advances.some((one) => one.advanceInvoiceId === id))
  if (sumCents(advances.map(({ netCents }) => netCents)) > 0)
    setAdvances(ctx, { invoiceId, isAdvance: false, advanceIds })
}
