import type { Database } from '#db/client.server.ts'
import { companyLimits, userModulePermissions } from '#db/schema/accounts.ts'
import type { CompanyLimitName, Module, ModuleAccess } from '#db/vocabulary/accounts.ts'
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
