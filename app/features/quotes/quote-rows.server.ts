// verb-rule: parts of the verbs that change a quote, which check the right and append the audit row
import { and, desc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { quoteAnswers, quoteOpenings, quotes, quoteVersions } from '#db/schema/quotes.ts'
import type { QuoteOutcome } from '#db/vocabulary/quotes.ts'
import { type QuoteAction, quoteMachine, quoteState } from './quote.ts'
import type { QuoteContent, QuoteSnapshot } from './quote-content.server.ts'

export type QuoteRow = typeof quotes.$inferSelect
export type VersionRow = typeof quoteVersions.$inferSelect

/** A quote of the caller's company. @throws AppError not found */
export function loadQuote(tx: Transaction, ctx: CompanyContext, id: string): QuoteRow {
  const own = and(eq(quotes.id, id), eq(quotes.companyId, ctx.company.id))
  const found = tx.select().from(quotes).where(own).get()
  if (!found) throw notFound()
  return found
}

/** What the form of a quote says. */
export const contentOfRow = (quote: Pick<QuoteRow, 'content'>) => quote.content as QuoteContent

/** What a version said. */
export const snapshotOf = (version: Pick<VersionRow, 'text'>) => JSON.parse(version.text) as QuoteSnapshot

/** The version that was sent last; null of a draft. */
export function latestVersion(db: Database | Transaction, quoteId: string): VersionRow | null {
  const ofQuote = db.select().from(quoteVersions).where(eq(quoteVersions.quoteId, quoteId))
  return ofQuote.orderBy(desc(quoteVersions.version)).limit(1).get() ?? null
}

/** Whether the client has read a version, as far as anybody can know: its link was opened, or its seller handed it over. */
export function isRead(db: Database | Transaction, version: VersionRow | null): boolean {
  if (!version) return false
  const opened = db.select().from(quoteOpenings).where(eq(quoteOpenings.versionId, version.id)).get()
  return version.sentTo === null || opened !== undefined
}

/** Whether the link of a version leads anywhere. */
export const linkWorks = ({ shareId, shareExpiresAt }: VersionRow, now: number): boolean =>
  shareId !== null && (shareExpiresAt === null || shareExpiresAt > now)

type Change = {
  action: QuoteAction
  role: 'seller' | 'client'
  isAgreed?: boolean | undefined
  set?: Partial<typeof quotes.$inferInsert>
}

/**
 * Changes a quote by its machine, unless somebody else was faster. Part of a verb, inside its transaction.
 * @throws AppError conflict where its state does not allow it
 */
export function changeQuote(
  tx: Transaction,
  { now }: { now: number },
  before: QuoteRow,
  { action, role, isAgreed = false, set }: Change,
): QuoteRow {
  const facts = { isRead: isRead(tx, latestVersion(tx, before.id)), isAgreed }
  const state = stateAfter(quoteMachine.next(quoteState(before, invoiceDay(now)), action, role, facts))
  const status = state === 'expired' ? 'sent' : state
  const { id, version, updatedAt } = quotes
  const unchanged = [eq(quotes.status, before.status), eq(version, before.version), eq(updatedAt, before.updatedAt)]
  const after = tx
    .update(quotes)
    .set({ ...set, status, updatedAt: Math.max(now, before.updatedAt + 1) })
    .where(and(eq(id, before.id), ...unchanged))
    .returning()
    .get()
  if (!after) throw conflict('errors:concurrentChange')
  return after
}

/** Keeps how a version ended. Part of a verb, inside its transaction. */
export function keepAnswer(
  tx: Transaction,
  version: VersionRow,
  answer: { outcome: QuoteOutcome; name: string; reason: string; recordedBy: string | null; answeredAt: number },
): void {
  tx.insert(quoteAnswers)
    .values({ id: newId(), versionId: version.id, ...answer })
    .run()
}
