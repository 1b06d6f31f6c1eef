import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { newShareId } from '#app/features/invoicing/content/share-link.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { quoteVersions } from '#db/schema/quotes.ts'
import { latestVersion, linkWorks, loadQuote } from './quote-rows.server.ts'

const day = 86_400_000

/**
 * Makes the link of the version that was sent last work for so many days from now (0: until it is turned off), or turns it off (`null`). A link that
 * does not work is never revived: a new one has another address.
 * @throws AppError forbidden; not found; conflict for a draft
 */
export function shareQuote(ctx: CompanyContext, { quoteId, days }: { quoteId: string; days: number | null }): void {
  requireRight(ctx, 'invoices.share')
  transact(ctx.db, (tx) => {
    const quote = loadQuote(tx, ctx, quoteId)
    const before = latestVersion(tx, quote.id)
    if (!before) throw conflict('quotes:refused.wrongState')
    const shareId = days === null ? null : linkWorks(before, ctx.now) ? before.shareId : newShareId()
    const shareExpiresAt = days ? ctx.now + days * day : null
    const set = { shareId, shareExpiresAt }
    tx.update(quoteVersions).set(set).where(eq(quoteVersions.id, before.id)).run()
    // The id gives access to the quote, so the audit trail records only that a link exists.
    appendAudit(tx, ctx, {
      action: days === null ? 'quote.unshare' : 'quote.share',
      subject: { type: 'quote', id: quote.id },
      before: { shareId: before.shareId, shareExpiresAt: before.shareExpiresAt },
      after: set,
      detail: { days, version: before.version },
    })
  })
}
