import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import type { CompanyInput } from './schemas.server.ts'

/**
 * Saves what the company tells about itself; an empty field empties it. Documents that were issued keep what they say.
 * An individual is the owner of their own.
 * @throws AppError forbidden for its members
 */
export function updateCompany(ctx: CompanyContext, input: CompanyInput): void {
  requireRight(ctx, 'company.update')
  const after = {
    name: input.name,
    businessId: input.businessId,
    vatNumber: input.vatNumber,
    street: input.street ?? null,
    postalCode: input.postalCode ?? null,
    city: input.city ?? null,
    country: input.country,
    iban: input.iban,
    bic: input.bic,
    email: input.email ?? null,
    phone: input.phone ?? null,
  }
  transact(ctx.db, (tx) => {
    const mine = eq(companies.id, ctx.company.id)
    const before = tx.select().from(companies).where(mine).get()
    tx.update(companies)
      .set({ ...after, updatedAt: ctx.now })
      .where(mine)
      .run()
    appendAudit(tx, ctx, { action: 'company.update', subject: { type: 'company', id: ctx.company.id }, before, after })
  })
}
