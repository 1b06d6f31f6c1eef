import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { env } from '#app/platform/env.server.ts'
import { invalid, notFound } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { registerCountry } from './business-id.server.ts'
import { businessIdTaken, claimsBusinessId } from './claim-business-id.server.ts'
import type { CompanyInput } from './schemas.server.ts'

/** The terms of the index `companies_business_id`. */
const taken = sql(
  {
    params: { company: companies.id, register: companies.country, businessId: companies.businessId },
    row: { found: integer },
  },
  `SELECT EXISTS (SELECT 1 FROM companies
     WHERE (case when country = 'AX' then 'FI' else country end) = :register
       AND upper(replace(replace(replace(replace(business_id, ' ', ''), '-', ''), '.', ''), '/', ''))
         = upper(replace(replace(replace(replace(:businessId, ' ', ''), '-', ''), '.', ''), '/', ''))
       AND business_id IS NOT NULL AND business_id_disputed = 0 AND id <> :company) AS found`,
)

type Updated = { updatedAt: number }

/**
 * Saves the company's settings except the bank account (`changeBankAccount`); an empty field is cleared. Issued documents keep what they say. An individual is the owner of
 * their own company.
 * @throws AppError forbidden for members; conflict when somebody else has changed it in the meantime; invalid at `businessId` if
 * another company of the country has that id (it does not say which, only how to claim it), or if a new one needs a verified
 * address first (ACC-4).
 */
export function updateCompany(ctx: CompanyContext, input: CompanyInput): Updated {
  requireRight(ctx, 'company.update')
  const after = {
    name: input.name,
    businessId: input.businessId,
    businessIdDisputed: false,
    vatNumber: input.vatNumber,
    street: input.street ?? null,
    postalCode: input.postalCode ?? null,
    city: input.city ?? null,
    country: input.country,
    email: input.email ?? null,
    phone: input.phone ?? null,
    inDirectory: input.inDirectory,
  }
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(
      tx,
      ctx,
      { verb: 'updateCompany', input, otherContent: 'replace' },
      (earlier: Updated | null) => {
        const mine = eq(companies.id, ctx.company.id)
        const before = tx.select().from(companies).where(mine).get()
        if (!before) throw notFound()
        requireUnchanged(before.updatedAt, input.expectedVersion, earlier?.updatedAt)
        if (env.requireVerifiedEmail && !ctx.actor.emailVerified && claimsBusinessId(before, after)) {
          throw invalid('errors:verifyEmailFirst', { field: 'businessId' })
        }
        const ids = { company: ctx.company.id, register: registerCountry(after.country), businessId: after.businessId }
        if (after.businessId && taken.one(tx, ids).found === 1) {
          const params = { email: env.SUPPORT_EMAIL }
          throw invalid(businessIdTaken, { field: 'businessId', params })
        }
        tx.update(companies)
          .set({ ...after, updatedAt: ctx.now })
          .where(mine)
          .run()
        const subject = { type: 'company' as const, id: ctx.company.id }
        appendAudit(tx, ctx, { action: 'company.update', subject, before, after })
        return { updatedAt: ctx.now }
      },
    ),
  )
}
