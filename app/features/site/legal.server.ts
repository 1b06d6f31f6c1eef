import { eq } from 'drizzle-orm'
import { getPlatformSeller } from '#app/features/team/platform-company.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'

/**
 * Who runs this server, for its legal pages: the platform's own company where it is configured and complete, else only an address to
 * write to (GDPR article 13(1)(a); Directive 2000/31/EC article 5).
 */
export function findOperator(db: Database) {
  const id = getPlatformSeller(db)
  const company = id ? db.select().from(companies).where(eq(companies.id, id)).get() : undefined
  return {
    email: env.SUPPORT_EMAIL,
    company: company
      ? {
          name: company.name,
          businessId: company.businessId ?? '',
          address: [company.street, [company.postalCode, company.city].join(' ')].join(', '),
        }
      : null,
  }
}

const steps = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A duration in seconds, in the largest unit that it is a whole number of: "90 days", "10 minutes". */
export function lasts(locale: string, seconds: number): string {
  const [unit, size] = steps.find(([, step]) => seconds >= step && seconds % step === 0) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}
