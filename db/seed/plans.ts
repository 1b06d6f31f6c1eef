import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { planNames, trialTime } from '#app/features/accounts/subscriptions/plan.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { advanceSubscriptions } from '#app/features/plans/advance-subscriptions.server.ts'
import { choosePlan } from '#app/features/plans/choose-plan.server.ts'
import { markOrderPaid } from '#app/features/plans/mark-order-paid.server.ts'
import type { WordsOf } from '#app/features/plans/order.server.ts'
import type { Choice } from '#app/features/plans/subscription.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { demoPlatformCompanyId } from '#app/platform/product.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import { subscriptions } from '#db/schema/plans.ts'
import type { People } from './people.ts'

const day = 86_400_000

/** The seed runs where no texts are. */
export const englishWords: WordsOf = () => ({
  unit: 'pcs',
  line: ({ plan, cycle }) => `${planNames[plan]} plan, one ${cycle === 'yearly' ? 'year' : 'month'}`,
  credit: (reason) => (reason === 'withdrawn' ? 'Order withdrawn' : 'Money back within 14 days'),
})

/** Puts a company on a trial that began so many days ago, from which everything else follows. */
export function onTrial(db: Database, companyId: string, now: number, daysAgo: number): void {
  const trialStartedAt = now - daysAgo * day
  const trialEndsAt = trialStartedAt + trialTime
  const set = {
    ...{ status: 'trialing' as const, plan: null, cycle: 'monthly' as const, currency: 'EUR' as const },
    ...{ trialStartedAt, trialEndsAt, accessUntil: trialEndsAt, updatedAt: trialStartedAt },
  }
  db.insert(subscriptions)
    .values({ companyId, ...set })
    .onConflictDoUpdate({ target: subscriptions.companyId, set })
    .run()
}

/**
 * The platform's own company, which invoices plans, and what everybody subscribes to: most have paid, the roofers are past due, and the electricians
 * are trying it. It comes last, because what happened before was not limited.
 */
export function seedPlans(db: Database, people: People, now: number): void {
  seedPlatformCompany(db, now)
  const { client, provider, user, bathrooms, electricians, roofers, admin } = people
  const order = (who: CompanyContext, daysAgo: number, choice: Pick<Choice, 'plan' | 'cycle'>, paid = true) => {
    const companyId = who.company.id
    onTrial(db, companyId, now, daysAgo + 3)
    const at = now - daysAgo * day
    const { invoiceId } = choosePlan({ ...who, now: at }, { ...choice, currency: 'EUR' }, englishWords)
    const paidAt = at + day
    if (paid) markOrderPaid({ ...admin, now: paidAt }, { companyId, invoiceId, paidOn: businessDay(paidAt) })
  }
  order(client, 61, { plan: 'cosmos', cycle: 'yearly' })
  order(provider, 60, { plan: 'cosmos', cycle: 'yearly' })
  order(roofers, 23, { plan: 'interplanetary', cycle: 'monthly' }, false)
  order(bathrooms, 22, { plan: 'interplanetary', cycle: 'monthly' })
  order(user, 9, { plan: 'planetary', cycle: 'monthly' })
  onTrial(db, electricians.company.id, now, 8)
  advanceSubscriptions(systemContext(db, now), englishWords)
}

function seedPlatformCompany(db: Database, now: number): void {
  const at = now - 500 * day
  const times = { createdAt: at, updatedAt: at }
  const person = {
    ...{ id: newId(), name: 'Helena Aalto', email: 'billing@example.com', role: 'enterprise' as const },
    ...{ accountType: 'enterprise' as const, status: 'active' as const, locale: 'en', timeZone: 'Europe/Helsinki' },
    ...{ emailVerifiedAt: at, ...times },
  }
  const passwordHash = db.select({ hash: users.passwordHash }).from(users).limit(1).get()?.hash ?? null
  db.insert(users)
    .values({ ...person, passwordHash, passwordChangedAt: at })
    .run()
  db.insert(companies)
    .values({
      ...{ id: demoPlatformCompanyId, kind: 'organization', name: 'Groundwork Services Oy', businessId: '3301276-1' },
      ...{ vatNumber: 'FI33012761', street: 'Porkkalankatu 5', postalCode: '00180', city: 'Helsinki', country: 'FI' },
      ...{ iban: 'FI3715903000000776', bic: 'NDEAFIHH', email: 'billing@groundwork.example', ...times },
    })
    .run()
  db.insert(companyMembers)
    .values({ companyId: demoPlatformCompanyId, userId: person.id, role: 'owner', joinedAt: at })
    .run()
  onTrial(db, demoPlatformCompanyId, now, 0)
  const noEnd = { status: 'active' as const, plan: 'universe' as const, accessUntil: null }
  db.update(subscriptions).set(noEnd).where(eq(subscriptions.companyId, demoPlatformCompanyId)).run()
}
