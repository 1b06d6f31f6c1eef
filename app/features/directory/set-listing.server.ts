import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { env } from '#app/platform/env.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { companyListings, companyTrades } from '#db/schema/public-site.ts'
import type { ListingInput } from './listing-schema.server.ts'

/**
 * Shows the company in the public directory, or changes what it says there (PUB-4). Whoever is there can be invited to bid too (PROJ-14).
 * @throws AppError invalid without a verified address; conflict when somebody else has changed it meanwhile
 */
export function setListing(ctx: CompanyContext, input: ListingInput): void {
  requireRight(ctx, 'company.update')
  if (env.requireVerifiedEmail && !ctx.actor.emailVerified) throw invalid('errors:verifyEmailFirst')
  transactNow(ctx, (tx, ctx) => {
    const before = loadListing(tx, ctx)
    if (before) requireUnchanged(before.updatedAt, input.expectedVersion)
    const { about, place, trades } = input
    const said = { about, place, updatedAt: ctx.now }
    const companyId = ctx.company.id
    tx.insert(companyListings)
      .values({ companyId, ...said, listedBy: ctx.actor.id, listedAt: ctx.now })
      .onConflictDoUpdate({ target: companyListings.companyId, set: said })
      .run()
    tx.delete(companyTrades).where(eq(companyTrades.companyId, companyId)).run()
    for (const trade of new Set(trades)) tx.insert(companyTrades).values({ companyId, trade }).run()
    tx.update(companies).set({ inDirectory: true }).where(eq(companies.id, companyId)).run()
    const subject = { type: 'company' as const, id: companyId }
    appendAudit(tx, ctx, {
      ...{ action: 'company.set_listing', subject, ...(before && { before }) },
      after: { ...loadListing(tx, ctx), trades },
    })
  })
}

/** Takes the company off the directory, and deletes what it said there; once more changes nothing. It stays one that can be invited. */
export function removeListing(ctx: CompanyContext): void {
  requireRight(ctx, 'company.update')
  transactNow(ctx, (tx, ctx) => {
    const before = loadListing(tx, ctx)
    if (!before) return
    tx.delete(companyListings).where(eq(companyListings.companyId, ctx.company.id)).run()
    const subject = { type: 'company' as const, id: ctx.company.id }
    appendAudit(tx, ctx, { action: 'company.remove_listing', subject, before })
  })
}

const loadListing = (tx: Transaction, ctx: CompanyContext) =>
  tx.select().from(companyListings).where(eq(companyListings.companyId, ctx.company.id)).get()
