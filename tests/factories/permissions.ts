import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { companyLimits, companyMandates, userModulePermissions } from '#db/schema/accounts.ts'
import { type CompanyLimitName, type Module, type ModuleAccess, type Power, powers } from '#db/vocabulary/accounts.ts'
import { testNow } from './people.ts'

/** Sets what a member may do in a part of their company's workspace. */
export function setModule(db: Database, userId: string, companyId: string, module: Module, access: ModuleAccess): void {
  db.insert(userModulePermissions)
    .values({ userId, companyId, module, access, updatedAt: testNow })
    .onConflictDoUpdate({
      target: [userModulePermissions.userId, userModulePermissions.companyId, userModulePermissions.module],
      set: { access },
    })
    .run()
}

/** Limits a company, as its plan does. */
export function setLimit(db: Database, companyId: string, name: CompanyLimitName, value: number): void {
  db.insert(companyLimits)
    .values({ companyId, name, value, updatedAt: testNow })
    .onConflictDoUpdate({ target: [companyLimits.companyId, companyLimits.name], set: { value } })
    .run()
}

/** Lets somebody bind their company up to a limit (cents of a euro; null without one, 0 not at all), in everything or as given. */
export function giveMandates(
  { db, company, actor }: CompanyContext,
  limitCents: number | null = null,
  given: readonly Power[] = powers,
): void {
  for (const power of given) {
    db.insert(companyMandates)
      .values({ companyId: company.id, userId: actor.id, power, limitCents, updatedAt: testNow })
      .onConflictDoUpdate({
        target: [companyMandates.companyId, companyMandates.userId, companyMandates.power],
        set: { limitCents },
      })
      .run()
  }
}
