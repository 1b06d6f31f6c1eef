import { and, desc, eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { can, permittedActions } from '#app/features/accounts/require-right.server.ts'
import { isShareId } from '#app/features/invoicing/content/share-link.server.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { getSeller } from '#app/features/invoicing/invoice-rows.server.ts'
import type { Database } from '#db/client.server.ts'
import { quoteAnswers, quoteInvoices, quoteOpenings, quotes, quoteVersions } from '#db/schema/quotes.ts'
import { getInvoiced } from './invoiced.server.ts'
import { quoteMachine, quoteState } from './quote.ts'
import { quoteDocument } from './quote-document.server.ts'
import { quoteUrl } from './quote-link.server.ts'
import { contentOfRow, isRead, latestVersion, linkWorks, snapshotOf, type VersionRow } from './quote-rows.server.ts'

const stepRights = {
  edit: 'invoices.update',
  send: 'invoices.send',
  accept: 'invoices.send',
  decline: 'invoices.send',
  withdraw: 'invoices.send',
  invoice: 'invoices.create',
} as const

/** How a version ended; null while it is open. */
function answerOf(db: Database, versionId: string) {
  const { outcome, name, reason, recordedBy, answeredAt } = quoteAnswers
  const found = db
    .select({ outcome, name, reason, recordedBy, answeredAt })
    .from(quoteAnswers)
    .where(eq(quoteAnswers.versionId, versionId))
    .get()
  if (!found) return null
  const { recordedBy: by, ...answer } = found
  return { ...answer, byLink: by === null }
}

/** When the link of a version was first and last opened (UTC epoch ms), and how often; null while it was not. */
export function openingsOf(db: Database, versionId: string) {
  const { firstAt, lastAt, count } = quoteOpenings
  const row = db.select({ firstAt, lastAt, count }).from(quoteOpenings).where(eq(quoteOpenings.versionId, versionId))
  return row.get() ?? null
}

/** A quote of the caller's company: the version that was sent last, or the draft as it would be sent today; null for those of others. */
export function getQuote(ctx: CompanyContext, id: string) {
  const own = and(eq(quotes.id, id), eq(quotes.companyId, ctx.company.id))
  const row = ctx.db.select().from(quotes).where(own).get()
  if (!row) return null
  const today = invoiceDay(ctx.now)
  const version = latestVersion(ctx.db, row.id)
  const { content: draft, companyId: _company, searchText: _search, ...quote } = row
  const state = quoteState(row, today)
  const facts = { isRead: isRead(ctx.db, version) }
  const drafted = { seller: getSeller(ctx.db, ctx.company.id), number: null, version: 0, issueDate: today }
  return {
    ...quote,
    state,
    isRead: facts.isRead,
    content: contentOfRow({ content: draft }),
    document: quoteDocument(version ? snapshotOf(version) : { ...drafted, content: contentOfRow({ content: draft }) }),
    sent: version && sentFacts(ctx, version),
    versions: listVersions(ctx.db, row.id),
    invoiced:
      version && row.status === 'accepted' ? getInvoiced(ctx.db, version.id, snapshotOf(version).content) : null,
    actions: permittedActions(ctx, quoteMachine.allowed(state, 'seller', facts), stepRights),
    canDelete: row.number === null && can(ctx, 'invoices.delete'),
  }
}

export type Quote = NonNullable<ReturnType<typeof getQuote>>
/** What its page shows of it. */
export type ShownQuote = Omit<Quote, 'content'>

function sentFacts({ db, now }: CompanyContext, version: VersionRow) {
  const { shareId, shareExpiresAt, sentAt, sentTo, hash } = version
  const works = linkWorks(version, now)
  return {
    ...{ sentAt, sentTo, hash },
    link: works && shareId ? { url: quoteUrl(shareId), expiresAt: shareExpiresAt } : null,
    openings: openingsOf(db, version.id),
    answer: answerOf(db, version.id),
  }
}

/** What was sent, newest first, and how it ended. */
function listVersions(db: Database, quoteId: string) {
  const { version, sentAt, hash } = quoteVersions
  return db
    .select({ version, sentAt, hash, outcome: quoteAnswers.outcome })
    .from(quoteVersions)
    .leftJoin(quoteAnswers, eq(quoteAnswers.versionId, quoteVersions.id))
    .where(eq(quoteVersions.quoteId, quoteId))
    .orderBy(desc(version))
    .limit(50)
    .all()
}

/** What a link shows of its version: open to an answer or not, and why. */
export type SharedState = 'open' | 'replaced' | 'expired' | 'accepted' | 'declined' | 'withdrawn'

/** The version of a quote behind a public link; null alike for unknown, revoked and expired links. */
export function getSharedQuote(ctx: Pick<Context, 'db' | 'now' | 'company'>, shareId: string) {
  if (!isShareId(shareId)) return null
  const version = ctx.db.select().from(quoteVersions).where(eq(quoteVersions.shareId, shareId)).get()
  const row = version && ctx.db.select().from(quotes).where(eq(quotes.id, version.quoteId)).get()
  if (!row || !linkWorks(version, ctx.now)) return null
  const answer = answerOf(ctx.db, version.id)
  const isExpired = version.validUntil < invoiceDay(ctx.now)
  const state: SharedState =
    answer?.outcome ?? (row.version === version.version ? (isExpired ? 'expired' : 'open') : 'replaced')
  const { buyerBusinessId, buyerVatNumber } = snapshotOf(version).content
  // Why and how is for the seller to know.
  const shown = answer && { outcome: answer.outcome, name: answer.name, answeredAt: answer.answeredAt }
  return {
    versionId: version.id,
    ...{ state, answer: shown, hash: version.hash, sentAt: version.sentAt, validUntil: version.validUntil },
    document: quoteDocument(snapshotOf(version)),
    /** Whoever has no number of a business may be a consumer. */
    mayBeConsumer: buyerBusinessId === null && buyerVatNumber === null,
    isOwn: ctx.company?.id === row.companyId,
  }
}

export type SharedQuote = NonNullable<ReturnType<typeof getSharedQuote>>

/** The quote that an invoice of the caller's company was made from; null for any other. */
export function quoteOf(ctx: CompanyContext, invoiceId: string) {
  const found = ctx.db
    .select({ id: quotes.id, number: quotes.number, versionId: quoteVersions.id })
    .from(quoteInvoices)
    .innerJoin(quoteVersions, eq(quoteVersions.id, quoteInvoices.versionId))
    .innerJoin(quotes, eq(quotes.id, quoteVersions.quoteId))
    .where(and(eq(quoteInvoices.invoiceId, invoiceId), eq(quotes.companyId, ctx.company.id)))
    .get()
  const version = found && ctx.db.select().from(quoteVersions).where(eq(quoteVersions.id, found.versionId)).get()
  if (!version) return null
  const { content } = snapshotOf(version)
  const { overCents } = getInvoiced(ctx.db, version.id, content)
  return { id: found.id, number: found.number ?? '', overCents, currency: content.currency }
}
