import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { choosePlan } from '#app/features/plans/choose-plan.server.ts'
import { env } from '#app/platform/env.server.ts'
import { demoPlatformCompanyId } from '#app/platform/product.ts'
import { type Database, transact } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { englishWords } from '#db/seed/plans.ts'
import { createPerson, subscribe } from '#tests/factories/people.ts'

/** The platform's company, which worlds of one database share, and a company with a plan that is to be paid. */
export function orderPlan(db: Database, who: CompanyContext): { orderedCompanyId: string } {
  env.PLATFORM_COMPANY_ID ??= demoPlatformCompanyId
  const id = env.PLATFORM_COMPANY_ID
  const { now } = who
  // Worlds are built by two workers at the same time, and neither may see the company without its owner.
  transact(db, (tx) => {
    const isThere = tx.select().from(companies).where(eq(companies.id, id)).get()
    if (!isThere) createPerson(db, { companyId: id, now })
  })
  const trialEndsAt = now + 86_400_000
  subscribe(db, who.company.id, {
    status: 'trialing',
    plan: null,
    trialStartedAt: now,
    trialEndsAt,
    accessUntil: trialEndsAt,
  })
  choosePlan(who, { plan: 'cosmos', cycle: 'monthly', currency: 'EUR' }, englishWords)
  return { orderedCompanyId: who.company.id }
}
