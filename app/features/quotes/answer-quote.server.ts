// verb-rule: whoever has the link answers, with or without an account: the link is the right, and the audit row keeps the name that was typed
import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { isShareId } from '#app/features/invoicing/content/share-link.server.ts'
import { conflict, forbidden, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { quoteAnswers, quotes, quoteVersions } from '#db/schema/quotes.ts'
import { changeQuote, keepAnswer, linkWorks, snapshotOf } from './quote-rows.server.ts'

type Input = { shareId: string; outcome: 'accepted' | 'declined'; name: string; reason: string }

/**
 * The client accepts or declines a quote by its link: exactly the version that the link shows (QUO-4). The same answer again changes nothing.
 * @throws AppError not found for a link that does not work; forbidden for people of the seller; conflict for a version that was replaced, withdrawn or
 * answered, or has expired
 */
export function answerQuote(ctx: Context, { shareId, outcome, name, reason }: Input): void {
  if (!isShareId(shareId)) throw notFound()
  transact(ctx.db, (tx) => {
    const version = tx.select().from(quoteVersions).where(eq(quoteVersions.shareId, shareId)).get()
    const before = version && tx.select().from(quotes).where(eq(quotes.id, version.quoteId)).get()
    if (!before || !linkWorks(version, ctx.now)) throw notFound()
    if (ctx.company?.id === before.companyId) throw forbidden('quotes:refused.own')
    const { versionId, name: by, outcome: as } = quoteAnswers
    const same = and(eq(versionId, version.id), eq(as, outcome), eq(by, name))
    if (tx.select({ id: quoteAnswers.id }).from(quoteAnswers).where(same).get()) return
    if (before.version !== version.version) throw conflict('quotes:refused.replaced')
    const action = outcome === 'accepted' ? 'accept' : 'decline'
    // What was to be the next version is none any more.
    const set = outcome === 'accepted' ? { content: snapshotOf(version).content, hasChanges: false } : {}
    const after = changeQuote(tx, ctx, before, { action, role: 'client', set })
    keepAnswer(tx, version, { outcome, name, reason, recordedBy: null, answeredAt: ctx.now })
    const detail = { version: version.version, hash: version.hash, name }
    appendAudit(tx, ctx, {
      action: `quote.${action}`,
      subject: { type: 'quote', id: before.id },
      before,
      after,
      detail,
    })
    const { id: quoteId, companyId, number, buyerName: buyer, grossCents, currency } = after
    recordEvent(tx, ctx, 'quote.answered', {
      ...{ quoteId, companyId, number: number ?? '', buyer, amountCents: grossCents, currency, outcome },
    })
  })
}
