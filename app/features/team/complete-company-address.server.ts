import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { invalid } from '#app/platform/errors.ts'
import { isPostalCode } from '#app/platform/postal-code.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { type AddressField, missingAddressFields } from './company-address.ts'

const { street, postalCode, city } = companies

const noAddress = { street: null, postalCode: null, city: null }

/** The address of a company as its settings have it. Checks no right: the caller has. */
export function addressOfCompany(db: Database | Transaction, companyId: string) {
  return db.select({ street, postalCode, city }).from(companies).where(eq(companies.id, companyId)).get() ?? noAddress
}

/** The missing fields of the address of the actor's company, including an individual's own. */
export function getMissingAddress(ctx: CompanyContext): AddressField[] {
  return missingAddressFields(addressOfCompany(ctx.db, ctx.company.id))
}

/**
 * Fills in the missing address fields of the actor's company, for any member; existing fields stay as they are. Part of a verb
 * that needs the whole address, inside its transaction.
 * @throws AppError invalid at the first field that stays empty, or for a postal code that is not valid in the company's country
 */
export function completeCompanyAddress(
  tx: Transaction,
  ctx: CompanyContext,
  given: Partial<Record<AddressField, string | undefined>>,
): void {
  const before = addressOfCompany(tx, ctx.company.id)
  const missing = missingAddressFields(before)
  if (missing.length === 0) return
  const filled = Object.fromEntries(missing.map((field) => [field, given[field]?.trim() ?? '']))
  const [empty] = missingAddressFields({ ...before, ...filled })
  if (empty) throw invalid('validation:required', { field: empty })
  const { country } = companies
  const company = tx.select({ country }).from(companies).where(eq(companies.id, ctx.company.id)).get()
  if (filled.postalCode && company && !isPostalCode(filled.postalCode, company.country))
    throw invalid('validation:postalCode', { field: 'postalCode' })
  tx.update(companies)
    .set({ ...filled, updatedAt: ctx.now })
    .where(eq(companies.id, ctx.company.id))
    .run()
  appendAudit(tx, ctx, {
    action: 'company.complete_address',
    subject: { type: 'company', id: ctx.company.id },
    before,
    after: { ...before, ...filled },
  })
}
