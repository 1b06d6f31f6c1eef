import type { CompanyRole, ModuleAccess, Permission, Role } from '#db/vocabulary/accounts.ts'

/** What a platform role may do (ACC-1): enterprise manages its team, others read and write. */
export function permissionsOf(role: Role): Permission[] {
  return role === 'enterprise' ? ['read', 'write', 'manage_team'] : ['read', 'write']
}

export function isAdmin(role: Role): boolean {
  return role === 'admin' || role === 'super_admin'
}

/** Whether somebody holds all of the permissions; admins and super admins pass (ACC-1). */
export function hasPermissions(role: Role, required: readonly Permission[]): boolean {
  const held = permissionsOf(role)
  return isAdmin(role) || required.every((permission) => held.includes(permission))
}

/** Settings, bank account and plan of a company: its owner and managers. */
export function canEditCompany(companyRole: CompanyRole): boolean {
  return companyRole === 'owner' || companyRole === 'manager'
}

/**
 * Whether an actor may give a colleague another company role, or (`to` null) remove them. Owners may change anybody,
 * managers only members and only into members or managers; a company always keeps one owner.
 */
export function canChangeCompanyRole(change: {
  actor: CompanyRole
  from: CompanyRole
  to: CompanyRole | null
  /** Owners of the company at present. */
  owners: number
}): boolean {
  const { actor, from, to, owners } = change
  if (from === 'owner' && to !== 'owner' && owners <= 1) return false
  if (actor === 'owner') return true
  return actor === 'manager' && from === 'member' && to !== 'owner'
}

/**
 * Whether somebody may use a module (projects, invoicing …) of their company. Owners and managers use all of them;
 * a member uses what an admin set for them, and without such a row (null) reads and writes as every role may.
 */
export function canUseModule(companyRole: CompanyRole, set: ModuleAccess | null, wanted: 'read' | 'write'): boolean {
  if (companyRole !== 'member' || set === null) return true
  return set === 'write' || set === wanted
}
