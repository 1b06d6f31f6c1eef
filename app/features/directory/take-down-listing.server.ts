import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companyListings, listingTakedowns } from '#db/schema/public-site.ts'

/**
 * Takes a company's page out of the public directory, with the reason that its owners are told (Regulation (EU) 2022/2065, article 17). What the company
 * says there is kept for it, and stays hidden however it is changed, until staff show it again (PUB-4).
 * @throws AppError not_found for a company that is not listed; conflict when its page is down already
 */
export function takeDownListing(ctx: UserContext, { companyId, reason }: { companyId: string; reason: string }): void {
  requireRight(ctx, 'listings.takeDown')
  transact(ctx.db, (tx) => {
    const ofCompany = eq(companyListings.companyId, companyId)
    if (!tx.select().from(companyListings).where(ofCompany).get()) throw notFound()
    if (loadTakedown(tx, companyId)) throw conflict('takedowns:refused.already')
    const after = { companyId, reason, takenDownBy: ctx.actor.id, takenDownAt: ctx.now }
    tx.insert(listingTakedowns).values(after).run()
    const subject = { type: 'company' as const, id: companyId }
    appendAudit(tx, ctx, { action: 'company.take_down_listing', subject, after })
    recordEvent(tx, ctx, 'company.listing_taken_down', { companyId, reason })
  })
}

/**
 * Shows the page of a company again, and tells its owners.
 * @throws AppError conflict when it is not taken down
 */
export function restoreListing(ctx: UserContext, { companyId }: { companyId: string }): void {
  requireRight(ctx, 'listings.takeDown')
  transact(ctx.db, (tx) => {
    const before = loadTakedown(tx, companyId)
    if (!before) throw conflict('takedowns:refused.notDown')
    tx.delete(listingTakedowns).where(eq(listingTakedowns.companyId, companyId)).run()
    const subject = { type: 'company' as const, id: companyId }
    appendAudit(tx, ctx, { action: 'company.restore_listing', subject, before })
    recordEvent(tx, ctx, 'company.listing_restored', { companyId })
  })
}

const loadTakedown = (tx: Transaction, companyId: string) =>
  tx.select().from(listingTakedowns).where(eq(listingTakedowns.companyId, companyId)).get()
