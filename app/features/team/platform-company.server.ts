import { eq } from 'drizzle-orm'
import { env } from '#app/platform/env.server.ts'
import { isIban } from '#app/platform/iban.ts'
import { euPrefixOf, vatNumberOf } from '#app/platform/vat-number.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { businessIdOf } from './business-id.server.ts'

/**
 * The id of the platform's own company, which invoices the fee (ESC-17); null unless it is configured, registered for VAT in Finland and has
 * everything that its invoices need: then no fee is taken.
 */
export function getPlatformSeller(db: Database | Transaction): string | null {
  if (!env.PLATFORM_COMPANY_ID) return null
  const company = db.select().from(companies).where(eq(companies.id, env.PLATFORM_COMPANY_ID)).get()
  if (!company || company.businessIdDisputed) return null
  const { id, businessId, vatNumber, street, postalCode, city, iban, country } = company
  const hasAddress = [street, postalCode, city].every((part) => part?.trim())
  const number = vatNumberOf(vatNumber ?? '')
  const isRegistered =
    number !== null && euPrefixOf(number) === 'FI' && businessIdOf(businessId ?? '', country) !== null
  return hasAddress && isRegistered && isIban(iban ?? '') ? id : null
}

/** The fee of contracts drafted now, in basis points of the price without VAT; 0 while nobody could invoice it. */
export function currentFeeBp(db: Database | Transaction): number {
  return getPlatformSeller(db) ? env.PLATFORM_FEE_BP : 0
}
