import type { CompanyContext } from '#app/features/accounts/context.ts'
import { addDays, invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { createQuote } from '#app/features/quotes/create-quote.server.ts'
import { invoiceQuote } from '#app/features/quotes/invoice-quote.server.ts'
import { getQuote } from '#app/features/quotes/queries.server.ts'
import type { QuoteContent } from '#app/features/quotes/quote-content.server.ts'
import { recordAnswer } from '#app/features/quotes/record-answer.server.ts'
import { sendQuote } from '#app/features/quotes/send-quote.server.ts'
import { newId } from '#db/ids.ts'
import { invoiceInput } from './invoice.ts'

/** A quote of 500.00 net, 627.50 gross, valid for thirty days from now. */
export const quoteInput = ({ now }: { now: number }): QuoteContent => {
  const { euroRate: _rate, ...content } = invoiceInput
  return { ...content, title: 'Painting of the hall', validUntil: addDays(invoiceDay(now), 30), adjustments: [] }
}

/** Creates a draft of a quote of the caller's company; returns its id. */
export const draftQuote = (ctx: CompanyContext, change: Partial<QuoteContent> = {}): string =>
  createQuote(ctx, { ...quoteInput(ctx), ...change }).id

/**
 * Creates and sends a quote; by mail unless told to hand it over, to a mailbox of its own, because the mails of all companies to one are limited. Returns
 * its id and that of its link.
 */
export function sentQuote(
  ctx: CompanyContext,
  change: Partial<QuoteContent> = {},
  email: string | null = `${newId()}@b.example`,
) {
  const quoteId = draftQuote(ctx, change)
  sendQuote(ctx, { quoteId, email, locale: 'en' })
  return { quoteId, shareId: shareIdOf(ctx, quoteId) }
}

/** The id in the link of the version that was sent last. */
export const shareIdOf = (ctx: CompanyContext, quoteId: string): string =>
  getQuote(ctx, quoteId)?.sent?.link?.url.split('/').at(-1) ?? ''

/** Creates a quote whose acceptance was recorded; returns its id. */
export function acceptedQuote(ctx: CompanyContext, change: Partial<QuoteContent> = {}): string {
  const { quoteId } = sentQuote(ctx, change)
  recordAnswer(ctx, { quoteId, outcome: 'accepted', name: 'Bertta Buyer', reason: 'By phone' })
  return quoteId
}

/** A quote of every kind that pages show; a part of the accepted one is invoiced. */
export function quotesOf(ctx: CompanyContext) {
  const { quoteId: sent, shareId: link } = sentQuote(ctx)
  const accepted = acceptedQuote(ctx)
  invoiceQuote(ctx, { quoteId: accepted, part: 'part', shareBp: 4_000, lineText: 'A part', unit: 'pcs' })
  const { quoteId: handed } = sentQuote(ctx, {}, null)
  return { draft: draftQuote(ctx), sent, link, accepted, acceptedLink: shareIdOf(ctx, accepted), handed }
}
