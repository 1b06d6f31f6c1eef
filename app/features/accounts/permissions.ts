import type { CompanyRole, ModuleAccess, Permission, Role } from '#db/vocabulary/accounts.ts'

/** The permissions of a platform role (ACC-1): enterprise users also manage their team, others read and write. */
export function permissionsOf(role: Role): Permission[] {
  return role === 'enterprise' ? ['read', 'write', 'manage_team'] : ['read', 'write']
}

export function isAdmin(role: Role): role is 'admin' | 'super_admin' {
  return role === 'admin' || role === 'super_admin'
}

/** Whether a role has all the required permissions; admins and super admins pass (ACC-1). */
export function hasPermissions(role: Role, required: readonly Permission[]): boolean {
  const held = permissionsOf(role)
  return isAdmin(role) || required.every((permission) => held.includes(permission))
}

/** Owners and managers may edit a company's settings, bank account and plan. */
export function canEditCompany(companyRole: CompanyRole): boolean {
  return companyRole === 'owner' || companyRole === 'manager'
}

/**
 * Whether an actor may give a colleague another company role, or (`to` null) remove them. Owners may change anybody; managers
 * may change members only, to member or manager. A company always keeps at least one owner.
 */
export function canChangeCompanyRole(change: {
  actor: CompanyRole
  from: CompanyRole
  to: CompanyRole | null
  /** The current number of owners. */
  owners: number
}): boolean {
  const { actor, from, to, owners } = change
  if (from === 'owner' && to !== 'owner' && owners <= 1) return false
  if (actor === 'owner') return true
  return actor === 'manager' && from === 'member' && to !== 'owner'
}

/**
 * Whether somebody may use a module (projects, invoicing …) of their company. Owners and managers use all modules. A member has
 * the access that an admin set for them or, without such a row (null), read and write access.
 */
export function canUseModule(companyRole: CompanyRole, set: ModuleAccess | null, wanted: 'read' | 'write'): boolean {
  if (companyRole !== 'member' || set === null) return true
  return set === 'write' || set === wanted
}
